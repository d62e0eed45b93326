import type { Site } from '../../src/content/site/site.ts';
import { eventDelivery } from '../../src/features/webhook/send-event.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';

/** Sends the events of an outbox to one target until it is told to stop. */
const { storage, target } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const site = { settings: { webhooks: { targets: [target] } } } as unknown as Site;
const request = openGuardedFetch('any');
const outbox = startOutbox({
  database,
  delivery: eventDelivery({
    ...{ database, site, request, secrets: new Map(), urls: new Map(), crmSecrets: {} },
    rowsOf: () => [],
  }),
  baseMs: 30,
  maxMs: 100,
  pollMs: 50,
  log: { warn() {}, error() {} },
});
console.log('ready');
process.on('SIGTERM', async () => {
  await outbox.stop();
  await request.close();
  await database.close();
});

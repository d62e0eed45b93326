import { openDatabase } from '../../src/server/platform/database/database.ts';
import { openTransport } from '../../src/server/platform/mail/transport.ts';
import { mailDelivery } from '../../src/server/platform/outbox/mail-queue.ts';
import { startOutbox } from '../../src/server/platform/outbox/outbox.ts';

/** Sends what is in an outbox until it is told to stop. */
const { storage, smtpUrl } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const transport = openTransport({ smtpUrl, mailFrom: 'info@kantoorproefhof.example', dataDir: storage.dataDir });
const outbox = startOutbox({
  database,
  delivery: mailDelivery(transport),
  baseMs: 30,
  maxMs: 100,
  pollMs: 50,
  log: { warn() {}, error() {} },
});
console.log('ready');
process.on('SIGTERM', async () => {
  await outbox.stop();
  transport.close();
  await database.close();
});

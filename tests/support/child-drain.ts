import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';

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

import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { sampleLead } from './sample-lead.ts';

/** Stores leads without end, prints each reference once it is stored, and sends the mails, until it is killed. */
const { storage, smtpUrl, round } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const transport = openTransport({ smtpUrl, mailFrom: 'info@kantoorproefhof.example', dataDir: storage.dataDir });
const log = { warn() {}, error() {} };
const outbox = startOutbox({ database, delivery: mailDelivery(transport), baseMs: 50, maxMs: 200, leaseMs: 1000, log });
console.log('ready');
await Promise.all(
  ['a', 'b', 'c'].map(async (lane) => {
    for (let number = 0; ; number += 1) {
      const token = `${round}-${lane}-${number}`;
      const { reference } = await storeLead(database, sampleLead({ token }));
      console.log(`stored ${token} ${reference}`);
      outbox.wake();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }),
);

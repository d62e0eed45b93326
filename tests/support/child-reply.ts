import { setTimeout as pause } from 'node:timers/promises';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { replyToLead, undoReply } from '../../src/features/lead/lead-reply.server.ts';
import { entriesOf } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { sampleLead } from './sample-lead.ts';
import { agencySite } from './submit.ts';

const UNDO_MS = 10_000;

/**
 * Replies to leads without end and sends the replies, until it is killed. Every second reply is undone, or is not
 * because that comes too late. It prints what was stored and what was undone, once that is certain. The ten seconds
 * have nearly passed when a reply is stored.
 */
const { storage, smtpUrl, round } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const site = agencySite();
const transport = openTransport({ smtpUrl, mailFrom: 'info@kantoorproefhof.example', dataDir: storage.dataDir });
const log = { warn() {}, error() {} };
startOutbox({
  ...{ database, delivery: mailDelivery(transport), log },
  ...{ baseMs: 50, maxMs: 200, leaseMs: 1000, pollMs: 5 },
});
const worker = { id: 'lotte', name: 'Lotte' };
/**
 * How much of the ten seconds is left when a reply is stored. With the long rest it is undone in time also on a slow
 * machine; with the short one the two race.
 */
const LONG_LEFT_MS = 1500;
const SHORT_LEFT_MS = 25;
console.log('ready');
await Promise.all(
  ['a', 'b', 'c'].map(async (lane) => {
    for (let number = 0; ; number += 1) {
      const token = `${round}-${lane}-${number}`;
      const email = `${token}@visitor.example`;
      const { reference } = await storeLead(database, { ...sampleLead({ token }), email, within: async () => [] });
      const lead = (await findWork(database, reference))!;
      const reply = {
        copyTo: '',
        text: `Reply ${token}`,
        replyTo: 'l@studio.example',
        clientKey: token,
        seen: '',
        holder: '',
        waitMs: 10_000,
      };
      const leftMs = number % 4 === 1 ? LONG_LEFT_MS : SHORT_LEFT_MS;
      const storedMs = Date.now() - UNDO_MS + leftMs;
      const result = await replyToLead({ database, site }, lead, reply, worker, storedMs);
      if (!result.ok) throw new Error(result.problem);
      console.log(`stored ${token} ${reference}`);
      if (number % 2 === 0) continue;
      // Before and after it is due, and while it is being sent.
      await pause(Math.random() * 12 * SHORT_LEFT_MS);
      const [entry] = await entriesOf(database, lead.id);
      const isBack = await undoReply(database, lead, entry!.id, worker);
      console.log(`${isBack ? 'undone' : 'late'} ${token} ${reference}`);
    }
  }),
);

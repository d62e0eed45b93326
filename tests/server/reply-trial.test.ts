import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, type Engine, emptyStorage } from '../support/storage.ts';

/** TRIAL_REPLY_KILLS sets another number, for a long trial. */
const KILLS = Number(process.env.TRIAL_REPLY_KILLS ?? 2);

describe.each(ENGINES)('processes that reply on %s', (engine: Engine) => {
  test(
    `${KILLS} kills between store and send lose no reply, and none that was undone is sent`,
    async () => {
      const smtp = await startSmtp();
      const storage = await emptyStorage(engine);
      const [stored, undone, late] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
      for (let round = 0; round < KILLS; round += 1) {
        const child = startChild('child-reply.ts', { storage, smtpUrl: smtp.url, round });
        await child.says('undone');
        await child.says('late');
        await pause(Math.random() * 300);
        child.process.kill('SIGKILL');
        await child.ended;
        for (const line of child.lines) {
          const [word, token = '', reference = ''] = line.split(' ');
          if (word === 'stored') stored.set(token, reference);
          if (word === 'undone') undone.add(token);
          if (word === 'late') late.add(token);
        }
      }
      expect(undone.size).toBeGreaterThanOrEqual(KILLS);
      expect([...late].filter((token) => undone.has(token))).toEqual([]);
      expect(stored.size).toBeGreaterThan(undone.size);
      const database = await openDatabase(storage);
      const drain = startChild('child-drain.ts', { storage, smtpUrl: smtp.url });
      await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0), 60_000);
      drain.process.kill('SIGTERM');
      await drain.ended;
      const idsOf = new Map<string, Set<string>>();
      for (const { mail, to } of smtp.arrivals) {
        const token = to.join().replace('@visitor.example', '');
        idsOf.set(token, (idsOf.get(token) ?? new Set()).add(mail.messageId!));
      }
      // What was undone never left. A process that was killed may have stored or undone one more than it said.
      expect([...undone].filter((token) => idsOf.has(token))).toEqual([]);
      const entries = await database.db
        .selectFrom('lead_entries')
        .innerJoin('outbox', 'outbox.id', 'lead_entries.outbox_id')
        .select(['lead_entries.client_key', 'outbox.state', 'outbox.message_id'])
        .execute();
      expect(entries.every(({ state }) => state === 'sent')).toBe(true);
      expect([...idsOf.keys()].sort()).toEqual(entries.map(({ client_key }) => client_key).sort());
      for (const { client_key, message_id } of entries)
        expect([...idsOf.get(client_key!)!].map((id) => id.replace(/[<>]/g, ''))).toEqual([message_id]);
      // Each reply that was stored left, or was taken back and is a draft again.
      const drafts = await database.db
        .selectFrom('lead_drafts')
        .innerJoin('leads', 'leads.id', 'lead_drafts.lead_id')
        .select('leads.reference')
        .execute();
      const back = new Set(drafts.map(({ reference }) => reference));
      const lost = [...stored].filter(([token, reference]) => idsOf.has(token) === back.has(reference));
      expect(lost).toEqual([]);
      await database.close();
    },
    60_000 + KILLS * 8000,
  );
});

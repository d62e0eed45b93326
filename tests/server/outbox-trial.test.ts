import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { enqueue } from '../../src/platform/outbox/mail-queue.server.ts';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, type Engine, emptyStorage } from '../support/storage.ts';

/** The trials kill far more often (`tests/trials/kills.test.ts`). */
const KILLS = 2;

describe.each(ENGINES)('processes on %s', (engine: Engine) => {
  test(`${KILLS} killed processes lose no lead, store none twice and repeat mails under one id`, async () => {
    const smtp = await startSmtp();
    const storage = await emptyStorage(engine);
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < KILLS; round += 1) {
      const child = startChild('child-store.ts', { storage, smtpUrl: smtp.url, round });
      await child.says('stored');
      await pause(Math.random() * 150);
      child.process.kill('SIGKILL');
      await child.ended;
      for (const line of child.lines) {
        const [word, token, reference] = line.split(' ');
        if (word === 'stored') acknowledged.set(token!, reference!);
      }
    }
    const database = await openDatabase(storage);
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    for (const [token, reference] of acknowledged) {
      expect(await storeLead(database, sampleLead({ token }))).toEqual({ reference, repeated: true });
    }
    const drain = startChild('child-drain.ts', { storage, smtpUrl: smtp.url });
    await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0), 30_000);
    drain.process.kill('SIGTERM');
    expect((await drain.ended).code).toBe(0);
    // Only now: PostgreSQL may commit what a process has asked for after that process was killed.
    const stored = await listLeads(database, { limit: 100_000 });
    expect(new Set(stored.map(({ reference }) => reference)).size).toBe(stored.length);
    const idsOfSubject = new Map<string, Set<string>>();
    for (const { mail, to } of smtp.arrivals) {
      const name = `${mail.subject} ${to}`;
      idsOfSubject.set(name, (idsOfSubject.get(name) ?? new Set()).add(mail.messageId!));
    }
    expect(idsOfSubject.size).toBe(stored.length * 2);
    expect([...idsOfSubject.values()].filter((ids) => ids.size > 1)).toEqual([]);
    await database.close();
  });

  test('a process killed before marking a mail as sent sends it again under the same Message-ID', async () => {
    let swallow = true;
    // Taken, but the response never comes: for the sender this is the same instant.
    const smtp = await startSmtp(() => (swallow ? 'hang' : 'take'));
    const storage = await emptyStorage(engine);
    const database = await openDatabase(storage);
    const mail = { kind: 'receipt', to: 'margriet@example.be', subject: 'once', text: 'text' };
    await database.transaction((transaction) => enqueue(transaction, [mail]));
    const child = startChild('child-drain.ts', { storage, smtpUrl: smtp.url });
    await eventually(() => expect(smtp.arrivals).toHaveLength(1));
    child.process.kill('SIGKILL');
    await child.ended;
    swallow = false;
    // The lease of the killed process, over sooner than three minutes from now.
    await database.db.updateTable('outbox').set({ next_attempt_at: new Date().toISOString() }).execute();
    const next = startChild('child-drain.ts', { storage, smtpUrl: smtp.url });
    await eventually(() => expect(smtp.arrivals).toHaveLength(2));
    await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0));
    next.process.kill('SIGTERM');
    await next.ended;
    expect(smtp.arrivals[0]?.mail.messageId).toBe(smtp.arrivals[1]?.mail.messageId);
    await database.close();
  });
});

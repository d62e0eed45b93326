import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/server/database/database.ts';
import { outboxHealth } from '../../src/server/outbox/outbox-health.ts';
import { eventually } from '../support/eventually.ts';
import { type Metered, startMeteredSite } from '../support/metered.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, emptyStorage } from '../support/storage.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Filled, fillIn, postForm, TRIAL_SECRET } from './post-form.ts';

/** TRIAL_KILLS sets another number, for a short look. */
const KILLS = Number(process.env.TRIAL_KILLS ?? 200);
const LANES = 3;
/** Four of ten kills come this soon after an answer, when a promise that was not kept would show. */
const SOON_MS = 15;
const ANY_MS = 400;
const LONG_MS = 120_000;

describe.each(ENGINES)('a server killed %s', (engine) => {
  test(`${KILLS} times over form posts loses no acknowledged request, stores none twice, and keeps one Message-ID per mail`, async () => {
    const smtp = await startSmtp();
    const storage = await emptyStorage(engine);
    const start = () =>
      startMeteredSite(
        { ...inject('trialVersion'), dataDir: storage.dataDir, logFile: join(storage.dataDir, 'server.log') },
        {
          SITE_URL,
          SECRET: TRIAL_SECRET,
          DATABASE_URL: storage.url ?? '',
          SMTP_URL: smtp.url,
          MAIL_FROM: 'info@immonoordrand.example',
        },
      );
    const acknowledged = new Map<string, string>();
    const unanswered: Filled[] = [];
    let [posted, again, soon, checked] = [0, 0, 0, 0];

    for (let round = 0; round < KILLS; round += 1) {
      const server = await start();
      const isSoon = round % 5 < 2;
      soon += isSoon ? 1 : 0;
      let answered = () => {};
      const answer = new Promise<void>((resolve) => {
        answered = resolve;
      });
      const waiting = unanswered.splice(0);
      let killed = false;
      const lane = async () => {
        while (!killed) {
          const old = waiting.pop();
          const form = old ?? fillIn(`trial ${round} ${posted++}`);
          again += old ? 1 : 0;
          const reference = await postForm(server.url, form);
          if (reference === null) return void unanswered.push(form);
          expect([undefined, reference], form.message).toContain(acknowledged.get(form.message));
          acknowledged.set(form.message, reference);
          answered();
        }
      };
      const lanes = Promise.all(Array.from({ length: LANES }, lane));
      if (isSoon) await Promise.race([answer, lanes]);
      await pause(Math.random() * (isSoon ? SOON_MS : ANY_MS));
      killed = true;
      await kill(server);
      await lanes;
      unanswered.push(...waiting);
      if (!storage.url) checked += isWhole(join(storage.dataDir, 'dorpel.sqlite'));
    }

    const database = await openDatabase(storage);
    // The leases of the killed servers, over sooner than three minutes from now.
    await database.db
      .updateTable('outbox')
      .set({ next_attempt_at: new Date().toISOString() })
      .where('state', '!=', 'sent')
      .execute();
    const last = await start();
    for (const form of unanswered) acknowledged.set(form.message, (await postForm(last.url, form))!);
    await eventually(async () => expect((await outboxHealth(database)).waiting).toBe(0), LONG_MS);
    await last.stop();

    const stored = await database.db.selectFrom('requests').select(['reference', 'answers']).execute();
    const mails = await database.db.selectFrom('outbox').select(['message_id', 'state']).execute();
    await database.close();
    const byMessage = Map.groupBy(stored, ({ answers }) => String(JSON.parse(answers).message));
    const lost = [...acknowledged].filter(
      ([message, reference]) => !byMessage.get(message)?.some((row) => row.reference === reference),
    );
    const twice = [...byMessage].filter(([, rows]) => rows.length > 1);
    const bare = (id: string | null | undefined) => String(id).replace(/^<|>$/g, '');
    const arrived = new Set(smtp.arrivals.map(({ mail }) => bare(mail.messageId)));
    const known = new Set(mails.map(({ message_id }) => bare(message_id)));
    const counts = {
      engine,
      kills: KILLS,
      soonAfterAnAnswer: soon,
      posted,
      sentAgain: again,
      acknowledged: acknowledged.size,
      stored: stored.length,
      lost: lost.length,
      twice: twice.length,
      integrityChecks: checked,
      mails: mails.length,
      deliveries: smtp.arrivals.length,
      deliveredAgainUnderTheSameId: smtp.arrivals.length - arrived.size,
      messageIdsNotInTheOutbox: [...arrived].filter((id) => !known.has(id)).length,
    }; // prettier-ignore
    console.log(JSON.stringify(counts, null, 2));
    expect(acknowledged.size).toBeGreaterThan(0);
    expect([lost, twice]).toEqual([[], []]);
    expect(stored.length).toBe(acknowledged.size);
    expect(mails.length).toBe(stored.length * 2);
    expect(mails.every(({ state }) => state === 'sent')).toBe(true);
    expect(known.size).toBe(mails.length);
    expect([...arrived].sort()).toEqual([...known].sort());
    if (!storage.url) expect(checked).toBe(KILLS);
  });
});

function kill({ child }: Metered): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** 1 when SQLite finds nothing wrong with the file as the kill left it. */
function isWhole(file: string): number {
  const handle = new DatabaseSync(file, { timeout: 5000 });
  try {
    expect(handle.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(handle.prepare('pragma foreign_key_check').all()).toEqual([]);
    return 1;
  } finally {
    handle.close();
  }
}

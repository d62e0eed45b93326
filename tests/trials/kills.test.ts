import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { eventually } from '../support/eventually.ts';
import type { Metered } from '../support/metered.ts';
import { startSmtp } from '../support/smtp.ts';
import { ENGINES, emptyStorage } from '../support/storage.ts';
import { type Filled, fillAny, post, postForm, TRIAL_PROPERTY } from './post-form.ts';
import { openSlots, serve } from './serve.ts';
import { expectAllStored } from './stored-trial.ts';

/** TRIAL_KILLS sets another number, for a short look. */
const KILLS = Number(process.env.TRIAL_KILLS ?? 200);
const LANES = 3;
/** Four of ten kills come this soon after a response, when a promise that was not kept would show. */
const SOON_MS = 15;
const ANY_MS = 400;
const LONG_MS = 120_000;
const RESTART_MS = 3000;
/** A friend gets three mails a day, and attempts that broke off count. */
const MOST_TRIES = 3;

describe.each(ENGINES)('a server killed %s', (engine) => {
  test(`${KILLS} times loses no lead, stores none twice and keeps one Message-ID per mail`, async () => {
    const smtp = await startSmtp();
    const storage = await emptyStorage(engine);
    const restarts: number[] = [];
    const start = async () => {
      const begun = performance.now();
      const server = await serve(storage.dataDir, {
        DATABASE_URL: storage.url ?? '',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'info@kantoorproefhof.example',
      });
      restarts.push(performance.now() - begun);
      return server;
    };
    const acknowledged = new Map<string, { filled: Filled; reference: string }>();
    const unacknowledged: Filled[] = [];
    const tries = new Map<Filled, number>();
    const abandoned: Filled[] = [];
    let slots: string[] = [];
    let [posted, again, soon, checked] = [0, 0, 0, 0];

    for (let round = 0; round < KILLS; round += 1) {
      const server = await start();
      if (round === 0) slots = await openSlots(server.url, TRIAL_PROPERTY);
      const isSoon = round % 5 < 2;
      soon += isSoon ? 1 : 0;
      let respond = () => {};
      const firstResponse = new Promise<void>((resolve) => {
        respond = resolve;
      });
      const waiting = unacknowledged.splice(0);
      let killed = false;
      const lane = async () => {
        while (!killed) {
          const old = waiting.pop();
          const filled = old ?? fillAny(posted, slots[posted]);
          posted += old ? 0 : 1;
          again += old ? 1 : 0;
          const tried = tries.get(filled) ?? 0;
          if (filled.form === 'send-to-friend' && tried >= MOST_TRIES) {
            abandoned.push(filled);
            continue;
          }
          tries.set(filled, tried + 1);
          const reference = await postForm(server.url, filled);
          if (reference === null) return void unacknowledged.push(filled);
          expect([undefined, reference], filled.message).toContain(acknowledged.get(filled.message)?.reference);
          acknowledged.set(filled.message, { filled, reference });
          respond();
        }
      };
      const lanes = Promise.all(Array.from({ length: LANES }, lane));
      if (isSoon) await Promise.race([firstResponse, lanes]);
      await pause(Math.random() * (isSoon ? SOON_MS : ANY_MS));
      killed = true;
      await kill(server);
      await lanes;
      unacknowledged.push(...waiting);
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
    for (const filled of unacknowledged) {
      const reference = await postForm(last.url, filled);
      acknowledged.set(filled.message, { filled, reference: reference! });
    }
    // One that was stored without a response is found again; one that was not has used up what its friend may get.
    for (const filled of abandoned) {
      const { status, reference } = await post(last.url, filled);
      expect([200, 429]).toContain(status);
      if (reference) acknowledged.set(filled.message, { filled, reference });
    }
    await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0), LONG_MS);
    await last.stop();
    expect(acknowledged.size).toBeGreaterThan(0);
    const counts = await expectAllStored(database, acknowledged, smtp.arrivals);
    await database.close();
    const slowest = Math.round(Math.max(...restarts.slice(1)));
    console.log(
      JSON.stringify(
        {
          engine,
          kills: KILLS,
          soonAfterAnAnswer: soon,
          posted,
          sentAgain: again,
          integrityChecks: checked,
          slowestRestartMs: slowest,
          ...counts,
        },
        null,
        2,
      ),
    );
    expect(checked).toBe(storage.url ? 0 : KILLS);
    expect(slowest).toBeLessThan(RESTART_MS);
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

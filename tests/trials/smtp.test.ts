import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { percentile } from '../bench/figure.ts';
import { openLoop } from '../bench/open-loop.ts';
import { eventually } from '../support/eventually.ts';
import { startSmtp, type Verdict } from '../support/smtp.ts';
import { freePort } from '../support/start-site.ts';
import { emptyStorage } from '../support/storage.ts';
import { type Filled, fillAny, post, TRIAL_PROPERTY } from './post-form.ts';
import { openSlots, serve } from './serve.ts';
import { expectAllStored } from './stored-trial.ts';

/** Forms per second, for a number of seconds. */
const [RATE, SECONDS] = [15, 8];
const P99_MS = 1500;
const HEALED_MS = 180_000;

test.each<[string, Verdict | 'nobody there']>([
  ['is not there', 'nobody there'],
  ['refuses every mail for good', 550],
  ['fails softly', 451],
  ['hangs', 'hang'],
  ['takes a mail and hangs up before it says so', 'hang up'],
])('while the mail server %s, forms are accepted at once, and every mail arrives later', async (how, verdict) => {
  const port = await freePort();
  let isIll = verdict !== 'nobody there';
  let swallowed = 0;
  const judge = () => {
    swallowed += isIll ? 1 : 0;
    return isIll ? (verdict as Verdict) : 'take';
  };
  const early = isIll ? await startSmtp(judge, port) : null;
  const storage = await emptyStorage('sqlite');
  const server = await serve(storage.dataDir, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'info@kantoorproefhof.example',
    OUTBOX_RETRY_BASE_MS: '200',
    OUTBOX_RETRY_MAX_MS: '1000',
  });
  const slots = await openSlots(server.url, TRIAL_PROPERTY);
  const acknowledged = new Map<string, { filled: Filled; reference: string }>();
  const load = await openLoop({
    rate: RATE,
    seconds: SECONDS,
    send: async (at) => {
      const filled = fillAny(at, slots[at]);
      const { status, reference } = await post(server.url, filled);
      if (reference) acknowledged.set(filled.message, { filled, reference });
      return status === 200;
    },
  });
  const database = await openDatabase(storage);
  onTestFinished(() => database.close());
  const sentWhileIll = (await database.db.selectFrom('outbox').select('id').where('state', '=', 'sent').execute())
    .length;
  isIll = false;
  const smtp = early ?? (await startSmtp(judge, port));
  const begun = Date.now();
  await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0), HEALED_MS);
  const seconds = (Date.now() - begun) / 1000;
  const p99 = Math.round(percentile(load.latencies, 99));
  const counts = await expectAllStored(database, acknowledged, smtp.arrivals);
  console.log(
    JSON.stringify({
      mailServer: how,
      posts: RATE * SECONDS,
      p99Ms: p99,
      swallowed,
      secondsUntilAllSent: seconds,
      ...counts,
    }),
  );
  expect(load.failed).toBe(0);
  expect(sentWhileIll).toBe(0);
  expect(swallowed > 0).toBe(verdict !== 'nobody there');
  expect(p99).toBeLessThan(P99_MS);
});

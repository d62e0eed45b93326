import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openLoop } from '../bench/open-loop.ts';
import { eventually } from '../support/eventually.ts';
import { testFolder } from '../support/folder.ts';
import { openPostgres } from '../support/postgres.ts';
import { fillIn, post } from './post-form.ts';
import { serve } from './serve.ts';

const SECONDS = 20;
const [POSTS_A_SECOND, PAGES_A_SECOND] = [5, 30];
const DOWN_AT_MS = 5000;
const DOWN_MS = 4000;
const RECOVERED_MS = 10_000;
const PAGES = [
  '/nl/',
  '/nl/te-koop/',
  '/nl/te-koop/?type=1',
  '/nl/contact-me/?property=35187',
  '/nl/zoeken/?q=grimbergen',
];

test('during a PostgreSQL restart pages load, forms say when to retry, and no lead is lost', async () => {
  const postgres = await openPostgres();
  onTestFinished(postgres.close);
  const dataDir = testFolder();
  const url = `${postgres.url}/postgres`;
  const server = await serve(dataDir, { DATABASE_URL: url });
  const acknowledged: string[] = [];
  const seen: { at: number; status: number; ms: number }[] = [];
  const wrong: string[] = [];
  const begun = performance.now();
  const restart = async () => {
    await pause(DOWN_AT_MS);
    await postgres.stop();
    await pause(DOWN_MS);
    await postgres.start();
    return performance.now() - begun;
  };
  const [upAgain, , pages] = await Promise.all([
    restart(),
    openLoop({
      rate: POSTS_A_SECOND,
      seconds: SECONDS,
      send: async (n) => {
        const at = performance.now() - begun;
        const filled = fillIn(`restart ${n}`);
        const { status, ms, retryAfter, body } = await post(server.url, filled);
        seen.push({ at, status, ms });
        if (status === 200) acknowledged.push(filled.message);
        else if (status !== 503 || !retryAfter) wrong.push(`${status} ${body.slice(0, 100)}`);
        return true;
      },
    }),
    openLoop({
      rate: PAGES_A_SECOND,
      seconds: SECONDS,
      send: async (n) => (await fetch(server.url + PAGES[n % PAGES.length]!)).status === 200,
    }),
  ]);
  const refused = seen.filter(({ status }) => status === 503);
  const lastRefused = Math.max(...refused.map(({ at, ms }) => at + ms));
  console.log(
    JSON.stringify({
      forms: seen.length,
      acknowledged: acknowledged.length,
      unavailable: refused.length,
      recoveredMsAfterStart: Math.round(Math.max(0, lastRefused - upAgain)),
      slowestFormMs: Math.round(Math.max(...seen.map(({ ms }) => ms))),
      pages: pages.latencies.length,
      pagesFailed: pages.failed,
      slowestPageMs: Math.round(Math.max(...pages.latencies)),
    }),
  );
  await eventually(async () => expect((await post(server.url, fillIn('after'))).status).toBe(200));
  await server.stop();
  const database = await openDatabase({ dataDir, url });
  const rows = await database.db.selectFrom('leads').select('form_values').execute();
  await database.close();
  const stored = rows.map(({ form_values }) => String(JSON.parse(form_values).message));
  expect(pages.failed).toBe(0);
  expect(wrong).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(lastRefused - upAgain).toBeLessThan(RECOVERED_MS);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(stored).size).toBe(stored.length);
});

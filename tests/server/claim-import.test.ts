import { hostname } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimImport, interruptedImports } from '../../src/features/import/claim-import.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { contentDir, dataDir, exportDir, layOutExport, snapshot } from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const MINUTE_MS = 60_000;
const nowMs = Date.parse('2026-11-24T10:00:00Z');
const at = (minutes: number) => new Date(nowMs + minutes * MINUTE_MS).toISOString();

describe.each(ENGINES)('the import of a source (%s)', (engine) => {
  let database: Database;
  const claim = (minutes: number, everyMinutes: number | null = null) =>
    claimImport(database, 'whise', { nowMs: nowMs + minutes * MINUTE_MS, everyMinutes });
  const hold = (row: object) =>
    database.db
      .insertInto('import_runs')
      .values({ source: 'whise', holder: 'other 1 x', started_at: at(0), alive_at: at(0), ended_at: null, ...row })
      .execute();

  beforeEach(async () => ({ database } = await openStorage(engine)));

  test('runs once at a time; another source is not held up', async () => {
    const first = await claim(0);
    if (!first.ok) throw new Error(first.message);
    expect(await claim(1)).toMatchObject({ ok: false, isDone: false, message: expect.stringMatching(/running on/) });
    const other = await claimImport(database, 'skarabee', { nowMs });
    expect(other).toMatchObject({ ok: true });
    await first.end();
    const second = await claim(1);
    expect(second).toMatchObject({ ok: true });
    for (const one of [second, other]) if (one.ok) await one.end();
  });

  test('is begun by one of many that try at the same moment', async () => {
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(0)));
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of claims) if (one.ok) await one.end();
  });

  test('is not repeated by a second machine within the minutes of the schedule', async () => {
    await hold({ alive_at: at(5), ended_at: at(5) });
    expect(await claim(30, 60)).toMatchObject({
      ok: false,
      isDone: true,
      message: expect.stringMatching(/not yet due/),
    });
    const due = await claim(60, 60);
    expect(due).toMatchObject({ ok: true });
    if (due.ok) await due.end();
  });

  test('that failed is not taken for done', async () => {
    const first = await claim(0);
    if (!first.ok) throw new Error(first.message);
    await first.end(true);
    const again = await claim(1, 60);
    expect(again).toMatchObject({ ok: true });
    if (again.ok) await again.end();
  });

  test('that was interrupted is found until another one has ended', async () => {
    await hold({ alive_at: at(0) });
    expect(await interruptedImports(database, nowMs + MINUTE_MS)).toEqual([]);
    const [found] = await interruptedImports(database, nowMs + 3 * MINUTE_MS);
    expect(found).toMatchObject({
      ...{ name: 'import whise', state: 'warn' },
      message: 'the import of 2026-11-24 10:00 UTC was interrupted: run it again',
    });
    const next = await claim(3);
    if (next.ok) await next.end();
    expect(await interruptedImports(database, nowMs + 9 * MINUTE_MS)).toEqual([]);
  });

  test('is taken over when its machine has been silent for two minutes', async () => {
    await hold({ alive_at: at(0) });
    expect(await claim(1)).toMatchObject({ ok: false, isDone: false });
    expect(await claim(3)).toMatchObject({ ok: true });
  });

  test('is taken over at once when its process on this machine has died', async () => {
    // No process has this number.
    await hold({ holder: `${hostname()} 4194999 x` });
    expect(await claim(0.1)).toMatchObject({ ok: true });
  });
});

test('a command says that another import runs, and changes nothing', async () => {
  await layOutExport();
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, OUTGOING_REQUESTS: 'any' };
  const run = (...more: string[]) => runCommand(['import', '--from', 'omnicasa', exportDir, ...more], env);
  expect((await run()).code).toBe(0);
  const again = await run('--unless-within', '60');
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing was imported: omnicasa was imported at/),
  });
  const { database } = await openStorage('sqlite', { dataDir });
  const row = { holder: 'other 1 x', alive_at: new Date().toISOString(), ended_at: null };
  await database.db.updateTable('import_runs').set(row).execute();
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/has been running on other since 20/) });
});

test.each([
  [['--unless-within', 'soon'], /whole number of minutes/],
  [['--all'], /--all is for a CRM that sends events/],
])('%j is refused, and nothing is changed', async (more, why) => {
  await layOutExport();
  const env = { CONTENT_DIR: contentDir, DATA_DIR: dataDir };
  const before = snapshot();
  const { code, out, errors } = await runCommand(['import', '--from', 'omnicasa', exportDir, ...more], env);
  expect(code).not.toBe(0);
  expect(out + errors).toMatch(why);
  expect(snapshot()).toEqual(before);
});

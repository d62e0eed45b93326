import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { runImport } from '../../src/commands/run-import.ts';
import { pendingCrmEvents, recordCrmEvent } from '../../src/features/import/crm-events.server.ts';
import { IMPORTERS } from '../../src/importers/importers.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english } from '../support/english.ts';
import { contentDir, dataDir, layOutExport, property, snapshot } from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';
import { change } from '../support/small-content.ts';
import { estate, estateId, type SweepbrightServer, startSweepbright } from '../support/sweepbright-server.ts';

const HOUR_MS = 3_600_000;
let crm: SweepbrightServer;

beforeEach(async () => {
  await layOutExport();
  crm = await startSweepbright([estate(1), estate(2), estate(3)]);
  use({ url: crm.url });
});

const use = (sweepbright: object) =>
  change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, connections: { sweepbright } }));

async function withEvents<T>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir });
  return work(database).finally(() => database.close());
}

/** Records that estates changed or were deleted, `hoursAgo`. */
const hears = (kind: 'changed' | 'deleted', numbers: readonly number[], hoursAgo = 1) =>
  withEvents(async (database) => {
    const nowMs = Date.now() - hoursAgo * HOUR_MS;
    const happenedAt = new Date(nowMs).toISOString();
    for (const n of numbers)
      await recordCrmEvent(database, 'sweepbright', { sourceId: estateId(n), kind, happenedAt }, nowMs);
  });

const waiting = () =>
  withEvents(async (database) =>
    (await pendingCrmEvents(database, 'sweepbright')).map(({ sourceId }) => Number(sourceId.slice(-12))).sort(),
  );

const variables = (secret: string) => ({
  ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, OUTGOING_REQUESTS: 'any' },
  ...{ SWEEPBRIGHT_CLIENT_ID: 'site', SWEEPBRIGHT_CLIENT_SECRET: secret },
});

/** Imports by the command, as an operator does. */
async function runByCommand() {
  const { code, out } = await runCommand(['import', '--from', 'sweepbright', '--json'], variables('right-secret'));
  return { code, ...JSON.parse(out) };
}

/** Imports as the command does, without a process of its own. */
async function run(secret = 'right-secret', ...more: ('--all' | '--dry-run' | '--force')[]) {
  const settings = environment(variables(secret));
  const request = openGuardedFetch(settings.outgoingRequests);
  const has = (option: (typeof more)[number]) => more.includes(option);
  const result = await withEvents((database) =>
    runImport({
      ...{ database, settings, request, importer: IMPORTERS.sweepbright!, path: undefined, isFolder: false },
      ...{
        pictures: undefined,
        dryRun: has('--dry-run'),
        force: has('--force'),
        all: has('--all'),
        accept: [],
        columns: {},
      },
      onPicture: () => {},
    }),
  ).finally(() => request.close());
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into either outcome
  return { code: result.ok ? 0 : 1, ...(english(JSON.parse(JSON.stringify(result))) as any) };
}

const alarm = () => JSON.parse(readFileSync(join(dataDir, 'import/sweepbright.json'), 'utf8')).alarm;

test('estates are added, changed and removed by their events; nothing else is asked or touched', async () => {
  expect(await runByCommand()).toMatchObject({ code: 0, plan: { added: [], removed: [] } });
  expect(crm.asked).toEqual([]);
  await hears('changed', [1, 2], 5);
  const first = await runByCommand();
  expect(first).toMatchObject({ code: 0, plan: { added: { length: 2 }, skipped: [] } });
  const [one, two] = first.plan.added as [number, number];
  expect(await waiting()).toEqual([]);

  const before = snapshot();
  await hears('changed', [1], 4);
  expect(await runByCommand()).toMatchObject({ plan: { same: 1, added: [], changed: [], removed: [] } });
  expect(snapshot()).toEqual(before);

  crm.estates.set(estateId(1), estate(1, { price: { ...estate(1).price, amount: 399_000 } }));
  crm.estates.delete(estateId(2));
  await hears('changed', [1], 3);
  await hears('deleted', [2], 3);
  crm.asked.length = 0;
  expect(await runByCommand()).toMatchObject({ plan: { changed: [{ id: one, fields: ['Price'] }], removed: [two] } });
  expect(crm.asked).toEqual([`GET /estates/${estateId(1)}`]);
  expect(property(one)).toMatchObject({ Price: 399_000 });
  expect(existsSync(join(contentDir, `gone/${two}.json`))).toBe(true);
  expect(await waiting()).toEqual([]);
});

test('an estate that is not published is gone; one of a moment ago may not be published yet', async () => {
  await hears('changed', [1, 2]);
  const { plan } = await run();
  crm.estates.clear();
  await hears('changed', [1], 0.5);
  await hears('changed', [2], 0);
  expect(await run()).toMatchObject({
    ...{ code: 0, plan: { removed: [plan.added[0]] } },
    notes: [expect.stringMatching(/is not published yet/)],
  });
  expect(await waiting()).toEqual([2]);
  expect(alarm()).toBeNull();
});

test.each<[string, (response: ServerResponse<IncomingMessage>) => unknown, RegExp]>([
  ['refuses it', (response) => response.writeHead(403).end(), /refused the login \(403\)/],
  ['sends half of it', (response) => response.end('{"id":"1234'), /is not that estate: was it cut off/],
  ['sends another one', (response) => response.end(JSON.stringify(estate(9))), /is not that estate/],
])('when SweepBright %s, the others are imported and it waits; the next import has it', async (_, wrong, why) => {
  await hears('changed', [1, 2, 3]);
  crm.misbehave = (id, response) => id === estateId(2) && !!wrong(response);
  expect(await run()).toMatchObject({ code: 0, plan: { added: { length: 2 }, removed: [] } });
  expect(await waiting()).toEqual([2]);
  expect(alarm()).toMatch(why);
  crm.misbehave = null;
  expect(await run()).toMatchObject({ code: 0, plan: { added: { length: 1 } } });
  expect(await waiting()).toEqual([]);
  expect(alarm()).toBeNull();
});

test('with a wrong secret nothing is changed, and every event waits', async () => {
  await hears('changed', [1, 2]);
  const before = snapshot();
  expect(await run('wrong')).toMatchObject({
    code: 1,
    message: expect.stringMatching(/oauth\/token\) refused the login/),
  });
  expect(snapshot()).toEqual(before);
  expect(await waiting()).toEqual([1, 2]);
});

test('a dry run handles no event', async () => {
  await hears('changed', [1]);
  expect(await run('right-secret', '--dry-run')).toMatchObject({ code: 0, plan: { added: { length: 1 } } });
  expect(await waiting()).toEqual([1]);
});

test('a picture whose URL has expired is fetched from a new URL by the next import', async () => {
  const image = (key: string) => ({ id: 'picture-1', ordinal: 1, url: `${crm.url}picture.jpg?key=${key}` });
  crm.estates.set(estateId(1), estate(1, { images: [image('old')] }));
  await hears('changed', [1]);
  expect(await run()).toMatchObject({ code: 0, pictures: { failed: { length: 1 } } });
  expect(await waiting()).toEqual([1]);
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a64' } })
    .jpeg()
    .toBuffer();
  crm.pictures.set('/picture.jpg?key=new', bytes);
  crm.estates.set(estateId(1), estate(1, { images: [image('new')] }));
  expect(await run()).toMatchObject({ code: 0, pictures: { fetched: 1, failed: [] } });
  expect(await waiting()).toEqual([]);
});

test('many estates that are gone at once are refused, unless they are few', async () => {
  const numbers = Array.from({ length: 8 }, (_, at) => at + 1);
  for (const n of numbers) crm.estates.set(estateId(n), estate(n));
  await hears('changed', numbers, 3);
  expect(await run()).toMatchObject({ plan: { added: { length: 8 } } });
  await hears('deleted', numbers.slice(0, 6), 2);
  expect(await run()).toMatchObject({ code: 1, message: expect.stringMatching(/would remove 6 of 8 properties/) });
  expect(await waiting()).toHaveLength(6);
  expect(await run('right-secret', '--force')).toMatchObject({ code: 0, plan: { removed: { length: 6 } } });
  await hears('deleted', [7], 1);
  expect(await run()).toMatchObject({ code: 0, plan: { removed: { length: 1 } } });
});

test('with --all, an estate whose webhook was lost is read again', async () => {
  await hears('changed', [1, 2]);
  const { plan } = await run();
  crm.estates.delete(estateId(2));
  crm.estates.set(estateId(1), estate(1, { price: { ...estate(1).price, amount: 380_000 } }));
  expect(await run()).toMatchObject({ plan: { changed: [], removed: [] } });
  const again = await run('right-secret', '--all');
  expect(again).toMatchObject({ plan: { changed: [{ fields: ['Price'] }], removed: [plan.added[1]] } });
});

test('a project alone is named and changes nothing', async () => {
  crm.estates.set(estateId(1), estate(1, { is_project: true }));
  await hears('changed', [1]);
  expect(await run()).toMatchObject({ code: 0, notes: [expect.stringMatching(/is a project/)] });
  expect(await waiting()).toEqual([]);
});

test('units that leave their project are gone, and all are when the project is deleted', async () => {
  const project = (...units: number[]) => estate(9, { is_project: true, properties: units.map((n) => estate(n)) });
  crm.estates.set(estateId(9), project(1, 2, 3));
  await hears('changed', [9], 5);
  const { added } = (await run()).plan;
  expect(added).toHaveLength(3);
  crm.estates.set(estateId(9), project(1, 2));
  await hears('changed', [9], 3);
  expect((await run()).plan.removed).toEqual([added[2]]);
  await hears('deleted', [9], 1);
  expect((await run()).plan.removed).toEqual([added[0], added[1]]);
});

test('a field that all known estates lose at once is refused, although each is read alone', async () => {
  const all = [1, 2, 3];
  await hears('changed', all, 5);
  expect((await run()).plan.added).toHaveLength(3);
  for (const n of all) crm.estates.set(estateId(n), estate(n, { sizes: null, price: null }));
  await hears('changed', all, 2);
  expect(await run()).toMatchObject({ code: 1, problem: 'fields-missing' });
});

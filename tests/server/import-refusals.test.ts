import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveBack } from '../../src/features/import/given-values.server.ts';
import { whyRefused } from '../../src/features/import/why-refused.server.ts';
import { quoted } from '../../src/i18n/remark.server.ts';
import { openTable, rowOf, type TableRow } from '../support/import-table.ts';
import { change } from '../support/small-content.ts';

let table: ReturnType<typeof openTable>;
beforeEach(() => {
  table = openTable();
});
const IDS = [80001, 80002, 80003, 80004, 80005, 80006];
const rows = (more: TableRow = {}) => IDS.map((id) => rowOf(id, more));
const file = (id: number) => join(table.contentDir, `properties/${id}.json`);
const LOST = { ok: false, problem: 'fields-missing' };

describe('what hides a loss from nobody', () => {
  const FULL = { EnergyPerformance: '200', SurfaceLiving: '100' };
  const EMPTY = { EnergyPerformance: '', SurfaceLiving: '100' };

  test.each<[string, (all: TableRow[]) => TableRow[]]>([
    ['a property that leaves with its value', (all) => all.slice(1)],
    ['a property that is left as it was', ([first, ...all]) => [{ ...first, Price: '3' }, ...all]],
    ['a row that has no ID', (all) => [...all, rowOf('', { 'TypeDescription.nl': 'Huis' })]],
    ['a new property without the value', (all) => [...all, rowOf(80099, EMPTY)]],
  ])('%s', async (_what, how) => {
    await table.done(rows(FULL));
    expect(await table.run(how(rows(EMPTY)))).toMatchObject(LOST);
  });

  test('a value that an editor changed', async () => {
    await table.done(rows(FULL));
    change(file(80001), (data) => ({ ...data, EnergyPerformance: 150 }));
    expect(await table.run(rows(EMPTY))).toMatchObject(LOST);
  });

  test('a row that has no ID, when a column is lost', async () => {
    await table.done(rows(FULL));
    const lost = [...rows({ SurfaceLiving: '100' }), rowOf('', { SurfaceLiving: '100' })];
    expect(await table.run(lost)).toMatchObject({ ok: false, problem: 'columns-missing' });
  });

  test('a column that is lost, which is named as the table named it', async () => {
    const bare = rows().map(({ Price: _, ...row }) => row);
    await table.done(bare.map((row) => ({ ...row, Vraagprijs: '300000' })));
    const message = expect.stringContaining('columns Vraagprijs are');
    expect(await table.run(bare)).toMatchObject({ problem: 'columns-missing', message });
  });
});

test('what only editors filled in is no loss', async () => {
  await table.done(rows({ SurfaceLiving: '' }));
  for (const id of IDS) change(file(id), (data) => ({ ...data, SurfaceLiving: 90 }));
  expect(await table.run(rows({ SurfaceLiving: '' }))).toMatchObject({ ok: true });
  expect(table.property(80001)).toMatchObject({ SurfaceLiving: 90 });
});

test('an export in which most sales become rents is refused', async () => {
  await table.done(rows({ Price: '900000' }));
  const mixed = rows({ Price: '900000' }).map((row, at) => ({
    ...row,
    Goal: at < 4 ? '1' : '0',
    Price: at < 4 ? '900' : '900000',
  }));
  expect(await table.run(mixed)).toMatchObject({ ok: false, problem: 'states-changed' });
});

describe('records that cannot be read', () => {
  const why = (unread: number, all: number) =>
    whyRefused({
      properties: Array.from({ length: all }, (_, id) => ({
        ...{ id, sourceId: String(id), facts: {}, pictures: [], notes: [] },
        ...(id < unread && { isUnreadable: true, unusable: quoted('broken') }),
      })),
      plan: { added: [], returned: [], changed: [], removed: [], same: 0, skipped: [], notes: [] },
      ...{ source: 'whise', files: [], owned: [], lostColumns: new Set(), stored: new Map(), given: new Map() },
      ...{ isPartial: false, maxRemovedPercent: 30 },
    })?.problem ?? null;

  test.each([
    [5, 20, null],
    [6, 20, 'unreadable'],
    [10, 200, null],
    [11, 200, 'unreadable'],
    [1, 1, 'unreadable'],
    [4, 4, 'unreadable'],
    [0, 0, null],
  ])('%i of %i: %s', (unread, all, problem) => {
    expect(why(unread, all)).toBe(problem);
  });
});

describe('a field that an editor takes over', () => {
  const takeOver = (fields: string[]) =>
    change(file(80001), ({ EditorFields: _, ...data }) => ({
      ...data,
      ...(fields.length > 0 && { EditorFields: fields, Price: 290_000, TypeDescription: { nl: 'Van mij' } }),
    }));
  const FIELDS = ['Price', 'TypeDescription'];
  const given = { Price: 310_000, TypeDescription: { nl: 'Huis 80001' } };

  test('is that of the export again once it is given back', async () => {
    await table.done(rows());
    takeOver(FIELDS);
    await table.done(rows({ Price: '310000' }));
    expect(table.property(80001)).toMatchObject({ Price: 290_000, TypeDescription: { nl: 'Van mij' } });
    takeOver([]);
    await table.done(rows({ Price: '310000' }));
    expect(table.property(80001)).toMatchObject(given);
  });

  test('also when no import came between', async () => {
    await table.done(rows());
    takeOver(FIELDS);
    takeOver([]);
    for (const field of FIELDS) await giveBack(table.dataDir, 'csv', 80001, field);
    await table.done(rows({ Price: '310000' }));
    expect(table.property(80001)).toMatchObject(given);
  });
});

test('only towns of properties that are written are added', async () => {
  await table.done([rowOf(80001, { Zip: '9030', 'City.nl': 'Mariakerke', Price: '3' }), rowOf(80002)]);
  expect(readFileSync(join(table.contentDir, 'cities.json'), 'utf8')).not.toContain('9030');
});

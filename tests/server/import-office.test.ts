import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { importInWords } from '../../src/commands/import-words.ts';
import { remark } from '../../src/i18n/remark.server.ts';
import { type Done, openTable, rowOf, type TableRow } from '../support/import-table.ts';
import { change } from '../support/small-content.ts';

let table: ReturnType<typeof openTable>;
beforeEach(() => {
  table = openTable();
});
const skippedIn = ({ plan }: Done) => plan.skipped.map(({ id, why }) => [id, why]);
const notesIn = ({ plan }: Done) => plan.notes.map(({ note }) => note);

describe('a table of an office on its first day', () => {
  test('is read with its own names, words and one key', async () => {
    const office: TableRow = {
      ...{
        Referentie: 'K-101',
        'Te koop/te huur': 'te huur',
        Type: 'Appartement',
        Huurprijs: '',
        Prijs: '€ 950 /maand',
      },
      ...{ Titel: 'Flat', Straat: 'Dreef', Nr: '4', Postcode: '9030', Gemeente: 'Gent', 'Adres tonen': 'neen' },
    };
    const empty = Object.fromEntries(Object.keys(office).map((name) => [name, '']));
    const result = await table.done([
      office,
      empty,
      { ...office, Referentie: 'K-102', Type: 'huis', Gemeente: '9030 Mariakerke (Gent)' },
    ]);
    expect([skippedIn(result), result.plan.added.length]).toEqual([[], 2]);
    expect(table.property(result.plan.added[0]!)).toMatchObject({
      ...{ RecordFile: 'K-101', Goal: 1, WebIDs: '2', Price: 950, PublishPrice: true, PublishAddress: false },
      ...{ City: { nl: 'Mariakerke' }, HouseNumber: '4', TypeDescription: { nl: 'Flat' } },
    });
    expect(result.notes).toContainEqual('column Referentie is read as ID too');
  });

  test.each([
    ['9100', 'St-Niklaas', 'Sint-Niklaas'],
    ['9100', 'St. Niklaas', 'Sint-Niklaas'],
    ['4780', 'St. Vith', 'Sankt Vith'],
    ['1150', 'Woluwe-St-Pierre', 'Sint-Pieters-Woluwe'],
  ])('%s %s is %s', async (Zip, name, dutch) => {
    const result = await table.done([rowOf(80001, { Zip, 'City.nl': name })]);
    expect(skippedIn(result)).toEqual([]);
    expect(table.property(80001)).toMatchObject({ City: { nl: dutch } });
  });

  test.each([
    ['9000', 'Brugge'],
    ['9030', 'Antwerpen'],
    ['59000', 'Lille'],
  ])('%s %s is no town', async (Zip, name) => {
    expect(skippedIn(await table.done([rowOf(80001, { Zip, 'City.nl': name })]))).toHaveLength(1);
  });

  test('names what tells a hidden address', async () => {
    const notes = notesIn(await table.done([rowOf(80001, { 'TypeDescription.nl': 'Huis in de Dreef' })]));
    expect(notes).toEqual(['TypeDescription.nl names the hidden address: it is shown nowhere']);
  });
});

describe('what is odd waits for somebody', () => {
  const IDS = [80001, 80002];
  const rows = (more: TableRow = {}) => IDS.map((id) => rowOf(id, more));

  test.each<[string, TableRow, RegExp]>([
    ['a price without its last zero', { Price: '30000' }, /Price 30000 was 300000 before/],
    ['a price with a zero too many', { Price: '3000000' }, /Price 3000000 was 300000 before/],
    ['a sale that becomes a rent', { Goal: '1' }, /Price 300000 is not between 100 and 10000/],
    ['a rent of a year', { Goal: '1', Price: '11400', WebIDs: '2' }, /Price 11400 is not between 100 and 10000/],
  ])('%s', async (_what, more, why) => {
    await table.done(rows());
    const result = await table.done([rowOf(80001, more), rowOf(80002)]);
    expect(skippedIn(result)).toEqual([[80001, expect.stringMatching(why)]]);
    expect(table.property(80001)).toMatchObject({ Price: 300_000, Goal: 0 });
    expect(skippedIn(await table.done([rowOf(80001, more), rowOf(80002)], { accept: [80001] }))).toEqual([]);
  });
});

test('texts and photographs of an editor that stay are named', async () => {
  await table.done([rowOf(80001, { 'DescriptionA.nl': 'Tekst' })]);
  change(join(table.contentDir, 'properties/80001.json'), (data) => ({ ...data, DescriptionA: { nl: 'Van mij' } }));
  expect(notesIn(await table.done([rowOf(80001, { 'DescriptionA.nl': 'Tekst 2' })]))).toEqual([
    'DescriptionA.nl of an editor stays; the export has another text',
  ]);
  expect(table.property(80001)).toMatchObject({ DescriptionA: { nl: 'Van mij' } });
});

test('a price that could not be read is shown as soon as it can', async () => {
  const table = openTable();
  await table.done([rowOf(80001, { Price: 'op aanvraag' }), rowOf(80002)]);
  expect(table.property(80001).Price).toBe(0);
  await table.done([rowOf(80001, { Price: '210.000' }), rowOf(80002)]);
  expect(table.property(80001)).toMatchObject({ Price: 210_000, PublishPrice: true });
});

test.each([
  ['Grondoppervlakte', '4a 20ca', 'SurfaceGround', 420],
  ['Grondoppervlakte', '1ha 20a', 'SurfaceGround', 12_000],
  ['Grondoppervlakte', '22 are', 'SurfaceGround', 2_200],
  ['Beschikbaar', 'Onmiddellijk', 'Availability', 'immediately'],
  ['Beschikbaar', 'bij akte', 'Availability', 'at_deed'],
  ['EPC', 'C', 'EPCLabelText', 'C'],
  ['Transactie', 'verkocht', 'Status', 2],
  ['Transactie', 'Verhuurd', 'Goal', 1],
])('%s "%s" of an office is %s %s', async (column, cell, field, value) => {
  const table = openTable();
  const without = (id: number, more: Record<string, string>) => {
    const { Goal: _goal, ...row } = rowOf(id, { Transactie: 'te koop', ...more });
    return row;
  };
  const price = cell === 'Verhuurd' ? '950' : '300000';
  await table.done([without(80001, { Price: price, [column]: cell }), without(80002, {})]);
  expect(table.property(80001)[field]).toBe(value);
});

test('the reference of an agency confirms an odd value, and names a property that is left', async () => {
  const table = openTable();
  const cheap = rowOf(80001, { RecordFile: 'K-101', Price: '9' });
  const { plan } = await table.done([cheap, rowOf(80002)]);
  expect(plan.references).toEqual({ 80001: 'K-101', 80002: 'T-80002' });
  const odd = [{ field: 'Price', value: 9 }];
  const skipped = [{ id: 80001, why: remark('REMARK_NO_PHOTOS'), isNew: true, odd }];
  const left = { ...plan, skipped, notes: [] };
  expect(
    importInWords({ ok: true, plan: left, notes: [], pictures: { fetched: 0, failed: [] }, unfinished: [] }, false),
  ).toMatch(/! 80001 \(K-101\) .*--accept 80001/);
  expect(skippedIn(await table.done([cheap, rowOf(80002)], { accept: ['K-101'] }))).toEqual([]);
});

test('a reference that is the number of another property confirms that one only', async () => {
  const table = openTable();
  const rows = [rowOf(80001, { RecordFile: '80002', Price: '9' }), rowOf(80002, { Price: '8' })];
  const left = skippedIn(await table.done(rows, { accept: [80002] })).map(([id]) => id);
  expect(left).toEqual([80001]);
});

test('"let" may be offered or let, so it is not guessed', async () => {
  const { plan } = await openTable().done([rowOf(80001, { Goal: 'let', Price: '950' }), rowOf(80002)]);
  expect(skippedIn({ plan } as Done)).toEqual([[80001, expect.stringContaining('Goal "let" is not understood')]]);
});

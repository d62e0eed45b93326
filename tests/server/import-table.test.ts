import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { type Done, openTable, rowOf, type TableRow } from '../support/import-table.ts';
import { change } from '../support/small-content.ts';

let table: ReturnType<typeof openTable>;
beforeEach(() => {
  table = openTable();
});
const IDS = [80001, 80002, 80003, 80004, 80005];
const rows = (more: TableRow = {}) => IDS.map((id) => rowOf(id, more));
const without = (all: readonly TableRow[], name: string) =>
  all.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column !== name)));
const skippedIn = ({ plan }: Done) => plan.skipped.map(({ id, why }) => [id, why]);

describe('a whole table that lost something', () => {
  const FULL = { EnergyPerformance: '200', PublishPrice: 'nee', Marquee: '0', SurfaceLiving: '120' };

  test.each([...Object.keys(FULL), 'Price', 'Goal', 'PublishAddress', 'TypeDescription.nl'])(
    'is refused without its column %s, and changes nothing; --force takes it',
    async (name) => {
      await table.done(rows(FULL));
      const before = IDS.map((id) => table.property(id));
      await table.run(without(rows(FULL), name));
      // It is refused as often as it comes.
      const lost = await table.run(without(rows(FULL), name));
      expect(lost).toMatchObject({
        ok: false,
        problem: 'columns-missing',
        message: expect.stringContaining(name.split('.')[0]!),
      });
      expect(IDS.map((id) => table.property(id))).toEqual(before);
      // What the table does not say any more stays as it was.
      await table.done(without(rows(FULL), name), { force: true });
      expect(IDS.map((id) => table.property(id))).toEqual(before);
    },
  );

  test.each(['EnergyPerformance', 'Price', 'SurfaceLiving'])(
    'is refused when %s is empty in all rows',
    async (name) => {
      await table.done(rows(FULL));
      expect(await table.run(rows({ ...FULL, [name]: '' }))).toMatchObject({
        ok: false,
        problem: 'fields-missing',
        message: expect.stringContaining(`${name} (5 of 5 had it)`),
      });
    },
  );

  test('is refused when no property has a photograph any more', async () => {
    writeFileSync(join(table.exportDir, 'a.jpg'), await photograph());
    await table.done(rows({ Pictures: 'a.jpg' }));
    expect(await table.run(rows({ Pictures: '' }))).toMatchObject({ ok: false, problem: 'fields-missing' });
    expect(table.property(80001).XLargePictureItems).toHaveLength(1);
  });

  test('is refused when all properties change their state', async () => {
    await table.done(rows(FULL));
    expect(await table.run(rows({ ...FULL, Marquee: '3', Status: '2' }))).toMatchObject({
      ok: false,
      problem: 'states-changed',
    });
  });
});

const photograph = () =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#a64',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();

describe('one bad record is one bad record', () => {
  test('a value that is not plausible waits for somebody; the others are imported', async () => {
    await table.done(rows());
    const dear = [rowOf(80001, { Price: '325000000' }), ...rows({ Price: '310000' }).slice(1)];
    const result = await table.done(dear);
    expect(skippedIn(result)).toEqual([
      [80001, expect.stringMatching(/Price 325000000 is not between .*confirm it when it is right$/)],
    ]);
    expect([table.property(80001).Price, table.property(80002).Price]).toEqual([300_000, 310_000]);
    expect(skippedIn(await table.done(dear, { accept: [80001] }))).toEqual([]);
    expect(table.property(80001).Price).toBe(325_000_000);
    // What was accepted once is not asked again; another value is.
    expect(skippedIn(await table.done(dear))).toEqual([]);
    expect(skippedIn(await table.done([rowOf(80001, { Price: '425000000' }), ...dear.slice(1)]))).toHaveLength(1);
  });

  test.each<[string, TableRow, RegExp]>([
    ['a text that is no text', { 'DescriptionA.nl': 'x'.repeat(60_000) }, /DescriptionA\.nl: .*60000 characters/],
    ['a type nobody knows', { WebIDs: 'Other' }, /type "Other" is not known.*types/],
    ['a goal nobody knows', { Goal: 'misschien' }, /Goal "misschien"/],
    ['a town that is nowhere', { Zip: '9999', 'City.nl': 'Nergens' }, /9999 Nergens is not in cities\.json/],
  ])('%s leaves its property as it was', async (_what, more, why) => {
    await table.done(rows());
    const result = await table.done([
      rowOf(80001, { Price: '310000', ...more }),
      ...rows({ Price: '310000' }).slice(1),
    ]);
    expect(skippedIn(result)).toEqual([[80001, expect.stringMatching(why)]]);
    expect([table.property(80001).Price, table.property(80002).Price]).toEqual([300_000, 310_000]);
  });

  test('half a photograph is named and fetched again', async () => {
    const file = join(table.exportDir, 'half.jpg');
    const whole = await photograph();
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    const half = await table.done(rows({ Pictures: 'half.jpg' }));
    expect(half.pictures.failed).toMatchObject([{ reason: expect.stringMatching(/no whole JPEG.*cut off/) }]);
    expect(table.property(80001).XLargePictureItems).toEqual([]);
    writeFileSync(file, whole);
    expect((await table.done(rows({ Pictures: 'half.jpg' }))).pictures).toMatchObject({ fetched: 1, failed: [] });
  });

  test('a HEIC photograph is named as what it is', async () => {
    writeFileSync(join(table.exportDir, 'a.heic'), Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
    const { pictures } = await table.done([rowOf(80001, { Pictures: 'a.heic' })]);
    expect(pictures.failed).toMatchObject([{ reason: expect.stringMatching(/HEIC.*export it as JPEG/) }]);
  });

  test('files with other capitals or a backslash are found', async () => {
    writeFileSync(join(table.exportDir, 'FRONT.JPG'), await photograph());
    const { pictures } = await table.done([rowOf(80001, { Pictures: '.\\front.jpg' })]);
    expect(pictures).toMatchObject({ fetched: 1, failed: [] });
  });
});

describe('a place', () => {
  test.each([
    ['9030', 'Mariakerke (Gent)', 'Mariakerke'],
    ['9000', 'Gand', 'Gent'],
    ['9000', 'GHENT', 'Gent'],
    ['9031', 'drongen', 'Drongen'],
    ['2000', 'Anvers', 'Antwerpen'],
    ['B-1000', 'Bruxelles', 'Brussel'],
  ])('%s %s is found in the list of all towns, and added once', async (Zip, name, dutch) => {
    const result = await table.done([rowOf(80001, { Zip, 'City.nl': name }), rowOf(80002, { Zip, 'City.nl': name })]);
    expect(skippedIn(result)).toEqual([]);
    expect(table.property(80001)).toMatchObject({ City: { nl: dutch }, CountryID: 10 });
    const cities = JSON.parse(readFileSync(join(table.contentDir, 'cities.json'), 'utf8')) as {
      Name: { nl: string };
    }[];
    expect(cities.filter(({ Name }) => Name.nl === dutch)).toHaveLength(1);
    expect(readContent(table.contentDir).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test.each([
    ['50,94', '4,33', [50.94, 4.33], ''],
    ['4.33', '50.94', [50.94, 4.33], 'exchanged'],
    ['40.41', '-3.70', [undefined, undefined], 'left out'],
    ['0', '0', [undefined, undefined], ''],
  ])('%s, %s is in its town or nowhere', async (GoogleX, GoogleY, point, note) => {
    const { plan } = await table.done([rowOf(80001, { GoogleX, GoogleY })]);
    const { GoogleX: x, GoogleY: y } = table.property(80001);
    expect([x, y]).toEqual(point);
    expect(plan.notes.map((one) => one.note).join()).toContain(note);
  });
});

test('keys with letters get numbers, and keep them', async () => {
  const keyed = ['GRI-0042', 'a1b2', '20261126000123'].map((key) => rowOf(key));
  const { plan } = await table.done(keyed);
  expect(plan.added).toHaveLength(3);
  expect((await table.done(keyed)).plan).toMatchObject({ added: [], changed: [], same: 3 });
});

test('the first table after an update is taken, although the import before decided all fields', async () => {
  await table.done(rows({ EnergyPerformance: '200' }));
  change(join(table.dataDir, 'import/csv.json'), ({ columns: _, ...state }) => ({
    ...state,
    owned: ['Heating', 'Price'],
  }));
  expect(await table.run(rows())).toMatchObject({ ok: true });
});

test('a row without an ID is left out, and nothing is removed until it has one', async () => {
  await table.done(rows());
  const { plan, notes } = await table.done([rowOf('', { Price: '1' }), ...rows().slice(1)]);
  expect(plan).toMatchObject({ removed: [], same: 4 });
  expect(notes.join()).toContain('row 2 has no ID');
  const stays = 'it is not in the export, and stays until every record has a key';
  expect(plan.notes).toContainEqual({ id: 80001, note: stays });
  expect(existsSync(join(table.contentDir, 'properties/80001.json'))).toBe(true);
});

test('an ID that comes twice leaves its property as it was, and no other', async () => {
  await table.done(rows());
  const [first, second, ...others] = rows({ Price: '310000' }) as [TableRow, TableRow, ...TableRow[]];
  const { plan } = await table.done([first, second, { ...second, Price: '1' }, ...others]);
  expect(plan.changed.map(({ id }) => id)).toEqual([80001, 80003, 80004, 80005]);
  expect(plan.skipped).toEqual([
    { id: 80002, why: expect.stringContaining('80002 comes 2 times: rows'), isNew: false },
  ]);
});

test('a town that is misspelt is named with the one that was probably meant', async () => {
  const { plan } = await table.done([rowOf(80001, { 'City.nl': 'Meize' })]);
  expect(plan.skipped.map(({ why }) => why)).toEqual([expect.stringMatching(/; did you mean 1860 Meise\?$/)]);
});

test('a property without photographs is named once', async () => {
  const bare = [rowOf(80001, { Pictures: '' })];
  expect((await table.done(bare)).plan.notes).toEqual([{ id: 80001, note: 'it has no photographs' }]);
  expect((await table.done(bare)).plan.notes).toEqual([]);
});

test('a day that has not come is left out', async () => {
  const { plan } = await table.done([rowOf(80001, { CreatedDate: '2131-01-01' })]);
  expect(plan.notes).toEqual([{ id: 80001, note: 'CreatedDate 2131-01-01 is in the future and was left out' }]);
  expect(String(table.property(80001).CreatedDate) < '2131').toBe(true);
});

test('what an editor adds in fields that the table has no column for stays', async () => {
  await table.done(rows());
  const editor = {
    ...{ EnergyPerformance: 150, Marquee: 5, PublishPrice: false, GoogleX: 50.94, GoogleY: 4.33 },
    ...{ VirtualTour: 'https://tour.example/', PriceUnitText: { nl: 'k.k.' }, SurfaceLiving: 120 },
    XLargePictureItems: [{ Url: 'own.jpg' }],
  };
  change(join(table.contentDir, 'properties/80001.json'), (data) => ({ ...data, ...editor }));
  expect((await table.done(rows({ Price: '310000' }))).plan.notes).toEqual([]);
  expect(table.property(80001)).toMatchObject({ ...editor, Price: 310_000 });
});

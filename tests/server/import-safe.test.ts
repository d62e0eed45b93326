import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTable, rowOf, type TableRow } from '../support/import-table.ts';
import { change } from '../support/small-content.ts';

let table: ReturnType<typeof openTable>;
beforeEach(() => {
  table = openTable();
});
const IDS = [80001, 80002, 80003, 80004, 80005, 80006];
const rows = (more: TableRow = {}) => IDS.map((id) => rowOf(id, more));
const photographs = () => IDS.map((id) => (table.property(id).XLargePictureItems as unknown[]).length);

describe('what was hidden stays hidden', () => {
  test('when a table no longer says it, in all rows or in one', async () => {
    await table.done(rows({ PublishPrice: 'nee' }));
    await table.done(rows({ PublishPrice: '' }));
    expect(IDS.map((id) => table.property(id).PublishPrice)).toEqual(IDS.map(() => false));
    await table.done([rowOf(80001, { PublishPrice: 'ja' }), ...rows({ PublishPrice: '' }).slice(1)]);
    expect(IDS.map((id) => table.property(id).PublishPrice)).toEqual(IDS.map((id) => id === 80001));
  });

  test('when all of them would be shown at once, until somebody forces it', async () => {
    await table.done(rows({ PublishPrice: 'nee' }));
    expect(await table.run(rows({ PublishPrice: 'ja' }))).toMatchObject({ ok: false, problem: 'hidden-shown' });
    await table.done(rows({ PublishPrice: 'ja' }), { force: true });
    expect(table.property(80001).PublishPrice).toBe(true);
  });

  test.each<[string, (all: TableRow[]) => TableRow[]]>([
    ['one leaves', (all) => all.slice(1)],
    ['one is left as it was', ([first, ...all]) => [{ ...first, Zip: '8999' }, ...all]],
    ['a new one comes', (all) => [...all, rowOf(80099, { PublishPrice: 'nee' })]],
  ])('when all of them would be shown at once and %s', async (_what, how) => {
    await table.done(rows({ PublishPrice: 'nee' }));
    expect(await table.run(how(rows({ PublishPrice: 'ja' })))).toMatchObject({ problem: 'hidden-shown' });
  });

  test('by an editor, where the table never said it', async () => {
    await table.done(rows());
    change(join(table.contentDir, 'properties/80001.json'), (data) => ({ ...data, PublishPrice: false }));
    await table.done(rows({ Price: '310000' }));
    expect(table.property(80001)).toMatchObject({ PublishPrice: false, Price: 310_000 });
  });
});

test('what is sold stays for the archive when the table no longer has it, unless its owner objects', async () => {
  await table.done(rows());
  const edit = (id: number, more: object) =>
    change(join(table.contentDir, `properties/${id}.json`), (data) => ({ ...data, ...more }));
  edit(80001, { Status: 2 });
  edit(80002, { Status: 2, InArchive: false });
  const left = rows().slice(3);
  expect((await table.run(left, { force: true })).ok).toBe(true);
  const isKept = (id: number) => existsSync(join(table.contentDir, `properties/${id}.json`));
  expect(IDS.map(isKept)).toEqual([true, false, false, true, true, true]);
  // A site without an archive has no place for it.
  change(join(table.contentDir, 'routes.json'), (all) =>
    all.filter(({ name }: { name: string }) => name !== 'archive'),
  );
  expect((await table.run(left, { force: true })).ok).toBe(true);
  expect(isKept(80001)).toBe(false);
});

test('a property for rent stays for rent when a table no longer says it', async () => {
  const rents = rows({ Goal: 'te huur', Price: '950' });
  await table.done(rents);
  const { Goal: _, ...first } = rents[0]!;
  await table.done([{ ...first, Goal: '' }, ...rents.slice(1)]);
  expect(table.property(80001)).toMatchObject({ Goal: 1, Price: 950 });
});

describe('photographs that can no longer be had', () => {
  beforeEach(async () => {
    for (const id of IDS) {
      const colour = { r: id % 256, g: 90, b: 90 };
      const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
        .jpeg()
        .toBuffer();
      writeFileSync(join(table.exportDir, `${id}.jpg`), picture);
    }
    await table.done(IDS.map((id) => rowOf(id, { Pictures: `${id}.jpg` })));
    expect(photographs()).toEqual(IDS.map(() => 1));
  });

  test.each<[string, (id: number) => string]>([
    ['in a folder that was renamed', (id) => `foto/${id}.jpg`],
    ['under another ending', (id) => `${id}.jpeg`],
    ['at a server that is away', (id) => `http://127.0.0.1:9/${id}.jpg`],
    ['in words', () => 'zie map'],
  ])('%s: those of before stay', async (_name, source) => {
    const { plan } = await table.done(IDS.map((id) => rowOf(id, { Pictures: source(id) })));
    expect(photographs()).toEqual(IDS.map(() => 1));
    const note = 'none of its photographs could be had: those of before stay';
    expect(plan.notes.filter((one) => one.note === note).map(({ id }) => id)).toEqual(IDS);
  });

  test('leave one that an editor added, also when others come', async () => {
    change(join(table.contentDir, 'properties/80001.json'), (data) => ({
      ...data,
      XLargePictureItems: [...data.XLargePictureItems, { Url: 'own.jpg' }],
    }));
    await table.done(IDS.map((id) => rowOf(id, { Pictures: `foto/${id}.jpg` })));
    await table.done(IDS.map((id) => rowOf(id, { Pictures: `${id}.jpg` })));
    expect(table.property(80001).XLargePictureItems).toMatchObject([{}, { Url: 'own.jpg' }]);
  });

  test('beside the table any more: they are known', async () => {
    for (const id of IDS) rmSync(join(table.exportDir, `${id}.jpg`));
    await table.done(IDS.map((id) => rowOf(id, { Pictures: `${id}.jpg` })));
    expect(photographs()).toEqual(IDS.map(() => 1));
  });
});

test('a text that an editor removed stays away, and a new one comes', async () => {
  const titled = (nl: string, fr: string) => [rowOf(80001, { 'TypeDescription.nl': nl, 'TypeDescription.fr': fr })];
  await table.done(titled('Huis', 'Maison'));
  change(join(table.contentDir, 'properties/80001.json'), ({ TypeDescription: { fr: _, ...texts }, ...data }) => ({
    ...data,
    TypeDescription: texts,
  }));
  await table.done(titled('Huis', 'Maison'));
  expect(table.property(80001).TypeDescription).toEqual({ nl: 'Huis' });
});

test('a town of another postcode that is near is read as the town of the postcode, with a note', async () => {
  const { plan } = await table.done([rowOf(80001, { Zip: '1850', 'City.nl': 'Vilvoorde' })]);
  expect(plan.skipped).toEqual([]);
  expect(plan.notes.map((one) => one.note)).toContain('1850 Vilvoorde is read as 1850 Grimbergen');
});

test.each([
  ['BE 1860', 'Meise'],
  ['1860.0', 'Meise'],
  ['', '1860 Meise'],
])('postcode "%s" and town "%s" are 1860 Meise', async (Zip, town) => {
  const { plan } = await table.done([rowOf(80001, { Zip, 'City.nl': town })]);
  expect(plan.skipped).toEqual([]);
  expect(table.property(80001)).toMatchObject({ Zip: '1860', City: { nl: 'Meise' } });
});

import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  contentDir,
  dutch,
  exportDir,
  layOutExport,
  property,
  type Row,
  run,
  runWhile,
} from '../support/import-export.ts';
import { change } from '../support/small-content.ts';

const fileOf = (id: number) => join(contentDir, `properties/${id}.json`);

beforeEach(async () => {
  await layOutExport();
  await run();
  // Saved again: the pictures are fetched once more.
  for (const name of ['front.jpg', 'garden.png']) utimesSync(join(exportDir, name), 1, 1);
  const dearer = (row: Row): Row => ({ ...row, Price: '555000' });
  dutch((rows) => rows.map(dearer));
  change(join(exportDir, 'omnicasa.fr.json'), (rows: Row[]) => rows.map(dearer));
});

test('what an editor saves while pictures are fetched stays, beside what the export changes', async () => {
  const result = await runWhile(() =>
    change(fileOf(70001), (data) => ({
      ...data,
      Zoning: 'Wg',
      Price: 1,
      XLargePictureItems: data.XLargePictureItems.map((item: object) => ({ ...item, Name: { nl: 'Gevel' } })),
    })),
  );
  expect(result.plan.changed.map(({ id }: { id: number }) => id)).toContain(70001);
  // What the editor changed stays, also where the export changed the same.
  expect(property(70001)).toMatchObject({ Price: 1, Zoning: 'Wg' });
  expect(property(70001).XLargePictureItems[0].Name).toMatchObject({ nl: 'Gevel' });
  expect((await run()).plan.changed).toEqual([]);
});

test('a file that an editor removes meanwhile is written as the export has it', async () => {
  await runWhile(() => rmSync(fileOf(70001), { force: true }));
  expect(property(70001)).toMatchObject({ ID: 70001, Price: 555000 });
});

test('a language that only an editor gave to a text stays; one that the export gave leaves with it', async () => {
  const french = join(exportDir, 'omnicasa.fr.json');
  change(fileOf(70002), (data) => ({ ...data, DescriptionA: { ...data.DescriptionA, de: 'Von mir übersetzt' } }));
  await run();
  expect(property(70002).DescriptionA).toMatchObject({ de: 'Von mir übersetzt' });
  expect((await run()).plan.changed).toEqual([]);

  change(french, (rows: Row[]) => rows.map((row) => ({ ...row, DescriptionA: '' })));
  await run();
  expect(property(70001).DescriptionA).toEqual({ nl: 'Vier slaapkamers.\nStille straat.' });
});

test('languages that editors added are none that the export lost', async () => {
  for (const id of [70001, 70002, 70003])
    change(fileOf(id), (data) => ({ ...data, TypeDescription: { ...data.TypeDescription, de: 'Haus' } }));
  expect(await run()).toMatchObject({ code: 0 });
  expect(property(70001).TypeDescription).toMatchObject({ de: 'Haus' });
});

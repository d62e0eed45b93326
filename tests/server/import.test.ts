import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { readPropertyFiles } from '../../src/features/import/property-file.server.ts';
import { testFolder } from '../support/folder.ts';
import {
  contentDir,
  dataDir,
  dutch,
  EXPORTS,
  exportDir,
  layOutExport,
  property,
  run,
  snapshot,
} from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';
import { change } from '../support/small-content.ts';

beforeEach(layOutExport);

describe('an import from Omnicasa', () => {
  test('yields properties with merged languages, parsed numbers and towns in their own spelling', async () => {
    change(join(contentDir, 'settings/import.json'), (data) => ({
      ...data,
      fields: { omnicasa: { FloodP: 'PScore' } },
    }));
    expect(await run()).toMatchObject({
      code: 0,
      plan: { added: [70001, 70002, 70003], changed: [], removed: [], skipped: [] },
    });
    expect(property(70001)).toMatchObject({
      $schema: '../schemas/property.json',
      RecordFile: 'N-70001',
      Goal: 0,
      Price: 549000,
      TypeDescription: { nl: 'Ruime villa met tuin', fr: 'Villa spacieuse avec jardin' },
      DescriptionA: { nl: 'Vier slaapkamers.\nStille straat.', fr: 'Quatre chambres.' },
      City: { nl: 'Grimbergen' },
      CountryID: 10,
      GoogleX: 50.934,
      SurfaceLiving: 212,
      SurfaceGround: 865,
      NumberOfBedRooms: 4,
      HasCellar: true,
      Condition: 'renovated',
      OrientationGarden: 'SW',
      Glazing: 'double',
      EnergyPerformance: 187.5,
      PScore: 'B',
      Manager: 'wim-proost',
      CreatedDate: '2026-09-02 10:15:00',
      Source: 'omnicasa',
      XLargePictureItems: [{ Name: { nl: 'Voorgevel', fr: 'Façade' } }, { Name: { fr: 'Jardin' } }],
    });
    for (const absent of [
      'BoxNr',
      'MarqueeName',
      'DescriptionB',
      'EPCLabelText',
      'VirtualTour',
      'SurfaceTotal',
      'NumberOfGarages',
    ])
      expect(property(70001)).not.toHaveProperty(absent);
    expect(property(70002)).toMatchObject({ Goal: 1, Price: 1150, PublishAddress: false, WebIDs: '2' });
    expect(property(70002)).not.toHaveProperty('DateFree');
    expect(readContent(contentDir).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('shows a take-over for sale, says so, and omits what is not on offer', async () => {
    const { plan } = await run();
    expect(property(70003)).toMatchObject({ Goal: 0, PriceUnitText: { nl: 'overname handelsfonds' } });
    expect(plan.notes).toContainEqual({ id: 70003, note: expect.stringMatching(/take-over \(Goal 2\)/) });
    expect(existsSync(join(contentDir, 'properties/70004.json'))).toBe(false);
  });

  test('stores a photograph once, under the hash of its content', async () => {
    await run();
    const [first] = property(70001).XLargePictureItems;
    expect(first.Url).toMatch(/^imported\/[0-9a-f]{2}\/[0-9a-f]{20}\.jpg$/);
    expect(property(70002).XLargePictureItems[0].Url).toBe(first.Url);
    expect(readFileSync(join(contentDir, 'media', first.Url))).toEqual(readFileSync(join(exportDir, 'front.jpg')));
  });

  test('changes no file the second time', async () => {
    await run();
    const before = snapshot();
    expect(await run()).toMatchObject({
      code: 0,
      plan: { added: [], changed: [], removed: [], same: 3 },
      pictures: { fetched: 0 },
    });
    expect(snapshot()).toEqual(before);
  });

  test('with --dry-run reports the fields that would change and changes nothing', async () => {
    await run();
    dutch((rows) =>
      rows
        .filter(({ ID }) => ID !== 70003)
        .map((row) => (row.ID === 70001 ? { ...row, NumberOfBedRooms: 5, Marquee: 5 } : row)),
    );
    const before = snapshot();
    change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, maxRemovedPercent: 50 }));
    const preview = await run('--dry-run');
    expect(preview.plan).toMatchObject({
      changed: [{ id: 70001, fields: expect.arrayContaining(['NumberOfBedRooms', 'Marquee']) }],
      removed: [70003],
    });
    expect(snapshot().filter((line) => !line.startsWith('settings/import.json'))).toEqual(
      before.filter((line) => !line.startsWith('settings/import.json')),
    );
  });

  test('leaves to editors the fields it does not decide about, and what they changed', async () => {
    await run();
    change(join(contentDir, 'properties/70001.json'), (data) => ({ ...data, Zoning: 'Wg', Price: 1 }));
    dutch((rows) => rows.map((row) => (row.ID === 70001 ? { ...row, HasCellar: '-' } : row)));
    expect((await run()).plan.notes).toContainEqual({
      id: 70001,
      note: 'Price of an editor stays; the export has 549000',
    });
    expect(property(70001)).toMatchObject({ Zoning: 'Wg', Price: 1 });
    expect(property(70001)).not.toHaveProperty('HasCellar');
  });
});

describe('a property that left the import', () => {
  test('is gone, not deleted, and returns with the texts of editors', async () => {
    await run();
    change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, maxRemovedPercent: 50 }));
    change(join(contentDir, 'properties/70003.json'), (data) => ({ ...data, Zoning: 'Wg' }));
    dutch((rows) => rows.filter(({ ID }) => ID !== 70003));
    expect(await run()).toMatchObject({ plan: { removed: [70003] } });
    expect(existsSync(join(contentDir, 'properties/70003.json'))).toBe(false);
    expect(existsSync(join(contentDir, 'gone/70003.json'))).toBe(true);
    cpSync(join(EXPORTS, 'omnicasa.nl.json'), join(exportDir, 'omnicasa.nl.json'));
    expect(await run()).toMatchObject({ plan: { added: [], returned: [70003] } });
    expect(property(70003)).toMatchObject({ Zoning: 'Wg' });
    expect(existsSync(join(contentDir, 'gone/70003.json'))).toBe(false);
  });

  test('properties made by editors are never changed', async () => {
    await run();
    expect(existsSync(join(contentDir, 'properties/35187.json'))).toBe(true);
    expect((await run()).plan.removed).toEqual([]);
  });
});

test('a table becomes properties, with columns named as in the settings', async () => {
  change(join(contentDir, 'settings/import.json'), (data) => ({
    ...data,
    fields: { csv: { Titel: 'TypeDescription.nl' } },
  }));
  cpSync(join(EXPORTS, 'properties.csv'), join(exportDir, 'properties.csv'));
  const { code } = await runCommand(['import', join(exportDir, 'properties.csv'), '--from', 'csv'], {
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
  });
  expect(code).toBe(0);
  expect(property(80001)).toMatchObject({
    TypeDescription: { nl: 'Huis met zicht', fr: 'Maison avec vue' },
    Price: 399000,
    PublishAddress: false,
    Source: 'csv',
  });
  expect(property(80001).XLargePictureItems.length).toBe(2);
  expect(property(80002)).toMatchObject({ TypeDescription: { nl: 'Flat; gelijkvloers' }, Goal: 1 });
});

test('estates of SweepBright are added one by one, and the others stay', async () => {
  const [estate, folder] = [JSON.parse(readFileSync(join(EXPORTS, 'sweepbright.json'), 'utf8')), testFolder()];
  const bring = async (...ids: string[]) => {
    for (const id of ids) {
      const text = JSON.stringify({ ...estate, id, images: [], settings: { reference: id } });
      writeFileSync(join(folder, 'estate.json'), text);
      const { code, errors } = await runCommand(['import', folder, '--from', 'sweepbright'], {
        CONTENT_DIR: contentDir,
        DATA_DIR: dataDir,
      });
      expect([code, errors]).toEqual([0, expect.stringMatching(/^Data folder/)]);
    }
  };
  await bring('aaaaaaaa-0001', 'aaaaaaaa-0002');
  const stored = [...readPropertyFiles(contentDir).values()].filter(({ data }) => data.Source === 'sweepbright');
  expect(stored.map(({ data, isGone }) => [data.RecordFile, isGone])).toEqual([
    ['aaaaaaaa-0001', false],
    ['aaaaaaaa-0002', false],
  ]);
});

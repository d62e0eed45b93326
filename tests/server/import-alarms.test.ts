import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectionFindings, importFindings } from '../../src/features/import/import-report.server.ts';
import {
  contentDir,
  dataDir,
  dutch,
  exportDir,
  layOutExport,
  property,
  run,
  snapshot,
} from '../support/import-export.ts';
import { change } from '../support/small-content.ts';

beforeEach(layOutExport);

describe('an implausible import changes nothing and raises an alarm', () => {
  test.each<[string, () => void, RegExp]>([
    [
      'cut off',
      () => writeFileSync(join(exportDir, 'omnicasa.nl.json'), '{"GetPropertyListJsonResult": {'),
      /is not JSON/,
    ],
    [
      'empty',
      () => {
        dutch(() => []);
        writeFileSync(join(exportDir, 'omnicasa.fr.json'), '[]');
      },
      /contains no properties/,
    ],
    [
      'a refusal',
      () =>
        writeFileSync(
          join(exportDir, 'omnicasa.nl.json'),
          '{"GetPropertyListJsonResult": {"Success": false, "Message": "No access"}}',
        ),
      /No access/,
    ],
    [
      'less than it promises',
      () =>
        change(join(exportDir, 'omnicasa.nl.json'), (data) => {
          data.GetPropertyListJsonResult.Value.RowsCount = 40;
          data.GetPropertyListJsonResult.Value.To = 40;
          return data;
        }),
      /4 of 40 announced/,
    ],
    [
      'too small all at once',
      () => {
        dutch((rows) => rows.slice(1, 2));
        writeFileSync(join(exportDir, 'omnicasa.fr.json'), '[]');
      },
      /remove 2 of 3 properties, more than 30 % \(settings\/import\.json\): 70001, 70003;/,
    ],
    [
      'without one of its languages',
      () => rmSync(join(exportDir, 'omnicasa.fr.json')),
      /has no text in fr, which the import before had/,
    ],
  ])('%s', async (_name, spoil, message) => {
    await run();
    expect(importFindings(dataDir)).toMatchObject([{ state: 'ok' }]);
    spoil();
    const before = snapshot();
    expect(await run()).toMatchObject({ code: 1, ok: false, message: expect.stringMatching(message) });
    expect(snapshot()).toEqual(before);
    expect(importFindings(dataDir)).toMatchObject([
      { name: 'import omnicasa', state: 'fail', message: expect.stringMatching(message) },
    ]);
  });

  test('a property that cannot be shown stays as it was and is named with the reason', async () => {
    await run();
    dutch((rows) => rows.map((row) => (Number(row.ID) === 70002 ? { ...row, Zip: '9999', City: 'NERGENS' } : row)));
    const { code, plan } = await run();
    expect([code, plan.removed]).toEqual([0, []]);
    expect(plan.skipped).toEqual([
      { id: 70002, isNew: false, why: expect.stringMatching(/9999 Nergens is not in cities\.json/) },
    ]);
    expect(property(70002)).toMatchObject({ Zip: '1800' });
  });

  test('a file that is not a picture is left out and named; the property is imported', async () => {
    writeFileSync(join(exportDir, 'garden.png'), '<html>not found</html>');
    const { code, pictures } = await run();
    expect([code, property(70001).XLargePictureItems.length]).toEqual([0, 1]);
    expect(pictures.failed).toEqual([
      { id: 70001, source: 'garden.png', reason: expect.stringMatching(/is no JPEG .*, PNG or WebP/) },
    ]);
    rmSync(join(exportDir, 'front.jpg'));
    dutch((rows) =>
      rows.map((row) => ({ ...row, XLargePictureItems: [{ Url: '../fixtures/agency/settings/site.json' }] })),
    );
    expect((await run()).pictures.failed[0]).toMatchObject({ reason: 'is not beside the export' });
  });
});

test('a URL of a CRM that is never requested is found before an import', () => {
  const connections = { whise: { url: 'https://10.0.0.5/' }, skarabee: { url: 'https://weblink.example/' } };
  change(join(contentDir, 'settings/import.json'), (data) => ({ ...data, connections }));
  expect(connectionFindings(contentDir, 'public')).toEqual([
    { name: 'import whise', state: 'fail', message: expect.stringContaining('10.0.0.5 is not a public address') },
  ]);
  expect(connectionFindings(contentDir, 'any')).toEqual([]);
});

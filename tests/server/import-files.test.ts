import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readExport } from '../../src/commands/read-export.ts';
import { withPictureFolders } from '../../src/features/import/pictures.server.ts';
import { csv } from '../../src/importers/csv.ts';
import { english } from '../support/english.ts';
import { testFolder } from '../support/folder.ts';
import { workbookOf, workbookWith } from '../support/workbook.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
  mkdirSync(join(root, 'content'));
});
/** What the importer of tables reads of a file with this content. */
function readFile(name: string, content: Buffer | string) {
  writeFileSync(join(root, name), content);
  return readExport(csv, join(root, name), false, { contentDir: join(root, 'content') });
}

describe('an Excel workbook', () => {
  test('is read as a table: numbers are numbers, whatever their decimals', async () => {
    const reading = await readFile(
      'panden.xlsx',
      workbookOf([
        ['ID', 'Titel', 'Prijs', 'EPC', 'CreatedDate', 'Bewoonbare oppervlakte'],
        ['A-1', 'Huis & tuin', 325_000, 182.345, 46_346, 125.5],
        [],
        ['A-2', 'Flat', '325.000 €', '95', '20/11/2026', ''],
      ]),
    );
    expect(reading.ok && reading.properties.map(({ sourceId, facts }) => [sourceId, facts])).toMatchObject([
      [
        'A-1',
        {
          TypeDescription: { nl: 'Huis & tuin' },
          Price: 325_000,
          EnergyPerformance: 182.345,
          CreatedDate: '2026-11-20',
        },
      ],
      ['A-2', { Price: 325_000, EnergyPerformance: 95, CreatedDate: '2026-11-20' }],
    ]);
  });

  test('that is broken is named as what it is', async () => {
    const broken = workbookOf([['ID'], ['1']]).subarray(0, 300);
    expect(await readFile('panden.xlsx', broken)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Excel workbook that cannot be read .*save it as CSV/),
    });
  });
});

const TEXT = 'ID;Titel;Price\r\n1;Rijhuis met café, 3 façades à la Œuvre – l’été;325.000\r\n';
const bytes = (codes: Record<string, number>) =>
  Buffer.from([...TEXT].map((sign) => codes[sign] ?? sign.charCodeAt(0)));

describe('a table in the code page of its program', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT), null],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), null],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'UTF-16'],
    ['UTF-16 the other way round', Buffer.from(TEXT, 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252', bytes({ Œ: 0x8c, '–': 0x96, '’': 0x92 }), 'Windows-1252'],
    ['Mac', bytes({ é: 0x8e, ç: 0x8d, à: 0x88, Œ: 0xce, '–': 0xd0, '’': 0xd5 }), 'Mac OS Roman'],
  ])('%s', async (_name, content, page) => {
    const reading = await readFile('panden.csv', content);
    expect(reading.ok && reading.properties[0]?.facts).toMatchObject({
      TypeDescription: { nl: 'Rijhuis met café, 3 façades à la Œuvre – l’été' },
      Price: 325_000,
    });
    const notes = reading.ok ? english(reading.notes) : [reading.message];
    expect(notes.filter((note) => note.includes(' read as ') && !note.startsWith('column'))).toEqual(
      page ? [expect.stringContaining(`read as ${page}`)] : [],
    );
  });

  test('DOS 850', async () => {
    const dos = Buffer.from(
      [...'ID;Titel\r\n1;caf', 0x82, ...' fa', 0x87, 'ade'].flatMap((one) =>
        typeof one === 'number' ? one : [...one].map((sign) => sign.charCodeAt(0)),
      ),
    );
    const reading = await readFile('panden.csv', dos);
    expect(reading.ok && reading.properties[0]?.facts.TypeDescription).toEqual({ nl: 'café façade' });
  });
});

test.each([
  ['sep=;\r\nID;Titel\r\n1;Huis', 'Huis'],
  ['sep=,\nID,Titel\n1,Huis', 'Huis'],
  ['ID;Titel\r1;Huis\r', 'Huis'],
  ['ID;Titel\n1;Tuin met 3" pijp', 'Tuin met 3" pijp'],
  ['ID;Titel\n1;Huis "De Linde"', 'Huis "De Linde"'],
  ['ID;Titel\n1;"Huis\nmet tuin"', 'Huis\nmet tuin'],
  ['ID;TITEL\n1;Huis', 'Huis'],
])('%j is a table', async (text, title) => {
  const reading = await readFile('panden.csv', text);
  expect(reading.ok && reading.properties[0]?.facts.TypeDescription).toEqual({ nl: title });
});

test('a row with too few cells is refused, and the others are read', async () => {
  const reading = await readFile('panden.csv', 'ID;Titel;Price\n1;Huis\n2;Flat;300000');
  expect(reading.ok && english(reading.properties).map(({ sourceId, unusable }) => [sourceId, unusable])).toEqual([
    ['1', expect.stringMatching(/row 2 has 2 cells and the first line 3/)],
    ['2', undefined],
  ]);
});

test.each([
  ['kyero.xml', '<?xml version="1.0"?><root><kyero><feed_version>3</feed_version></kyero></root>', /Kyero/],
  ['openimmo.xml', '<?xml version="1.0"?><openimmo></openimmo>', /OpenImmo/],
  ['other.xml', '<?xml version="1.0"?><list/>', /is XML/],
  ['list.json', '[{"ID":1}]', /is JSON/],
  ['export.blm', '#HEADER#\nVersion : 3', /BLM/],
  ['a.pdf', '%PDF-1.7', /PDF/],
  ['a.html', '<!DOCTYPE html><h1>Login</h1>', /web page/],
  ['empty.csv', '', /is empty/],
])('%s is named as what it is', async (name, text, what) => {
  expect(await readFile(name, text)).toMatchObject({ ok: false, message: expect.stringMatching(what) });
});

test('a row without photographs gets those of the folder with its reference or its key', async () => {
  for (const file of ['R-1/10.jpg', 'R-1/2.JPG', 'R-1/notes.txt', '3/a.png', '../out.jpg']) {
    mkdirSync(dirname(join(root, 'export', file)), { recursive: true });
    writeFileSync(join(root, 'export', file), '');
  }
  const reading = await readFile('panden.csv', 'ID;RecordFile;Titel\n1;R-1;Huis\n2;..;Flat\n3;R-3;Villa\n4;R-4;Loft');
  const done = withPictureFolders(reading.ok ? reading : expect.fail(reading.message), join(root, 'export'));
  expect(done.properties.map(({ pictures }) => pictures.map(({ source }) => source))).toEqual([
    ['R-1/2.JPG', 'R-1/10.jpg'],
    [],
    ['3/a.png'],
    [],
  ]);
  expect(done.owned).toContain('XLargePictureItems');
  expect(withPictureFolders(reading as never, join(root, 'content'))).toBe(reading);
});

test('all visible sheets of a workbook that hold properties are read, and the others are named', async () => {
  const head = ['ID', 'Titel', 'Prijs'];
  const book = workbookWith(
    { name: 'oud & weg', rows: [head, ['9', 'Oud', 1]], isHidden: true },
    { name: 'Info', rows: [['Pandenlijst van het kantoor']] },
    { name: 'Te koop', rows: [head, ['1', 'Huis', 300_000]] },
    { name: 'Te huur', rows: [head, ['2', 'Flat', 950]] },
  );
  const reading = english(await readFile('panden.xlsx', book));
  if (!reading.ok) return expect.fail(reading.message);
  expect(reading.properties.map(({ sourceId }) => sourceId)).toEqual(['1', '2']);
  expect(reading.notes.join()).toContain('panden.xlsx, Info has no columns of properties and is not read');
});

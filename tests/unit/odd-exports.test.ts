import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { csv } from '../../src/importers/csv.ts';
import { decodeExport } from '../../src/importers/importer.ts';
import { omnicasa } from '../../src/importers/omnicasa.ts';
import { momentOf, plainTextOf } from '../../src/importers/source-values.ts';
import { english } from '../support/english.ts';

const settings = importSettings.parse({});
const table = (text: string) => english(csv.read([{ name: 'p.csv', text }], settings));
const list = (text: string) => english(omnicasa.read([{ name: 'p.json', text }], settings));
/** The only property of a table with these columns. */
const one = (columns: string, values: string) => {
  const reading = table(`ID;${columns}\n7;${values}`);
  return reading.ok ? reading.properties[0]! : expect.fail(reading.message);
};

describe('a value that is not understood is named, and nothing is made up', () => {
  test('a price in words is a price on request', () => {
    const { facts, notes } = one('Price', 'op aanvraag');
    expect([facts.Price, facts.PublishPrice]).toEqual([0, undefined]);
    expect(notes).toEqual(['Price "op aanvraag" is no number: the price is shown as on request']);
    expect(one('Price', '1.250,50').facts).toMatchObject({ Price: 1250.5 });
  });

  test('a permission in other words hides', () => {
    const { facts, notes } = one('PublishPrice;PublishAddress', 'misschien;perhaps');
    expect([facts.PublishPrice, facts.PublishAddress]).toEqual([false, false]);
    expect(notes).toEqual([expect.stringMatching(/^PublishPrice .*hidden/), expect.stringMatching(/^PublishAddress/)]);
  });

  test('a date that does not exist is left out', () => {
    const { facts, notes } = one('CreatedDate', '31/02/2026');
    expect([facts.CreatedDate, notes]).toEqual([
      undefined,
      ['CreatedDate "31/02/2026" is not understood and was left out'],
    ]);
    expect(one('CreatedDate', '20/11/2026').facts.CreatedDate).toBe('2026-11-20');
  });
});

test.each([
  ['20/11/2026', '2026-11-20'],
  ['3-1-2026 14:30', '2026-01-03 14:30'],
  ['2026-07-01T22:30:00Z', '2026-07-02 00:30:00'],
  ['2026-07-01T10:00:00+02:00', '2026-07-01 10:00:00'],
  ['2026-07-01T10:00:00', '2026-07-01 10:00:00'],
  ['31/11/2026', null],
  ['11/20/2026', null],
])('the moment %s is %s in Brussels', (text, moment) => expect(momentOf(text)).toBe(moment));

test.each([
  ['<p>Huis <b>te koop</b> &amp; tuin</p><p>Met<br>garage</p>', 'Huis te koop & tuin\n\nMet\ngarage'],
  ['<script>alert(1)</script>Huis', 'Huis'],
  ['kamer < 10 m² en > 5 m²', 'kamer < 10 m² en > 5 m²'],
  ['Villa & tuin', 'Villa & tuin'],
])('the text %j is %j without its HTML', (html, text) => expect(plainTextOf(html)).toBe(text));

test('texts of an export lose their tags, and numbers and file names are no alternative texts', () => {
  const row = {
    ID: 7,
    TypeDescription: '<b>Huis</b>',
    Language: 'nl',
    XLargePictureItems: ['5', 'IMG_0021', 'voor.jpg', 'De <i>tuin</i>'].map((Name, at) => ({ Url: `${at}.jpg`, Name })),
  };
  const reading = list(JSON.stringify([row]));
  const [property] = reading.ok ? reading.properties : [];
  expect(property?.facts.TypeDescription).toEqual({ nl: 'Huis' });
  expect(property?.pictures.map(({ alt }) => alt)).toEqual([undefined, undefined, undefined, { nl: 'De tuin' }]);
});

test('properties that are not on offer are counted and named', () => {
  const rows = [...Array.from({ length: 12 }, (_, at) => `${at + 1};5;0`), '20;1;0', '21;3;0'].join('\n');
  const reading = table(`ID;Status;Goal\n${rows}`);
  if (!reading.ok) throw new Error(reading.message);
  expect(reading.properties.map(({ sourceId }) => sourceId)).toEqual(['20']);
  expect(reading.notes).toEqual([
    '12 properties are not on offer (status 5) and left out: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …',
    '1 property is not on offer (status 3) and left out: 21',
  ]);
});

test.each([
  ['', 'p.json is empty: the CRM sent nothing'],
  ['<!DOCTYPE html><h1>502</h1>', 'p.json is a web page instead of an export, such as an error page'],
  ['[{"ID": 1', 'p.json is not JSON: was the download cut off?'],
  ['[null]', 'no row of the export has a number (ID)'],
  ['["x"]', 'no row of the export has a number (ID)'],
])('an export that is %j says what it is', (text, message) => expect(list(text)).toMatchObject({ ok: false, message }));

test('a table that is a web page says so', () =>
  expect(table('<html><body>Login</body></html>')).toMatchObject({
    ok: false,
    message: expect.stringContaining('web page'),
  }));

describe('the encoding of an export', () => {
  test.each<[string, Buffer, RegExp | null]>([
    ['UTF-8', Buffer.from('Liège', 'utf8'), null],
    ['UTF-8 with its mark', Buffer.from('\ufeffLiège', 'utf8'), null],
    ['UTF-16', Buffer.from('\ufeffLiège', 'utf16le'), /^p\.csv was read as UTF-16$/],
    ['Windows-1252', Buffer.from('Liège', 'latin1'), /^p\.csv is not UTF-8 and was read as Windows-1252/],
  ])('%s is read, and another than UTF-8 is told', (_, bytes, said) => {
    const { file, note } = english(decodeExport('p.csv', bytes));
    expect(file.text).toBe('Liège');
    expect(said ? said.test(note ?? '') : note === null).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { importSettings } from '../../src/features/import/settings.ts';
import { omnicasa } from '../../src/importers/omnicasa.ts';
import { english } from '../support/english.ts';

const settings = importSettings.parse({});
const row = (ID: number, more: object = {}) => ({ ID, Goal: 0, Status: 1, WebID: 1, ...more });
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));
/** A page as it was recorded: the last one says up to where it was asked for, not how far the list goes. */
const page = (name: string, Items: object[], { From = 1, To = 50, RowsCount = Items.length } = {}) => ({
  name,
  text: JSON.stringify({
    GetPropertyListJsonResult: { Code: 0, Success: true, Value: { From, To, RowsCount, Items } },
  }),
});
const second = { From: 51, To: 100, RowsCount: 84 };
const read = (...files: Parameters<typeof omnicasa.read>[0]) => english(omnicasa.read(files, settings));
const factsOf = (more: object, given = settings) => {
  const reading = english(omnicasa.read([page('a.nl.json', [row(1, more)])], given));
  return reading.ok ? reading.properties[0]!.facts : reading;
};

describe('pages of a list', () => {
  const first = page('1.nl.json', rows(1, 50), { RowsCount: 84 });

  test('the last page holds fewer properties than were asked for', () => {
    const reading = read(first, page('2.nl.json', rows(51, 84), second));
    expect(reading.ok && reading.properties.map(({ sourceId }) => Number(sourceId))).toEqual(
      rows(1, 84).map(({ ID }) => ID),
    );
  });

  test.each([
    ['a page is missing', [first], /1\.nl\.json holds 50 of 84 announced properties/],
    ['a page is cut off', [first, page('2.nl.json', rows(51, 80), second)], /2\.nl\.json holds 30 of 34/],
    [
      'a property moved to the next page while it was read',
      [first, page('2.nl.json', rows(50, 83), second)],
      /1\.nl\.json, 2\.nl\.json holds 83 of 84/,
    ],
    [
      'the list became shorter while it was read',
      [first, page('2.nl.json', rows(51, 83), { ...second, RowsCount: 83 })],
      /changed while it was read \(1\.nl\.json, 2\.nl\.json announce 84 and 83 properties\)/,
    ],
    [
      'one language is not complete',
      [first, page('2.nl.json', rows(51, 84), second), page('1.fr.json', rows(1, 50), { RowsCount: 84 })],
      /1\.fr\.json holds 50 of 84 announced properties in fr/,
    ],
  ])('%s: nothing is taken', (_what, files, message) => {
    expect(read(...files)).toEqual({ ok: false, problem: 'incomplete', message: expect.stringMatching(message) });
  });

  test('a GetProperty response is one property, and the others stay', () => {
    const text = JSON.stringify({ GetPropertyJsonResult: { Code: 0, Success: true, Value: row(7, { Price: 1000 }) } });
    expect(read({ name: 'one.nl.json', text })).toMatchObject({
      ok: true,
      isPartial: true,
      properties: [{ sourceId: '7' }],
    });
    expect(read(first, page('2.nl.json', rows(51, 84), second))).toMatchObject({ isPartial: false });
  });
});

test.each([
  ['XLargePictureItems', [{ Url: 'x.jpg', ID: 3 }], [{ source: 'x.jpg', id: 3 }]],
  ['MediumPictures', ['m.jpg', ''], [{ source: 'm.jpg' }]],
  ['SmallPictures', [{ Url: 's.jpg' }], [{ source: 's.jpg' }]],
  ['LargePicture', 'one.jpg', [{ source: 'one.jpg' }]],
])('photographs are read from %s', (field, value, pictures) => {
  const reading = read(page('a.nl.json', [row(1, { [field]: value, SmallPictureItems: [] })]));
  expect(reading.ok && reading.properties[0]!.pictures).toEqual(pictures);
});

test('the largest photographs are taken where a property has several sizes', () => {
  const sizes = {
    LargePicture: 'one.jpg',
    LargePictureItems: [{ Url: 'l.jpg' }],
    SmallPictureItems: [{ Url: 's.jpg' }],
  };
  const reading = read(page('a.nl.json', [row(1, sizes)]));
  expect(reading.ok && reading.properties[0]!.pictures).toEqual([{ source: 'l.jpg' }]);
});

test.each([
  [{ FreeAvailable: 1 }, { Availability: 'at_deed' }],
  [{ AvailableID: '5' }, { Availability: 'immediately' }],
  [{ HeatingB: 15, Heating: 8 }, { Heating: 'heat_pump' }],
  [{ HeatingB: 0, Heating: 8 }, { Heating: 'collective' }],
  [{ AreaApplication: 22 }, { Zoning: 'WgLk' }],
  [
    { DescriptionA: '<p style="x">Mooi<br />huis</p><p>Met:</p><ul><li>tuin</li><li>garage</li></ul>' },
    {
      DescriptionA: { nl: 'Mooi\nhuis\n\nMet:\n\n- tuin\n- garage' },
    },
  ],
])('%j becomes %j', (given, facts) => {
  expect(factsOf(given)).toMatchObject(facts);
});

test('codes without a meaning are left out, and unknown ones are named', () => {
  expect(factsOf({ FreeAvailable: 4 })).not.toHaveProperty('Availability');
  const reading = read(page('a.nl.json', [row(1, { AreaApplication: 99 })]));
  expect(reading.ok && reading.properties[0]!.notes).toEqual(['Zoning "99" is not understood and was left out']);
});

test('an agency says in its settings what its numbers of Marquee mean', () => {
  expect(factsOf({ Marquee: 41 })).toMatchObject({ Marquee: 41 });
  const own = importSettings.parse({ values: { Marquee: { 41: '5' } } });
  expect(factsOf({ Marquee: 41 }, own)).toMatchObject({ Marquee: 5 });
});

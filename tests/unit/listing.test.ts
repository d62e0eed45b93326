import { describe, expect, test } from 'vitest';
import { listingOf, photoOf, segmentsOf, titleOf, townKeyOf } from '../../src/features/property/listing.ts';
import { SETTINGS, sampleProperty, TYPES } from '../support/sample-listing.ts';

const listed = (changes: Record<string, unknown> = {}) => listingOf(sampleProperty(changes), TYPES, SETTINGS);

describe('hidden data is not in a listing', () => {
  test('a hidden price: no price, old price or price per square metre', () => {
    const listing = listed({ Price: 987654, PreviousPrice: 998877, PublishPrice: false, SurfaceLiving: 100 });
    expect([listing.price, listing.previousPrice, listing.pricePerM2]).toEqual([null, null, null]);
    expect(JSON.stringify(listing)).not.toMatch(/987654|998877|9877/);
  });

  test('a hidden address: no street, number, box or point', () => {
    const listing = listed({
      Street: 'Verborgenlaan',
      HouseNumber: '7743',
      BoxNr: '77X',
      GoogleX: 50.9391357,
      GoogleY: 4.3724681,
      PublishAddress: false,
    });
    expect(listing.point).toBeNull();
    expect(JSON.stringify(listing)).not.toMatch(/Verborgenlaan|7743|77X|50\.939|4\.372/);
  });

  test('a public address: the point, but no street; lists show only the town', () => {
    const listing = listed();
    expect(listing.point).toEqual({ latitude: 50.93562, longitude: 4.37856 });
    expect(JSON.stringify(listing)).not.toContain('Hertogstraat');
  });

  test('documents, floor plans and the second text stay with the property', () => {
    const listing = listed({
      Documents: [{ File: 'epc-1.pdf', Title: { nl: 'EPC' }, Kind: 'energy' }],
      DescriptionB: { nl: 'Sleutel onder de mat' },
    });
    expect(JSON.stringify(listing)).not.toMatch(/epc-1\.pdf|mat/);
  });
});

describe('the price of a listing', () => {
  test.each([
    ['as it is', {}, 500000],
    ['of 0 euro is not filled in', { Price: 0 }, null],
    ['hidden', { PublishPrice: false }, null],
  ])('%s', (_name, changes, price) => {
    expect(listed(changes).price).toBe(price);
  });

  test.each([
    ['a higher one before is a price cut', 550000, 550000],
    ['the same is none', 500000, null],
    ['a lower one is none', 450000, null],
  ])('%s', (_name, PreviousPrice, shown) => {
    expect(listed({ PreviousPrice }).previousPrice).toBe(shown);
  });

  test.each([
    ['for sale: whole euros', {}, 2500],
    ['for rent: none', { Goal: 1 }, null],
    ['"from" a price: none, it would mislead', { PriceUnit: 7 }, null],
    ['without surface: none', { SurfaceLiving: undefined }, null],
    ['with a surface of 0: none', { SurfaceLiving: 0 }, null],
  ])('per square metre, %s', (_name, changes, figure) => {
    expect(listed(changes).pricePerM2).toBe(figure);
  });
});

describe('figures that lists filter by', () => {
  test.each([
    [{ SurfaceLiving: 200, SurfaceOffice: 50 }, 200],
    [{ SurfaceLiving: undefined, SurfaceOffice: 50 }, 50],
    [{ SurfaceLiving: undefined, SurfaceShop: 40 }, 40],
    [{ SurfaceLiving: undefined, SurfaceStore: 30 }, 30],
    [{ SurfaceLiving: undefined }, 0],
  ])('surface of %o: %d', (changes, living) => {
    expect(listed(changes).living).toBe(living);
  });

  test.each([
    [{}, false],
    [{ NumberOfGarages: 1 }, true],
    [{ NumberOfParkings: 2 }, true],
    [{ NumberOfGarages: 0, NumberOfParkings: 0 }, false],
    [{ WebIDs: '7' }, true],
  ])('parking with %o: %s', (changes, has) => {
    expect(listed(changes).features.includes('parking')).toBe(has);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ HasLift: true, WebIDs: '2' }, ['lift']],
    [{ Floor: 0, WebIDs: '2' }, ['groundFloor']],
    [{ Floor: 0, WebIDs: '1' }, []],
    [{ Floor: 1, WebIDs: '2' }, []],
    [{ IsWheelchairAccessible: true, HasLift: false }, ['wheelchair']],
    [{ IsFurnished: true, PetsAllowed: true, Goal: 1 }, ['furnished', 'pets']],
    [{ IsFurnished: true, PetsAllowed: true, Goal: 0 }, []],
    [{ Condition: 'to_renovate' }, ['renovate']],
    [{ Condition: 'renovated' }, []],
  ])('%o can be filtered by %o', (changes, features) => {
    expect(listed(changes).features).toEqual(features);
  });

  test.each([
    [{ Availability: 'immediately', DateFree: '2030-01-01' }, ''],
    [{ Availability: 'at_deed', DateFree: '2027-05-01' }, '2027-05-01'],
    [{ Availability: 'at_deed' }, null],
    [{}, null],
  ])('%o is free from %j', (changes, day) => {
    expect(listed(changes).freeFrom).toBe(day);
  });

  test('garden and terrace count from the first square metre', () => {
    expect(listed({ SurfaceGarden: 1, SurfaceTerrace: 0 }).features).toEqual(['garden']);
  });

  test('a property of several types has them all, unknown ones are dropped', () => {
    expect(listed({ WebIDs: '3,1,99,3' }).typeKeys).toEqual(['commerce', 'house']);
  });

  test.each([
    [{ Status: 2 }, true],
    [{ Status: 4 }, true],
    [{ Marquee: 3 }, true],
    [{ Marquee: 5 }, false],
    [{}, false],
  ])('gone with %o: %s', (changes, gone) => {
    expect(listed(changes).gone).toBe(gone);
  });
});

describe('the title of a listing', () => {
  test('a language without a title in the import uses the name of the type', () => {
    const listing = listed({ MainTypeName: { nl: 'Villa' } });
    expect(listing.typeName).toMatchObject({ nl: 'Villa', de: 'Haus', fr: 'Maison' });
  });

  test.each([
    ['the title', { nl: 'Met tuin' }, { nl: 'Villa' }, { nl: 'Grimbergen' }, 'Met tuin'],
    ['else type and town', {}, { nl: 'Villa' }, { nl: 'Grimbergen' }, 'Villa, Grimbergen'],
    ['else what there is', {}, {}, { nl: 'Grimbergen' }, 'Grimbergen'],
    ['else a dash, never nothing', {}, {}, {}, '–'],
  ])('%s', (_name, title, typeName, city, said) => {
    expect(titleOf({ title, typeName, city } as Parameters<typeof titleOf>[0], 'nl')).toBe(said);
  });

  test('its path has town, title and number, and no empty segment', () => {
    expect(segmentsOf(listed({ TypeDescription: { nl: 'Huis — met tuin!' } }), 'nl')).toEqual([
      'grimbergen',
      'huis-met-tuin',
      1001,
    ]);
    expect(segmentsOf({ id: 7, title: { nl: '!!!' }, typeName: {}, city: { nl: '???' } }, 'nl')).toEqual(['x', 'x', 7]);
  });

  test.each([
    ['1850', { nl: 'Grimbergen', fr: 'Grimberghe' }, '1850|grimbergen'],
    ['4000', { fr: 'Liège', de: 'Lüttich' }, '4000|liege'],
    ['1000', {}, '1000|'],
  ])('%s %o is one town: %s', (zip, name, key) => {
    expect(townKeyOf(zip, name as Record<string, string>)).toBe(key);
  });
});

test('the start of the text is cut at the limit of the settings, in every language', () => {
  const listing = listed({ DescriptionA: { nl: `${'woord '.repeat(60)}`, fr: 'court' } });
  expect(listing.excerpt.nl!.length).toBeLessThanOrEqual(SETTINGS.site.descriptionLimit + 1);
  expect(listing.excerpt.nl).toMatch(/…$/);
  expect(listing.excerpt.fr).toBe('court');
});

test('the main photograph is the marked one, else the first, else none', () => {
  const [a, b] = [{ Url: 'photos/a.jpg' }, { Url: 'photos/b.jpg', Width: 800, Name: { nl: 'Tuin' } }];
  expect(listed({ XLargePictureItems: [a, b] }).photo?.src).toBe('photos/a.jpg');
  expect(listed({ XLargePictureItems: [a], XLargePictureItem: b }).photo).toMatchObject({
    src: 'photos/b.jpg',
    width: 800,
    alt: { nl: 'Tuin' },
  });
  expect(photoOf(undefined)).toBeNull();
});

describe('the words of a state in a region', () => {
  const words = { fr: 'Compromis signé' };
  const site = { ...SETTINGS.site, stateWords: [{ region: 'wallonia' as const, state: 'option' as const, words }] };
  const wordsOf = (changes: Record<string, unknown>) =>
    listingOf(sampleProperty(changes), TYPES, { ...SETTINGS, site }).marqueeName;

  test.each([
    ['are those of the agency', { Zip: '1300', Marquee: 5 }, words],
    ['are the usual ones in another region', { Zip: '1850', Marquee: 5 }, null],
    ['are the usual ones in another state', { Zip: '1300', Marquee: 3 }, null],
    [
      'give way to those of the property',
      { Zip: '1300', Marquee: 5, MarqueeName: { fr: 'À saisir' } },
      { fr: 'À saisir' },
    ],
  ])('%s', (_name, changes, expected) => {
    expect(wordsOf(changes)).toEqual(expected);
  });
});

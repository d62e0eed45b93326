import { describe, expect, test } from 'vitest';
import {
  distanceKm,
  drawnGoal,
  finder,
  nearestTowns,
  regionTowns,
  type Town,
  townsOf,
  townsOfProjects,
} from '../../src/features/listing/town.ts';
import type { City } from '../../src/features/place/region.ts';
import type { Project } from '../../src/features/property/project.ts';
import { sampleListing, TYPES } from '../support/sample-listing.ts';
import { sampleTown } from '../support/sample-town.ts';

const city = (Zip: string, Name: Record<string, string>, more: Partial<City> = {}): City => ({
  Zip,
  Name,
  CountryID: 10,
  Latitude: 50.9,
  Longitude: 4.4,
  ...more,
});
const propertyIn = (zip: string, name: Record<string, string>, more = {}) =>
  sampleListing({ zip, city: name, ...more });
const slugsOf = (cities: City[], language = 'nl') =>
  townsOf(
    cities.map((one, n) => propertyIn(one.Zip, one.Name, { id: n + 1 })),
    cities,
    TYPES,
    ['nl', 'fr'],
  ).map((town) => town.slug[language]);

describe('the path of a town', () => {
  test('is its name in the language of the page', () => {
    expect(slugsOf([city('4000', { nl: 'Luik', fr: 'Liège' })])).toEqual(['luik']);
    expect(slugsOf([city('4000', { nl: 'Luik', fr: 'Liège' })], 'fr')).toEqual(['liege']);
  });

  test('gets the postcode when a type has that name, in that language only', () => {
    const garages = [city('2000', { nl: 'Garages', fr: 'Garagistes' })];
    expect(slugsOf(garages)).toEqual(['garages-2000']);
    expect(slugsOf(garages, 'fr')).toEqual(['garagistes']);
    for (const type of TYPES) expect(slugsOf([city('1234', { nl: type.slug.nl! })])).toEqual([`${type.slug.nl}-1234`]);
  });

  test('gets the postcode when two towns have that name, on both', () => {
    expect(slugsOf([city('9000', { nl: 'Sint-Niklaas' }), city('4000', { nl: 'Sint Niklaas' })]).sort()).toEqual([
      'sint-niklaas-4000',
      'sint-niklaas-9000',
    ]);
  });

  test('with a foreign postcode stays a valid path', () => {
    expect(slugsOf([city('L-1234', { nl: 'Garages' })])).toEqual(['garages-l-1234']);
  });

  test('is never that of another town, even when that has its postcode and name', () => {
    const names = [
      [city('1000', { nl: 'Elsene', fr: 'Ixelles' }), city('1000', { nl: 'Etterbeek', fr: 'Ixelles' })],
      [
        city('9000', { nl: 'Lo', fr: 'Lo' }),
        city('8000', { nl: 'Loo', fr: 'Lo' }),
        city('7000', { nl: 'Lo 9000', fr: 'Lo 9000' }),
      ],
    ];
    for (const cities of names) {
      const slugs = slugsOf(cities, 'fr');
      expect(new Set(slugs).size, slugs.join(' ')).toBe(cities.length);
    }
  });

  test('is never empty, whatever the town is called', () => {
    const [slug] = slugsOf([city('1000', { nl: '北京' })]);
    expect(slug).toMatch(/[a-z0-9]/);
  });
});

describe('the towns', () => {
  test('are those with properties, counted without the sold; a sold-out town stays known', () => {
    const cities = [
      city('1850', { nl: 'Grimbergen' }),
      city('1860', { nl: 'Meise' }),
      city('1800', { nl: 'Vilvoorde' }),
    ];
    const listings = [
      propertyIn('1850', { nl: 'Grimbergen' }, { id: 1 }),
      propertyIn('1850', { nl: 'Grimbergen' }, { id: 2, gone: true }),
      propertyIn('1850', { nl: 'Grimbergen' }, { id: 3, goal: 'rent' }),
      propertyIn('1860', { nl: 'Meise' }, { id: 4, gone: true }),
    ];
    const towns = townsOf(listings, cities, TYPES, ['nl']);
    expect(towns.map(({ zip, sale, rent, known }) => [zip, sale, rent, known.sale, known.rent])).toEqual([
      ['1850', 1, 1, true, true],
      ['1860', 0, 0, true, false],
    ]);
  });

  test('a property in a town outside the working area has none', () => {
    expect(
      townsOf([propertyIn('9999', { nl: 'Atlantis' })], [city('1850', { nl: 'Grimbergen' })], TYPES, ['nl']),
    ).toEqual([]);
  });
});

describe('a property is in the town', () => {
  const cityOf = finder([
    city('1000', { nl: 'Brussel', fr: 'Bruxelles' }),
    city('1850', { nl: 'Grimbergen' }),
    city('1111', { nl: 'Luxemburg' }, { Zips: ['1112', '1113'] }),
  ]);
  test.each([
    ['of its postcode and name', '1000', { nl: 'Brussel' }, 'Brussel'],
    ['by its name in another language', '1000', { en: 'x', fr: 'BRUXELLES' }, 'Brussel'],
    ['by a further postcode of it', '1113', { nl: 'Luxemburg' }, 'Luxemburg'],
    ['not by the postcode alone', '1000', { nl: 'Elders' }, undefined],
    ['not by the name alone', '1001', { nl: 'Brussel' }, undefined],
    ['not without a name', '1000', {}, undefined],
  ])('%s', (_name, zip, name, found) => {
    expect(cityOf({ zip, city: name as Record<string, string> })?.Name.nl).toBe(found);
  });
});

describe('the nearest towns', () => {
  const here = sampleTown({ zip: '1850' });
  const at = (zip: string, latitude: number, more = {}) => sampleTown({ zip, name: { nl: zip }, latitude, ...more });
  test('with properties of that goal, nearest first, without the town itself', () => {
    const towns = [at('a', 51.2), at('b', 50.95), at('c', 50.94, { sale: 0, rent: 3 }), here];
    expect(nearestTowns(here, towns, 'sale').map(({ town }) => town.zip)).toEqual(['b', 'a']);
    expect(nearestTowns(here, towns, 'rent').map(({ town }) => town.zip)).toEqual(['c']);
  });

  test('and none in another country', () => {
    const far = [at('d', 38.84, { countryId: 32 }), at('b', 50.95)];
    expect(nearestTowns(here, far, 'sale').map(({ town }) => town.zip)).toEqual(['b']);
  });

  test('four at most, or as many as requested', () => {
    const towns = Array.from({ length: 9 }, (_, n) => at(String(n), 51 + n / 10));
    expect(nearestTowns(here, towns, 'sale')).toHaveLength(4);
    expect(nearestTowns(here, towns, 'sale', 2)).toHaveLength(2);
  });

  test.each([
    ['Brussels to Antwerp', { latitude: 50.8467, longitude: 4.3525 }, { latitude: 51.2199, longitude: 4.4003 }, 41.6],
    ['Brussels to Liège', { latitude: 50.8467, longitude: 4.3525 }, { latitude: 50.6333, longitude: 5.5667 }, 88.7],
    ['nowhere', { latitude: 50, longitude: 4 }, { latitude: 50, longitude: 4 }, 0],
  ])('%s', (_name, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, -0.3);
    expect(distanceKm(a, b)).toBe(distanceKm(b, a));
  });
});

describe('the towns of projects', () => {
  const cities = [city('4000', { nl: 'Luik', fr: 'Liège' }), city('9000', { nl: 'Gent', fr: 'Gand' })];
  const project = (ID: number, Zip: string, City: Record<string, string>) => ({ ID, Zip, City }) as Project;
  const projects = [
    project(1, '4000', { fr: 'Liège' }),
    project(2, '9000', { nl: 'Gent' }),
    project(3, '4000', { nl: 'Luik' }),
    project(4, '9999', { nl: 'Atlantis' }),
  ];
  const towns = townsOf([propertyIn('9000', { nl: 'Gent' })], cities, TYPES, ['nl', 'fr']);
  const found = (language: string) =>
    townsOfProjects(projects, towns, cities, language).map(({ name, town, projects: own }) => [
      name[language] ?? name.nl,
      town?.zip ?? null,
      own.map(({ ID }) => ID),
    ]);

  test('hold each project once, under one name, in the order of the language', () => {
    expect(found('nl')).toEqual([
      ['Atlantis', null, [4]],
      ['Gent', '9000', [2]],
      ['Luik', null, [1, 3]],
    ]);
    expect(found('fr').map(([name]) => name)).toEqual(['Atlantis', 'Gand', 'Liège']);
  });

  test('are none without projects', () => {
    expect(townsOfProjects([], towns, cities, 'nl')).toEqual([]);
  });
});

describe('the region of an agency', () => {
  const townAt = (latitude: number, more: Partial<Pick<Town, 'rank' | 'sale' | 'rent'>>) =>
    sampleTown({ latitude, longitude: 4.4, rank: null, sale: 0, rent: 0, ...more });
  const area = [50.9, 50.92, 50.94].map((latitude, rank) => townAt(latitude, { rank, rent: 1 }));
  const elsewhere = [49.6, 49.61, 49.62, 49.63].map((latitude) => townAt(latitude, { sale: 2 }));

  test('is its working area; without one of three towns, most of its towns', () => {
    expect(regionTowns([...area, ...elsewhere])).toEqual(area);
    expect(regionTowns([...area.slice(0, 2), ...elsewhere])).toEqual(expect.arrayContaining(elsewhere));
    expect(regionTowns([])).toEqual([]);
  });

  test('shows the first goal that has properties in three of its towns', () => {
    expect(drawnGoal(['sale', 'rent'], [...area, ...elsewhere])).toBe('rent');
    expect(drawnGoal(['sale', 'rent'], elsewhere)).toBe('sale');
    expect(drawnGoal(['sale'], [...area, ...elsewhere])).toBeNull();
    expect(drawnGoal(['sale', 'rent'], elsewhere.slice(0, 2))).toBeNull();
  });
});

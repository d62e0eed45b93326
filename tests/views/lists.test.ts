import { describe, expect, test } from 'vitest';
import type { Property } from '../../src/features/property/property.ts';
import { encoded, open, wordsOf } from '../support/browse.ts';
import { gone, idsOf, idsOn, idsWhere, living, number, publicPrice } from '../support/list-of.ts';
import { properties } from '../support/version.ts';

describe('a filter keeps the properties that', () => {
  test.each<[string, string, (property: Property) => boolean]>([
    ['lie in a town', 'city=Grimbergen|1850', (property) => property.Zip === '1850'],
    [
      'lie in one of two towns',
      'city=Grimbergen|1850&city=Meise|1860',
      (property) => ['1850', '1860'].includes(property.Zip),
    ],
    ['lie in a town by its French name', 'city=Vilvorde|1800', (property) => property.Zip === '1800'],
    ['are of a type', 'type=2', (property) => property.WebIDs.split(',').includes('2')],
    ['are of one of two types', 'type=4&type=7', (property) => /[47]/.test(property.WebIDs)],
    ['cost no more', 'maxPrice=400000', (property) => (publicPrice(property) ?? Number.POSITIVE_INFINITY) <= 400000],
    [
      'cost no more, written with points',
      'maxPrice=400.000',
      (property) => (publicPrice(property) ?? Number.POSITIVE_INFINITY) <= 400000,
    ],
    ['cost no less', 'minPrice=600000', (property) => (publicPrice(property) ?? 0) >= 600000],
    ['have so many bedrooms', 'bedrooms=4', (property) => number(property, 'NumberOfBedRooms') >= 4],
    ['are so large', 'minSurface=200', (property) => living(property) >= 200],
    ['have a garden', 'garden=1', (property) => number(property, 'SurfaceGarden') > 0],
    ['have a terrace', 'terrace=1', (property) => number(property, 'SurfaceTerrace') > 0],
    [
      'have a place for a car',
      'parking=1',
      (property) =>
        number(property, 'NumberOfGarages') + number(property, 'NumberOfParkings') > 0 || /7/.test(property.WebIDs),
    ],
    ['are still to be had', 'sold=hide', (property) => !gone(property)],
    [
      'are all that together',
      'type=1&bedrooms=3&garden=1&maxPrice=700000',
      (property) =>
        /\b1\b/.test(property.WebIDs) &&
        number(property, 'NumberOfBedRooms') >= 3 &&
        number(property, 'SurfaceGarden') > 0 &&
        (publicPrice(property) ?? 1e9) <= 700000,
    ],
  ])('%s (%s)', async (_name, query, wanted) => {
    const expected = idsWhere(0, wanted);
    expect(expected.length, 'there are such properties').toBeGreaterThan(0);
    expect(expected.length, 'and others').toBeLessThan(idsWhere(0, () => true).length);
    expect((await idsOf('/nl/te-koop/', query)).sort()).toEqual(expected);
  });

  test('have a good energy label', async () => {
    const found = await idsOf('/nl/te-koop/', 'epc=B');
    expect(found).toEqual(expect.arrayContaining([35187, 35131, 35111]));
    for (const id of [35109, 35115, 35135, 35123]) expect(found).not.toContain(id);
  });

  test('are for rent, on the list of those', async () => {
    expect((await idsOf('/fr/a-louer/', 'type=2')).sort()).toEqual(
      idsWhere(1, (property) => property.WebIDs.split(',').includes('2')),
    );
  });
});

describe('the order', () => {
  const pricesIn = async (query: string) => {
    const all = new Map(properties().map((property) => [property.ID, publicPrice(property)]));
    return (await idsOf('/nl/te-koop/', query)).map((id) => all.get(id) ?? null);
  };

  test.each([
    ['price-asc', 1],
    ['price-desc', -1],
  ] as const)('%s sorts by price, hidden prices last', async (sort, direction) => {
    const prices = await pricesIn(`sort=${sort}`);
    const shown = prices.filter((price) => price !== null);
    expect(shown.length).toBeGreaterThan(12);
    expect(shown).toEqual([...shown].sort((a, b) => direction * (a - b)));
    expect(prices.slice(0, shown.length)).toEqual(shown);
  });

  test('without a choice puts gone properties behind available ones', async () => {
    const ids = await idsOf('/nl/te-koop/', '');
    const isGone = new Map(properties().map((property) => [property.ID, gone(property)]));
    const flags = ids.map((id) => isGone.get(id));
    expect(flags.lastIndexOf(false)).toBeLessThan(flags.indexOf(true));
  });
});

describe('an invalid value is left out, and the visitor is informed', () => {
  test.each([
    ['minPrice=abc', 'Prijs vanaf'],
    ['maxPrice=-5', 'Prijs tot'],
    ['bedrooms=1e3', 'Slaapkamers'],
    ['epc=Z', 'Energielabel'],
    ['type=99', 'Type pand'],
    ['type=__proto__', 'Type pand'],
    ['garden=maybe', 'Tuin'],
    ['sort=random', 'orteren|Volgorde'],
    ['sold=yes', 'verbergen'],
    ['minSurface=Infinity', 'oppervlakte|Bewoonbaar'],
    ['city=|', 'Gemeente'],
    ["maxPrice=1' OR 1=1", 'Prijs tot'],
    ['bedrooms=99999999999999999999', 'Slaapkamers'],
  ])('?%s, named by the label of its field', async (query, label) => {
    const page = await open(encoded(`/nl/te-koop/?${query}`));
    expect(wordsOf(page.querySelector('main [role=note]'))).toMatch(new RegExp(label));
    expect(idsOn(page).length).toBeGreaterThan(10);
  });

  test('but the valid filters beside it count', async () => {
    const page = await open('/nl/te-koop/?type=2&bedrooms=x');
    expect(idsOn(page)).toContain(35104);
    expect(idsOn(page)).not.toContain(35187);
  });

  test('a valid list has no such note', async () => {
    expect((await open('/nl/te-koop/?type=2&page=1')).querySelector('main [role=note]')).toBeNull();
  });

  test('markup in a filter stays text', async () => {
    const page = await open(encoded('/nl/te-koop/?city="><img src=x onerror=alert(1)>|1850'));
    expect(page.querySelectorAll('[onerror]')).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { type Place, postalAddressOf } from '../../src/features/place/address.ts';

const property: Place = {
  Street: 'Hertogstraat',
  HouseNumber: '18',
  BoxNr: '3',
  Zip: '1850',
  City: { nl: 'GRIMBERGEN' },
};
const streetOf = (place: Place, isPublic = true) => postalAddressOf(place, isPublic, { box: 'bus' }, 'nl').street;

test('a postal address is a street with number and box, and a postcode with town', () => {
  expect(postalAddressOf(property, true, { box: 'bus' }, 'nl')).toEqual({
    street: 'Hertogstraat 18 bus 3',
    place: '1850 Grimbergen',
  });
});

test('box and town are named in the language of the page', () => {
  const place = { ...property, Zip: '1800', City: { nl: 'Vilvoorde', FR: 'VILVORDE' } };
  expect(postalAddressOf(place, true, { box: 'boîte' }, 'fr')).toEqual({
    street: 'Hertogstraat 18 boîte 3',
    place: '1800 Vilvorde',
  });
});

describe('the street', () => {
  test.each<[string, Partial<Place>, string]>([
    ['has no box', { BoxNr: undefined }, 'Hertogstraat 18'],
    ['has an empty box', { BoxNr: ' ' }, 'Hertogstraat 18'],
    ['has no number', { HouseNumber: undefined, BoxNr: undefined }, 'Hertogstraat'],
    ['is written with spaces', { Street: ' Hertogstraat ', HouseNumber: ' 18 ' }, 'Hertogstraat 18 bus 3'],
  ])('that %s', (_, facts, street) => {
    expect(streetOf({ ...property, ...facts })).toBe(street);
  });

  test('is hidden when the address is', () => {
    expect(streetOf(property, false)).toBeNull();
  });

  test.each([undefined, '', ' '])('is unknown when it is %o, even with a number', (Street) => {
    expect(streetOf({ ...property, Street })).toBeNull();
  });
});

test('a town without a name in a language leaves the postcode', () => {
  expect(postalAddressOf(property, true, { box: 'box' }, 'en').place).toBe('1850');
});

test('a hidden postal address still names the town', () => {
  expect(postalAddressOf(property, false, { box: 'bus' }, 'nl').place).toBe('1850 Grimbergen');
});

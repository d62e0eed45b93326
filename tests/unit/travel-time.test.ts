import { describe, expect, test } from 'vitest';
import { parseListingQuery } from '../../src/features/listing/listing-query.ts';
import { estimatedMinutes, travelTimeOf, zipsInTime } from '../../src/features/listing/travel-time.ts';
import { sampleCity as city } from '../support/sample-town.ts';

/** A degree is 111 km: the second town is 11 km away, the third 33 km. */
const cities = [city('1000', 50.8), city('2000', 50.9), city('3000', 51.1)];
const HERE = [{ name: '', zip: '1000' }];

test.each([
  ['car-30', { by: 'car', minutes: 30 }],
  ['foot-1', { by: 'foot', minutes: 1 }],
  ['car-0', null],
  ['car-121', null],
  ['plane-10', null],
  ['car-', null],
  ['30', null],
  ['', null],
])('%j is %j', (text, time) => {
  expect(travelTimeOf(text)).toEqual(time);
});

test('an estimate is of the straight line, longer by 30 % and at an ordinary speed', () => {
  expect(estimatedMinutes(45, 'car')).toBeCloseTo(78);
  expect(estimatedMinutes(16, 'bike')).toBeCloseTo(78);
  expect(estimatedMinutes(4.5, 'foot')).toBeCloseTo(78);
});

test('the postcodes within a time are those whose centre is reached by the estimate', () => {
  expect([...zipsInTime({ by: 'car', minutes: 25 }, HERE, cities)]).toEqual(['1000', '2000']);
  expect([...zipsInTime({ by: 'foot', minutes: 25 }, HERE, cities)]).toEqual(['1000']);
});

describe('in a URL', () => {
  const parse = (text: string) => parseListingQuery(new URLSearchParams(text), 'sale', { propertyTypes: [], cities });

  test('a time takes the place of a distance', () => {
    const { query, ignored } = parse('city=|1000&within=bike-60');
    expect(ignored).toEqual([]);
    expect(query).toMatchObject({ within: null, travel: { by: 'bike', minutes: 60 } });
    expect([...query.zipsAround]).toEqual(['1000', '2000']);
  });

  test('a time to nowhere limits nothing, a wrong one is named', () => {
    expect(parse('within=car-30').query).toMatchObject({ travel: null, zipsAround: new Set() });
    expect(parse('city=|1000&within=car-999').ignored).toEqual(['within']);
  });
});

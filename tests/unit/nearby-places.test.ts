import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearbyPlaces } from '../../src/features/place/nearby-places.ts';
import { metresBetween } from '../../src/features/place/point.ts';
import { PLACE, placeSettings } from '../../src/features/place/settings.ts';

const POINT = { latitude: 50.9, longitude: 4.4 };
const of = (...places: string[]) => ({ source: 'Bron', date: '2026-11-01', places });
/** A place this many metres north. */
const north = (metres: number, name: string) => `${(50.9 + metres / 111_195).toFixed(6)} 4.4 ${name}`;

describe('what is around a property', () => {
  test('is the nearest place of each kind, in a fixed order', () => {
    const settings = placeSettings.parse({
      park: of(north(500, 'Park')),
      school: of(north(900, 'Verre school'), north(400, 'Nabije school'), north(-600, 'School zuid')),
    });
    expect(nearbyPlaces(POINT, settings)).toEqual([
      { kind: 'school', name: 'Nabije school', metres: expect.closeTo(400, 0), minutes: 7 },
      { kind: 'park', name: 'Park', metres: expect.closeTo(500, 0), minutes: 9 },
    ]);
  });

  test.each<[string, number, number]>([
    ['school', 2990, 1],
    ['school', 3010, 0],
    ['stop', 1490, 1],
    ['stop', 1510, 0],
    ['station', 14_900, 1],
    ['station', 15_100, 0],
  ])('a %s at %d metres is named %d times', (kind, metres, times) => {
    const settings = placeSettings.parse({ [kind]: of(north(metres, 'Ver')) });
    expect(nearbyPlaces(POINT, settings)).toHaveLength(times);
  });

  test('a walk of more than an hour has no minutes, one of a few metres has one', () => {
    const minutes = (metres: number) =>
      nearbyPlaces(POINT, placeSettings.parse({ station: of(north(metres, 'X')) }))[0]?.minutes;
    expect(minutes(3450)).toBe(60);
    expect(minutes(3600)).toBeNull();
    expect(minutes(1)).toBe(1);
  });

  test('is empty without data', () => {
    expect(nearbyPlaces(POINT, placeSettings.parse({}))).toEqual([]);
  });

  test('is what comparing with every place gives', () => {
    const near = fc.record({
      latitude: fc.double({ min: 50.85, max: 50.95, noNaN: true }),
      longitude: fc.double({ min: 4.3, max: 4.5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(near, { maxLength: 40 }), near, (places, point) => {
        const lines = places.map(
          ({ latitude, longitude }, at) => `${latitude.toFixed(6)} ${longitude.toFixed(6)} P${at}`,
        );
        const distances = lines.map((line) => {
          const [, latitude = '', longitude = ''] = PLACE.exec(line) ?? [];
          return metresBetween(point, { latitude: Number(latitude), longitude: Number(longitude) });
        });
        const nearest = Math.min(...distances.filter((metres) => metres <= 3000));
        const found = nearbyPlaces(point, placeSettings.parse({ shop: of(...lines) }))[0]?.metres;
        expect(found ?? Number.POSITIVE_INFINITY).toBe(nearest);
      }),
    );
  });
});

describe('the settings of places', () => {
  test.each(['50.9 4.4', '50,9 4,4 Station', 'Station', '91x 4 Station', ''])('refuse %j', (place) => {
    expect(placeSettings.safeParse({ station: of(place) }).success).toBe(false);
  });

  test('want a source and a day', () => {
    expect(placeSettings.safeParse({ station: { places: [] } }).success).toBe(false);
    expect(placeSettings.safeParse({ station: { source: 'X', date: '1/11/2026', places: [] } }).success).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundsAround,
  boundsOf,
  isInside,
  isWithin,
  MOST_CORNERS,
  outlineOf,
  pathOfBounds,
  pathOfOutline,
} from '../../src/domain/places/outline.ts';

const degrees = (most: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((one) => Number(one.toFixed(4)));
const corner = fc.record({ latitude: degrees(89), longitude: degrees(179) });
const square = [
  { latitude: 50, longitude: 4 },
  { latitude: 50, longitude: 5 },
  { latitude: 51, longitude: 5 },
  { latitude: 51, longitude: 4 },
];

describe('an area in a URL', () => {
  test('is read as it was written, and nothing in it is escaped', () => {
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: MOST_CORNERS }), (corners) => {
        const text = pathOfOutline(corners);
        expect(String(new URLSearchParams({ area: text }))).toBe(`area=${text}`);
        // Zero has no sign in a URL.
        expect(outlineOf(text)).toEqual(
          corners.map((one) => ({ latitude: one.latitude + 0, longitude: one.longitude + 0 })),
        );
      }),
    );
  });

  test.each([
    ['', 'nothing'],
    ['50.1_4.1*50.2_4.2', 'two corners'],
    [Array.from({ length: MOST_CORNERS + 1 }, () => '50.1_4.1').join('*'), 'too many corners'],
    ['91_4*50_4*50_5', 'a latitude beyond the pole'],
    ['50_4*50_5*x', 'a corner that is no number'],
    ['50_4*50_5*5e9_4', 'an exponent'],
    ['1'.repeat(100_000), 'a very long text'],
  ])('%# is refused: %2$s', (text) => {
    expect(outlineOf(text)).toBeNull();
  });
});

describe('the part of a map in a URL', () => {
  test('may name its corners in any order', () => {
    const bounds = { south: 50, west: 4, north: 51, east: 5 };
    expect(boundsOf('51_4*50_5')).toEqual(bounds);
    expect(boundsOf(pathOfBounds(bounds))).toEqual(bounds);
  });

  test.each(['50_4', '50_4*50_5', '50_4*51_4', '50_4*51_5*52_6', 'a*b'])('%s is refused', (text) => {
    expect(boundsOf(text)).toBeNull();
  });
});

describe('a point', () => {
  test('is inside an area or not, also where the area is hollow', () => {
    const hollow = [...square.slice(0, 3), { latitude: 50.2, longitude: 4.5 }, square[3]!];
    expect(isInside({ latitude: 50.5, longitude: 4.5 }, square)).toBe(true);
    expect(isInside({ latitude: 50.5, longitude: 4.5 }, hollow)).toBe(false);
    expect(isInside({ latitude: 50.1, longitude: 4.5 }, hollow)).toBe(true);
    expect(isInside({ latitude: 52, longitude: 4.5 }, square)).toBe(false);
  });

  test('inside an area is within what surrounds the area', () => {
    fc.assert(
      fc.property(corner, fc.array(corner, { minLength: 3, maxLength: 12 }), (point, outline) => {
        expect(!isInside(point, outline) || isWithin(point, boundsAround(outline))).toBe(true);
      }),
    );
  });
});

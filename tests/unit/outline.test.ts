import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insideTest } from '../../src/features/place/inside-outline.ts';
import {
  boundsAround,
  boundsOf,
  isWithin,
  MOST_CORNERS,
  outlineOf,
  pathOfBounds,
  pathOfOutline,
} from '../../src/features/place/outline.ts';

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

type Point = { latitude: number; longitude: number };
const isInside = ({ latitude, longitude }: Point, outline: readonly Point[]) =>
  insideTest(outline)(latitude, longitude);

/** Compares a point with each edge, without a grid. */
function crossesOddly({ latitude, longitude }: Point, outline: readonly Point[]): boolean {
  const crossed = outline.filter((end, to) => {
    const start = outline.at(to - 1)!;
    const east = ((start.longitude - end.longitude) * (latitude - end.latitude)) / (start.latitude - end.latitude);
    return end.latitude > latitude !== start.latitude > latitude && longitude < east + end.longitude;
  });
  return crossed.length % 2 === 1;
}

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

  const few = fc.integer({ min: 0, max: 8 });
  const onFewLines = fc.record({ latitude: few, longitude: few });
  test.each([
    ['anywhere', corner, corner],
    ['on the lines of the corners', onFewLines, fc.record({ latitude: degrees(9), longitude: degrees(9) })],
    ['at the corners', onFewLines, onFewLines],
  ])('%s is found as a comparison with each edge finds it', (_, corners, points) => {
    fc.assert(
      fc.property(
        fc.array(corners, { minLength: 3, maxLength: MOST_CORNERS }),
        fc.array(points, { minLength: 50, maxLength: 50 }),
        (outline, all) => {
          for (const point of all) expect(isInside(point, outline)).toBe(crossesOddly(point, outline));
        },
      ),
      { numRuns: 400 },
    );
  });
});

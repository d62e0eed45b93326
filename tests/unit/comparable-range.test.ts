import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparableRange, type SoldProperty } from '../../src/features/property/comparable-range.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const HERE = { latitude: 50.93, longitude: 4.37 };
const asked = { typeKey: 'house', living: 150, point: HERE };
/** Sold houses of 150 square metres at these prices per square metre. */
const sold = (perM2: readonly number[], changes: Partial<SoldProperty> = {}): SoldProperty[] =>
  perM2.map((one) => ({ typeKey: 'house', price: one * 150, living: 150, day: '2026-01-10', point: HERE, ...changes }));

describe('a range of prices from own sold properties', () => {
  test('is the middle half of their prices per square metre, times the living area', () => {
    expect(comparableRange(asked, sold([2000, 2400, 2600, 2800, 9000]), NOW)).toEqual({
      ...{ low: 360_000, high: 420_000, count: 5, perM2: [2400, 2800], km: 5, living: [105, 195] },
    });
  });

  test('needs five of them', () => {
    expect(comparableRange(asked, sold([2000, 2400, 2600, 2800]), NOW)).toBeNull();
  });

  test.each([
    ['another type', { typeKey: 'apartment' }],
    ['much smaller', { living: 104 }],
    ['much larger', { living: 196 }],
    ['sold more than three years ago', { day: '2023-11-24' }],
    ['more than 20 km away', { point: { latitude: 51.13, longitude: 4.37 } }],
    ['without a price', { price: 0 }],
  ])('does not count one that is %s', (_name, changes) => {
    const others = [...sold([2000, 2400, 2600, 2800]), ...sold([2500], changes)];
    expect(comparableRange(asked, others, NOW)).toBeNull();
  });

  test.each([
    ['of the smallest and the largest area', { living: 105 }, 5],
    ['three years ago', { day: '2023-11-25' }, 5],
    ['7 km away', { point: { latitude: 50.993, longitude: 4.37 } }, 10],
    ['15 km away', { point: { latitude: 51.065, longitude: 4.37 } }, 20],
  ])('counts one %s', (_name, changes, km) => {
    const others = [...sold([2000, 2400, 2600, 2800]), ...sold([2500], changes)];
    expect(comparableRange(asked, others, NOW)).toMatchObject({ count: 5, km });
  });

  test('is none without a living area', () => {
    expect(comparableRange({ ...asked, living: 0 }, sold([2000, 2400, 2600, 2800, 3000]), NOW)).toBeNull();
    expect(comparableRange({ ...asked, living: Number.NaN }, sold([2000, 2400, 2600, 2800, 3000]), NOW)).toBeNull();
  });

  test('lies between the lowest and the highest price, whatever was sold', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 500, max: 9000 }), { minLength: 5, maxLength: 40 }), (perM2) => {
        const range = comparableRange(asked, sold(perM2), NOW)!;
        expect(range.low).toBeLessThanOrEqual(range.high);
        expect(range.low).toBeGreaterThanOrEqual(Math.min(...perM2) * 150 - 5000);
        expect(range.high).toBeLessThanOrEqual(Math.max(...perM2) * 150 + 5000);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardsAndRows, largeCards } from '../../src/features/listing/listed-cards.ts';

const PHOTO = { src: 'front.jpg' };
const listings = fc.array(fc.record({ photo: fc.constantFrom(PHOTO, PHOTO, PHOTO, null), gone: fc.boolean() }), {
  maxLength: 30,
});

/** The empty places before the end, where each card takes one of two columns and a large one takes both. */
function holes(large: readonly boolean[]): number {
  let column = 0;
  let empty = 0;
  for (const isLarge of large) {
    if (isLarge && column === 1) empty += 1;
    column = isLarge ? 0 : 1 - column;
  }
  return empty;
}

describe('large cards', () => {
  test('leave no place empty before the end, and are never without a photograph or no longer available', () => {
    fc.assert(
      fc.property(listings, (all) => {
        const large = largeCards(all);
        expect(large).toHaveLength(all.length);
        expect(holes(large)).toBe(0);
        expect(all.filter(({ photo, gone }, at) => large[at] && (!photo || gone))).toEqual([]);
      }),
    );
  });

  test.each([
    [1, 'L'],
    [2, '..'],
    [3, '..L'],
    [5, '..L..'],
    [9, '..L......'],
    [12, '..L....L....'],
  ])('%i available ones with photographs', (count, expected) => {
    const all = Array.from({ length: count }, () => ({ photo: PHOTO, gone: false }));
    expect(
      largeCards(all)
        .map((isLarge) => (isLarge ? 'L' : '.'))
        .join(''),
    ).toBe(expected);
  });
});

describe('rows', () => {
  const types = fc.array(
    fc.subarray(['house', 'apartment', 'garage', 'land', 'office']).map((typeKeys) => ({ typeKeys })),
    { maxLength: 12 },
  );

  test('each listing is a card or a row, in the order of the list', () => {
    fc.assert(
      fc.property(types, fc.boolean(), (all, isUsualOrder) => {
        const { cards, rows } = cardsAndRows(all, isUsualOrder);
        expect(all.filter((one) => cards.includes(one))).toEqual(cards);
        expect(all.filter((one) => rows.includes(one))).toEqual(rows);
        expect(cards.length + rows.length).toBe(all.length);
      }),
    );
  });

  test('garages and land are rows beside other properties alone', () => {
    const [house, garage, land] = [['house'], ['garage'], ['garage', 'land']].map((typeKeys) => ({ typeKeys }));
    expect(cardsAndRows([garage!, house!, land!], true)).toEqual({ cards: [house], rows: [garage, land] });
    expect(cardsAndRows([garage!, land!], true).rows).toEqual([]);
    expect(cardsAndRows([garage!, house!], false).rows).toEqual([]);
  });
});

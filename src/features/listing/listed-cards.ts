import type { Listing } from '../property/listing.ts';

/** Types of which a photograph says little: beside other properties they are rows. */
const ROW_TYPES: readonly string[] = ['garage', 'land'];

/**
 * The listings of a page as cards, and below them those that are rows: garages and land, but only beside properties of
 * other types, and only where their order is the usual one. In an order that a visitor chose each stays in its place.
 */
export function cardsAndRows<T extends Pick<Listing, 'typeKeys'>>(
  listings: readonly T[],
  isUsualOrder: boolean,
): { cards: readonly T[]; rows: readonly T[] } {
  const isRow = ({ typeKeys }: T) => typeKeys.length > 0 && typeKeys.every((key) => ROW_TYPES.includes(key));
  if (!isUsualOrder || listings.every(isRow)) return { cards: listings, rows: [] };
  return { cards: listings.filter((listing) => !isRow(listing)), rows: listings.filter(isRow) };
}

/** So many cards are between two large ones at least, and before the first of them. */
const BETWEEN = 4;
const BEFORE = 2;

/**
 * Which of the cards in two columns are large and take both: the third and then about one in four, so that no place
 * stays empty before the end, and the first view has as many as it can hold. One that has no photograph or is no longer
 * available is never large.
 */
export function largeCards(listings: readonly Pick<Listing, 'photo' | 'gone'>[]): boolean[] {
  let since = BETWEEN - BEFORE;
  let column = 0;
  return listings.map(({ photo, gone }, at) => {
    const left = listings.length - at;
    const isLarge = column === 0 && photo !== null && !gone && (left === 1 || (since >= BETWEEN && left !== 2));
    since = isLarge ? 0 : since + 1;
    column = isLarge ? 0 : 1 - column;
    return isLarge;
  });
}

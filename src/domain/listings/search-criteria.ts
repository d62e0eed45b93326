import type { Answers } from '../forms/form.ts';
import type { Listing } from '../property/listing.ts';
import type { ListingQuery } from './listing-query.ts';

/** What a registered search asks for: a query of the lists, by the same matcher. */
export type Wish = ListingQuery;

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const numberOf = (value: unknown): number | null => (typeof value === 'string' && value !== '' ? Number(value) : null);

/**
 * The wish in the answers of the search form; towns are `1850|grimbergen`, postcodes are read out of free text.
 * @example wishOf({ goal: 'sale', types: ['house'], zips: '1850, 1860' }).cities // [{ name: '', zip: '1850' }, { name: '', zip: '1860' }]
 */
export function wishOf(answers: Answers): Wish {
  const towns = listOf(answers.towns).map((key) => {
    const [zip = '', name = ''] = key.split('|');
    return { name, zip };
  });
  const zips = (typeof answers.zips === 'string' ? (answers.zips.match(/\b\d{4}\b/g) ?? []) : []).map((zip) => ({
    name: '',
    zip,
  }));
  return {
    goal: answers.goal === 'rent' ? 'rent' : 'sale',
    cities: [...towns, ...zips],
    typeKeys: listOf(answers.types),
    minPrice: numberOf(answers.minPrice),
    maxPrice: numberOf(answers.maxPrice),
    bedrooms: numberOf(answers.minBedrooms),
    garages: numberOf(answers.garages),
    parkings: numberOf(answers.parkings),
    minSurface: null,
    maxLabelStep: null,
    garden: false,
    terrace: false,
    parking: false,
    hideGone: true,
    sort: 'newest',
  };
}

/** Why a home fits, in the order of what counts: the parts of the wish it meets. */
export type Reason =
  | { kind: 'town' }
  | { kind: 'type' }
  | { kind: 'price'; from: number | null; to: number | null }
  | { kind: 'bedrooms' | 'garages' | 'parkings'; least: number };

/** The parts of a wish that a matching home meets. */
export function reasonsOf(wish: Wish): Reason[] {
  const reasons: Reason[] = [];
  if (wish.cities.length > 0) reasons.push({ kind: 'town' });
  if (wish.typeKeys.length > 0) reasons.push({ kind: 'type' });
  if (wish.minPrice !== null || wish.maxPrice !== null) reasons.push({ kind: 'price', from: wish.minPrice, to: wish.maxPrice });
  for (const kind of ['bedrooms', 'garages', 'parkings'] as const) {
    const least = wish[kind];
    if (least) reasons.push({ kind, least });
  }
  return reasons;
}

/** Whether a home is what somebody may look for at all. */
export const canBeHad = (listing: Pick<Listing, 'gone' | 'meaning'>): boolean => !listing.gone && listing.meaning !== 'option';

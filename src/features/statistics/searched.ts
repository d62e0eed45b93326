import { formatEuro, withinLine } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import type { ListingQuery } from '../listing/listing-query.ts';
import { AREA_LABELS, type City, isArea, type PropertyType } from '../place/region.ts';
import type { Goal } from '../property/property-state.ts';

/** What a search asks for, as coarse as it is counted: a place, a type and a price band. */
export interface SearchKind {
  /** `both`: neither to buy nor to rent was said. */
  goal: Goal | 'both';
  /** Postcode, region or province; empty for everywhere. */
  place: string;
  typeKey: string;
  /** Upper end of the price band, in euros; null for no limit. */
  maxPrice: number | null;
}

/** How many properties on offer a search found. */
export type HitsBand = 'none' | 'few' | 'many';

/** Up to so many hits are few. */
export const FEW_HITS = 3;

/** The band of a number of hits. */
export const hitsBandOf = (hits: number): HitsBand => (hits === 0 ? 'none' : hits <= FEW_HITS ? 'few' : 'many');

/** Fewer searches of a kind in a week are not shown: a small number can be one person whom somebody knows. */
export const LEAST_SEARCHES = 3;

/** Width and end of the price bands, in euros. A limit above the end is counted as none. */
const BANDS = { sale: { width: 100_000, end: 2_000_000 }, rent: { width: 250, end: 5000 } } as const;

/**
 * The upper end of the price band of a limit; a search without a goal says it by its amount.
 * @example priceBandOf('sale', 385_000) // 400_000
 */
export function priceBandOf(goal: SearchKind['goal'], limit: number | null): number | null {
  if (limit === null || limit <= 0) return null;
  const { width, end } = BANDS[goal === 'both' ? (limit > BANDS.rent.end ? 'sale' : 'rent') : goal];
  const band = Math.ceil(limit / width) * width;
  return band > end ? null : band;
}

/** One search asks for at most so many pairs of place and type; the others are not counted. */
const MOST_KINDS = 12;

/** The part of a query that is counted. */
type Asked = Pick<ListingQuery, 'goal' | 'cities' | 'regions' | 'drawn' | 'typeKeys' | 'maxPrice'>;

/**
 * What a query asks for, one kind per place and type. `placeOf` names a town; null leaves out a town that the caller
 * does not know. A query for a drawn area, and one without place, type and price, asks for nothing that can be counted.
 */
export function searchKindsOf(
  query: Asked,
  placeOf: (city: ListingQuery['cities'][number]) => string | null,
  goal: SearchKind['goal'] = query.goal,
): SearchKind[] {
  if (query.drawn) return [];
  const asksPlace = query.cities.length + query.regions.length > 0;
  const known = [...query.cities.map(placeOf).filter((place) => place !== null), ...query.regions];
  const places = asksPlace ? [...new Set(known)] : [''];
  const types = query.typeKeys.length > 0 ? [...new Set(query.typeKeys)] : [''];
  const maxPrice = priceBandOf(goal, query.maxPrice);
  return places
    .flatMap((place) => types.map((typeKey): SearchKind => ({ goal, place, typeKey, maxPrice })))
    .filter((kind) => kind.place !== '' || kind.typeKey !== '' || kind.maxPrice !== null)
    .slice(0, MOST_KINDS);
}

/** The text by which two kinds are the same. */
export const searchKindKey = ({ goal, place, typeKey, maxPrice }: SearchKind): string =>
  [goal, place, typeKey, maxPrice ?? 0].join('|');

/**
 * The weeks of a report, each from Monday to Sunday, newest first; the first one is the week of `today`.
 * @example searchWeeks('2026-11-18', 1) // [{ first: '2026-11-16', last: '2026-11-22' }]
 */
export function searchWeeks(today: string, count: number): { first: string; last: string }[] {
  const moment = new Date(`${today}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - ((moment.getUTCDay() + 6) % 7));
  const dayAfter = (days: number) => new Date(moment.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => ({ first: dayAfter(-7 * at), last: dayAfter(6 - 7 * at) }));
}

interface Context {
  cities: readonly City[];
  propertyTypes: readonly PropertyType[];
  language: string;
  t: Translate;
}

/** What a kind of search asks for, in words for the studio and its mails. */
export function searchKindWords(
  { goal, place, typeKey, maxPrice }: SearchKind,
  { cities, propertyTypes, language, t }: Context,
): { what: string; place: string; price: string } {
  const type = propertyTypes.find(({ key }) => key === typeKey);
  const city = cities.find(({ Zip }) => Zip === place);
  const goals = { sale: 'FOR_SALE', rent: 'FOR_RENT', both: 'STUDIO_SALE_OR_RENT' } as const;
  return {
    what: `${localized(type?.Name, language) || t('STUDIO_ANY_TYPE')}, ${withinLine(t(goals[goal]), language)}`,
    place: isArea(place)
      ? t(AREA_LABELS[place])
      : city
        ? `${place} ${localized(city.Name, language)}`
        : place || t('STUDIO_EVERYWHERE'),
    price: maxPrice === null ? t('STUDIO_NO_LIMIT') : t('STUDIO_UP_TO', { amount: formatEuro(maxPrice, language) }),
  };
}

import * as z from 'zod';
import { amountIn, areaIn } from '../../platform/text/figures.ts';
import { isOneOf, keysOf } from '../../platform/values/values.ts';
import { boundsOf, outlineOf } from '../place/outline.ts';
import { type Area, type City, isArea, type PropertyType } from '../place/region.ts';
import { FEATURES, type Feature } from '../property/features.ts';
import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';
import { type DrawnArea, drawnArea, LONGEST_KM, zipsWithin } from './area.ts';
import { type TravelTime, travelTimeOf, zipsInTime } from './travel-time.ts';

const NOWHERE: ReadonlySet<string> = new Set();

/** What a distance or a time on the way around some towns means; nothing without a town. */
export function aroundOf(
  { within, time, cities }: Pick<ListingQuery, 'within' | 'cities'> & { time: TravelTime | null },
  known: { cities: readonly City[] },
): Pick<ListingQuery, 'travel' | 'zipsAround'> {
  if (cities.length === 0) return { travel: null, zipsAround: NOWHERE };
  if (within) return { travel: null, zipsAround: zipsWithin(within, cities, known.cities) };
  if (!time) return { travel: null, zipsAround: NOWHERE };
  return { travel: time, zipsAround: zipsInTime(time, cities, known.cities) };
}

/** The facts of a listing that have a lowest or highest value in a query. */
export type LimitFacts = Pick<Listing, 'price' | 'bedrooms' | 'living' | 'ground' | 'charges'>;

/** A filter with a number. */
interface Limit {
  /** The highest number that makes sense. */
  highest: number;
  /** Reads the number as people write it. */
  read: (text: string) => number | null;
  /** Whether it is the most that is allowed; otherwise it is the least. */
  isMost: boolean;
  /** What is compared with it; NaN where nothing is stated, which is within no limit. */
  figureOf: (listing: LimitFacts) => number;
}

const priceOf = ({ price }: LimitFacts) => price ?? Number.NaN;

/**
 * The filters with a number, by their key in the query string. A hidden price and unstated charges match no limit:
 * otherwise a price could be guessed, and charges would be promised that nobody stated.
 */
export const LIMITS = {
  minPrice: { read: amountIn, highest: 999_999_999, isMost: false, figureOf: priceOf },
  maxPrice: { read: amountIn, highest: 999_999_999, isMost: true, figureOf: priceOf },
  maxCharges: { read: amountIn, highest: 1e6, isMost: true, figureOf: ({ charges }) => charges ?? Number.NaN },
  bedrooms: { read: amountIn, highest: 99, isMost: false, figureOf: ({ bedrooms }) => bedrooms },
  minSurface: { read: areaIn, highest: 1e6, isMost: false, figureOf: ({ living }) => living },
  maxSurface: { read: areaIn, highest: 1e6, isMost: true, figureOf: ({ living }) => living || Number.NaN },
  minGround: { read: areaIn, highest: 1e8, isMost: false, figureOf: ({ ground }) => ground },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitKey = keyof typeof LIMITS;
export const LIMIT_KEYS = keysOf(LIMITS);

/** Whether a figure is within a limit. */
export const isWithinLimit = (figure: number, limit: number, isMost: boolean): boolean =>
  isMost ? figure <= limit : figure >= limit;

/** The limits of a query that sets none. */
export const NO_LIMITS = Object.fromEntries(LIMIT_KEYS.map((key) => [key, null])) as Readonly<Record<LimitKey, null>>;

/** The most properties that fit beside each other. */
export const MOST_COMPARED = 4;

/**
 * The numbers of properties in a URL, in the order asked for; anything else is left out. They may come one by one, or
 * several in one value with a full stop or a comma between them.
 * @example idsIn(new URLSearchParams('ids=1087.1001&ids=1003'), 20) // [1087, 1001, 1003]
 */
export function idsIn(search: URLSearchParams, most: number): number[] {
  const ids = search
    .getAll('ids')
    .slice(0, 100)
    .flatMap((text) => text.slice(0, 400).split(/[.,]/))
    .filter((text) => /^\d{1,12}$/.test(text))
    .map(Number);
  return [...new Set(ids)].slice(0, most);
}

/** The keys that make the URL of a list a filtered one; all others (utm_*, gclid) do not change the list. */
export const FILTER_KEYS = [
  'city',
  'within',
  'region',
  'area',
  'bounds',
  'type',
  ...LIMIT_KEYS,
  'epc',
  'freeBy',
  ...FEATURES,
  'sold',
  'sort',
  'page',
] as const;

/** The keys with which a visitor looks on in the list of a search: they begin no new one. */
export const NOT_SEARCHED_KEYS = ['sort', 'page'] as const satisfies readonly (typeof FILTER_KEYS)[number][];

export const SORTS = ['newest', 'price-asc', 'price-desc', 'surface', 'price-m2'] as const;
export type Sort = (typeof SORTS)[number];

/** What a visitor asks of a list; every state has a URL that reproduces it. */
export interface ListingQuery extends Readonly<Record<LimitKey, number | null>> {
  goal: Goal;
  /** Towns as `Name|zip`; matched by zip and by the name in any language. */
  cities: { name: string; zip: string }[];
  /** Kilometres around the towns; null for the towns alone. */
  within: number | null;
  /** A longest time on the way to the towns; it takes the place of a distance. */
  travel: TravelTime | null;
  /** The postcodes around the towns that this means. */
  zipsAround: ReadonlySet<string>;
  /** Regions and provinces, beside the towns. */
  regions: readonly Area[];
  /** What was drawn on the map; it limits the towns and regions. */
  drawn: DrawnArea | null;
  typeKeys: string[];
  /** Worst label that is still accepted: its colour step, 1 (A+) to 8 (G). */
  maxLabelStep: number | null;
  /** The last day, such as `2027-03-01`, from which it must be free to use. */
  freeBy: string | null;
  features: readonly Feature[];
  /** Minimum numbers of garages and parking places; only a saved search asks for them. */
  garages?: number | null;
  parkings?: number | null;
  hideGone: boolean;
  sort: Sort;
}

/** The listings in the requested order. Those without the figure to sort by come last; equal ones are newest first. */
export function sorted(listings: readonly Listing[], sort: Sort): Listing[] {
  // Moments in this notation sort as plain text, and comparing with `<` is ten times as fast.
  const newest = (a: Listing, b: Listing) => (a.created === b.created ? b.id - a.id : a.created < b.created ? 1 : -1);
  const by = (figure: (listing: Listing) => number | null, direction: 1 | -1) => (a: Listing, b: Listing) => {
    const [x, y] = [figure(a), figure(b)];
    if (x === null || y === null) return x === y ? newest(a, b) : x === null ? 1 : -1;
    return direction * (x - y) || newest(a, b);
  };
  const order = {
    newest: (a: Listing, b: Listing) => Number(a.gone) - Number(b.gone) || newest(a, b),
    'price-asc': by((listing) => listing.price, 1),
    'price-desc': by((listing) => listing.price, -1),
    surface: by((listing) => listing.living || null, -1),
    'price-m2': by((listing) => listing.pricePerM2, 1),
  }[sort];
  return [...listings].sort(order);
}

/** A query parsed from a URL, with the keys whose value was not understood and therefore left out. */
export interface ParsedQuery {
  query: ListingQuery;
  ignored: string[];
}

/** The energy labels that forms offer as the worst. */
export const ASKED_LABELS = ['A', 'B', 'C', 'D', 'E'] as const;
export const LABEL_STEPS: Readonly<Record<string, number>> = { 'A+': 1, A: 2, B: 3, C: 4, D: 5, E: 6, F: 7 };
const MOST = 50;

/** What the agency knows of types and towns. */
export interface KnownPlaces {
  propertyTypes: readonly PropertyType[];
  cities: readonly City[];
}

type Limits = Record<LimitKey, number | null>;

const RANGES = [
  ['minPrice', 'maxPrice'],
  ['minSurface', 'maxSurface'],
] as const;

/**
 * Parses the filters of a list from its query string. An invalid value is left out and named, never an error.
 * @example parseListingQuery(new URLSearchParams('city=Gent|9000&type=1'), 'sale', site).query.cities
 * // [{ name: 'Gent', zip: '9000' }]
 */
export function parseListingQuery(
  search: URLSearchParams,
  goal: Goal,
  known: KnownPlaces,
  hideGone = false,
): ParsedQuery {
  const ignored: string[] = [];
  const number = (key: string, most: number, read = amountIn): number | null => {
    const text = search.get(key)?.trim() ?? '';
    if (text === '') return null;
    const value = read(text);
    if (value !== null && value <= most) return value;
    ignored.push(key);
    return null;
  };
  const flag = (key: string): boolean => {
    const text = search.get(key);
    if (text === null || text === '') return false;
    if (text === '1' || text === 'on' || text === 'true') return true;
    ignored.push(key);
    return false;
  };
  const typeKeys = search
    .getAll('type')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      const found = known.propertyTypes.find(({ WebID, key }) => String(WebID) === text || key === text);
      if (!found) ignored.push('type');
      return found ? [found.key] : [];
    });
  const cities = search
    .getAll('city')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      const [name = '', zip = ''] = text
        .slice(0, 100)
        .split('|')
        .map((part) => part.trim());
      if (name || zip) return [{ name, zip }];
      ignored.push('city');
      return [];
    });
  const regions = search
    .getAll('region')
    .filter(Boolean)
    .slice(0, MOST)
    .flatMap((text) => {
      if (isArea(text)) return [text];
      ignored.push('region');
      return [];
    });
  const given = <Value>(key: string, parse: (text: string) => Value | null): Value | null => {
    const text = search.get(key);
    const value = text ? parse(text) : null;
    if (text && value === null) ignored.push(key);
    return value;
  };
  const sortText = search.get('sort') ?? '';
  const sort = isOneOf(SORTS, sortText) ? (sortText as Sort) : 'newest';
  if (sortText && sortText !== sort) ignored.push('sort');
  const epcText = search.get('epc')?.toUpperCase().replace(' ', '+') ?? '';
  const maxLabelStep = Object.hasOwn(LABEL_STEPS, epcText) ? (LABEL_STEPS[epcText] ?? null) : null;
  if (epcText && maxLabelStep === null) ignored.push('epc');
  const sold = search.get('sold');
  if (sold && sold !== 'hide' && sold !== 'show') ignored.push('sold');
  const time = travelTimeOf(search.get('within'));
  const within = time ? null : number('within', LONGEST_KM) || null;
  // A distance from nowhere limits nothing.
  const around = aroundOf({ within, time, cities }, known);
  const freeBy = search.get('freeBy') || null;
  const isDay = z.iso.date().safeParse(freeBy).success;
  if (freeBy && !isDay) ignored.push('freeBy');
  const limits = Object.fromEntries(
    LIMIT_KEYS.map((key) => [key, number(key, LIMITS[key].highest, LIMITS[key].read)]),
  ) as Limits;
  // Limits the wrong way round are meant as the range between them.
  for (const [lowest, highest] of RANGES) {
    const [low, high] = [limits[lowest], limits[highest]];
    if (low !== null && high !== null && low > high) Object.assign(limits, { [lowest]: high, [highest]: low });
  }
  return {
    query: {
      goal,
      cities,
      within,
      ...around,
      regions,
      drawn: drawnArea(given('area', outlineOf), given('bounds', boundsOf), known.cities),
      typeKeys,
      ...limits,
      maxLabelStep,
      freeBy: isDay ? freeBy : null,
      features: FEATURES.filter(flag),
      hideGone: sold === 'hide' || (hideGone && sold !== 'show'),
      sort,
    },
    ignored: [...new Set(ignored)],
  };
}

import * as z from 'zod';
import type { LabelKey } from '../../i18n/label-key.ts';
import { amountIn, areaIn } from '../../platform/text/figures.ts';
import { isOneOf, keysOf, recordBy } from '../../platform/values/values.ts';
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

/** The facts of a listing that a query uses; a new filter adds its fact here. */
export const FILTER_FACTS = [
  'goal',
  'gone',
  'typeKeys',
  'city',
  'zip',
  'point',
  'countryId',
  'price',
  'bedrooms',
  'living',
  'ground',
  'charges',
  'label',
  'features',
  'freeFrom',
  'garages',
  'parkings',
] as const satisfies readonly (keyof Listing)[];
export type FilterFacts = Pick<Listing, (typeof FILTER_FACTS)[number]>;

/** A filter with a number: all that lists, forms, saved searches and words of it need. */
interface Limit {
  /** The highest number that makes sense. */
  highest: number;
  /** Reads the number as people write it. */
  read: (text: string) => number | null;
  /** Whether it is the most that is allowed; otherwise it is the least. */
  isMost: boolean;
  /** What is compared with it; NaN where nothing is stated, which is within no limit. */
  figureOf: (listing: FilterFacts) => number;
  unit: 'euro' | 'square-metres' | 'count';
  label: LabelKey;
  /** Its words with the number: `{amount}` with its unit, or `{n}` for a count. */
  words: LabelKey;
  /** The goal for which the form of filters shows it; left out = both. */
  only?: Goal;
  /** Its field in the form of a saved search; left out = its own key. */
  savedAs?: string;
}

const limits = <Key extends string>(all: Readonly<Record<Key, Limit>>) => all;
const priceOf = ({ price }: FilterFacts) => price ?? Number.NaN;

/**
 * The filters with a number, by their key in the query string. A hidden price and unstated charges match no limit:
 * otherwise a price could be guessed, and charges would be promised that nobody stated.
 */
export const LIMITS = limits({
  minPrice: {
    read: amountIn,
    highest: 999_999_999,
    isMost: false,
    figureOf: priceOf,
    unit: 'euro',
    label: 'MIN_PRICE',
    words: 'FROM_AMOUNT',
  },
  maxPrice: {
    read: amountIn,
    highest: 999_999_999,
    isMost: true,
    figureOf: priceOf,
    unit: 'euro',
    label: 'MAX_PRICE',
    words: 'UP_TO_AMOUNT',
  },
  maxCharges: {
    read: amountIn,
    highest: 1e6,
    isMost: true,
    figureOf: ({ charges }) => charges ?? Number.NaN,
    unit: 'euro',
    label: 'MAX_CHARGES',
    words: 'CHARGES_UP_TO',
    only: 'rent',
  },
  bedrooms: {
    read: amountIn,
    highest: 99,
    isMost: false,
    figureOf: ({ bedrooms }) => bedrooms,
    unit: 'count',
    label: 'BEDROOMS',
    words: 'BEDROOMS_OR_MORE',
    savedAs: 'minBedrooms',
  },
  minSurface: {
    read: areaIn,
    highest: 1e6,
    isMost: false,
    figureOf: ({ living }) => living,
    unit: 'square-metres',
    label: 'MIN_SURFACE',
    words: 'FROM_AMOUNT',
  },
  maxSurface: {
    read: areaIn,
    highest: 1e6,
    isMost: true,
    figureOf: ({ living }) => living || Number.NaN,
    unit: 'square-metres',
    label: 'MAX_SURFACE',
    words: 'UP_TO_AMOUNT',
  },
  minGround: {
    read: areaIn,
    highest: 1e8,
    isMost: false,
    figureOf: ({ ground }) => ground,
    unit: 'square-metres',
    label: 'MIN_GROUND',
    words: 'GROUND_FROM',
    only: 'sale',
  },
});

export type LimitKey = keyof typeof LIMITS;
export const LIMIT_KEYS = keysOf(LIMITS);
/** The field of a limit in the form of a saved search. */
export const savedFieldOf = (key: LimitKey): string => LIMITS[key].savedAs ?? key;

/** Whether a figure is within a limit. */
export const isWithinLimit = (figure: number, limit: number, isMost: boolean): boolean =>
  isMost ? figure <= limit : figure >= limit;

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

/** Reads the values of a query string; the keys of those that are not understood are kept. */
class FilterReader {
  readonly ignored: string[] = [];
  #search: URLSearchParams;

  constructor(search: URLSearchParams) {
    this.#search = search;
  }

  /** The one value of a key; null when there is none or it is not understood. */
  one<Value>(key: string, parse: (text: string) => Value | null): Value | null {
    const text = this.#search.get(key);
    return text ? this.#parsed(key, text, parse) : null;
  }

  /** All values of a key that are understood. */
  all<Value>(key: string, parse: (text: string) => Value | null): Value[] {
    const texts = this.#search.getAll(key).filter(Boolean).slice(0, MOST);
    return texts.map((text) => this.#parsed(key, text, parse)).filter((value) => value !== null);
  }

  number(key: string, most: number, read = amountIn): number | null {
    const text = this.#search.get(key)?.trim() ?? '';
    if (text === '') return null;
    return this.#parsed(key, text, () => {
      const value = read(text);
      return value !== null && value <= most ? value : null;
    });
  }

  flag(key: string): boolean {
    return this.one(key, (text) => (['1', 'on', 'true'].includes(text) ? true : null)) ?? false;
  }

  #parsed<Value>(key: string, text: string, parse: (text: string) => Value | null): Value | null {
    const value = parse(text);
    if (value === null) this.ignored.push(key);
    return value;
  }
}

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
  const reader = new FilterReader(search);
  const typeKeys = reader.all(
    'type',
    (text) => known.propertyTypes.find(({ WebID, key }) => String(WebID) === text || key === text)?.key ?? null,
  );
  const cities = reader.all('city', cityIn);
  const regions = reader.all('region', (text) => (isArea(text) ? text : null));
  const sort = reader.one('sort', (text) => (isOneOf(SORTS, text) ? text : null));
  const maxLabelStep = reader.one('epc', labelStepOf);
  const sold = reader.one('sold', (text) => (text === 'hide' || text === 'show' ? text : null));
  const time = travelTimeOf(search.get('within'));
  const within = time ? null : reader.number('within', LONGEST_KM) || null;
  const freeBy = reader.one('freeBy', (text) => (z.iso.date().safeParse(text).success ? text : null));
  const limits = limitsIn(reader);
  const query: ListingQuery = {
    ...{ goal, cities, within },
    // A distance from nowhere limits nothing.
    ...aroundOf({ within, time, cities }, known),
    regions,
    drawn: drawnArea(reader.one('area', outlineOf), reader.one('bounds', boundsOf), known.cities),
    typeKeys,
    ...limits,
    ...{ maxLabelStep, freeBy },
    features: FEATURES.filter((feature) => reader.flag(feature)),
    hideGone: sold === 'hide' || (hideGone && sold !== 'show'),
    sort: sort ?? 'newest',
  };
  return { query, ignored: [...new Set(reader.ignored)] };
}

/** A town as URLs have it; null without a name and a postcode. */
function cityIn(text: string): ListingQuery['cities'][number] | null {
  const [name = '', zip = ''] = text
    .slice(0, 100)
    .split('|')
    .map((part) => part.trim());
  return name || zip ? { name, zip } : null;
}

/** The colour step of an energy label; a URL may have a blank for its plus. */
function labelStepOf(text: string): number | null {
  const label = text.toUpperCase().replace(' ', '+');
  return Object.hasOwn(LABEL_STEPS, label) ? (LABEL_STEPS[label] ?? null) : null;
}

/** The limits of a query; those the wrong way round are meant as the range between them. */
function limitsIn(reader: FilterReader): Limits {
  const limits: Limits = recordBy(LIMIT_KEYS, (key) => reader.number(key, LIMITS[key].highest, LIMITS[key].read));
  for (const [lowest, highest] of RANGES) {
    const [low, high] = [limits[lowest], limits[highest]];
    if (low !== null && high !== null && low > high) Object.assign(limits, { [lowest]: high, [highest]: low });
  }
  return limits;
}

import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';
import {
  FILTER_KEYS,
  type KnownPlaces,
  LIMIT_KEYS,
  LIMITS,
  type LimitKey,
  type ListingQuery,
  parseListingQuery,
  sorted,
} from './listing-query.ts';
import { matches } from './matching.ts';

type CriterionKey = Exclude<(typeof FILTER_KEYS)[number], 'page' | 'sort'>;

/** One thing that a visitor asks of a list. */
export interface Criterion {
  key: CriterionKey;
  /** The query that asks this one thing only. */
  query: ListingQuery;
  /** The query string of the list without it, from its first page; empty when nothing else is asked. */
  rest: string;
}

const KEYS = FILTER_KEYS.filter((key): key is CriterionKey => key !== 'page' && key !== 'sort');

/**
 * The criteria of a filtered list in the order of its filters. Values that are not understood are left out.
 * @example criteriaOf('?type=1&type=2', 'sale', site)[0].rest // '?type=2'
 */
export function criteriaOf(search: string, goal: Goal, known: KnownPlaces): Criterion[] {
  const pairs = [...new URLSearchParams(search)].filter(([key]) => key !== 'page');
  const seen = new Set<string>();
  const towns = pairs.filter(([key, value]) => key === 'city' && value !== '').length;
  return KEYS.filter((key) => towns > 0 || key !== 'within').flatMap((key) =>
    pairs
      .filter((pair) => pair[0] === key && pair[1] !== '' && !seen.has(String(pair)) && seen.add(String(pair)))
      .flatMap(([, value]) => {
        const { query, ignored } = parseListingQuery(new URLSearchParams([[key, value]]), goal, known);
        if (ignored.length > 0 || (key === 'sold' && !query.hideGone)) return [];
        const isLastTown = key === 'city' && towns === 1;
        const others = pairs.filter((pair) => pair[0] !== key || pair[1] !== value);
        const rest = String(new URLSearchParams(others.filter(([name]) => !isLastTown || name !== 'within')));
        return [{ key, query, rest: rest && `?${rest}` }];
      }),
  );
}

/** A query without one of its criteria, or with a wider one. */
interface Wider {
  /** The keys of the criterion in the query string. */
  keys: readonly string[];
  query: ListingQuery;
}

/** What would be found without one criterion. */
export interface Relaxation {
  keys: readonly string[];
  /** The number of available listings. */
  count: number;
}

const NOWHERE: ReadonlySet<string> = new Set();
const MOST_OFFERED = 3;
/** How far a listing may be from a limit to be a near miss. */
const NEAR = 0.15;

/**
 * The criteria that hide most, each with what would be found without it: those that hide nothing are left out, and the
 * places come last, because nobody moves for a garden. `countOf` counts the available listings of a query.
 */
export function relaxations(
  query: ListingQuery,
  countOf: (query: ListingQuery) => number,
  count: number,
): Relaxation[] {
  const options = dropping(query).map(({ keys, query: wider }) => ({ keys, count: countOf(wider) }));
  const isPlace = ({ keys }: Relaxation) => Number(keys.includes('city') || keys.includes('area'));
  return options
    .filter((option) => option.count > count)
    .sort((a, b) => isPlace(a) - isPlace(b) || b.count - a.count)
    .slice(0, MOST_OFFERED);
}

/**
 * The available listings that miss one criterion of a query by little: a price, a surface, a room, a label. The first
 * `most` in the order newest; `find` returns those of a query in its order.
 */
export function nearMisses(
  query: ListingQuery,
  find: (query: ListingQuery) => readonly Listing[],
  most: number,
): Listing[] {
  const missed = loosened(query).flatMap((wider) =>
    find({ ...wider, hideGone: true, sort: 'newest' })
      .values()
      .filter((listing) => !matches(listing, query))
      .take(most)
      .toArray(),
  );
  return sorted([...new Set(missed)], 'newest').slice(0, most);
}

/** The query without each of its criteria. */
function dropping(query: ListingQuery): Wider[] {
  const { cities, regions, drawn, typeKeys, maxLabelStep, freeBy, features } = query;
  const place = cities.length > 0 ? ['city', 'within', 'region'] : ['region', 'city'];
  const others: readonly [boolean, Wider][] = [
    [maxLabelStep !== null, { keys: ['epc'], query: { ...query, maxLabelStep: null } }],
    [typeKeys.length > 0, { keys: ['type'], query: { ...query, typeKeys: [] } }],
    [freeBy !== null, { keys: ['freeBy'], query: { ...query, freeBy: null } }],
    [
      cities.length + regions.length > 0,
      { keys: place, query: { ...query, cities: [], regions: [], within: null, travel: null, zipsAround: NOWHERE } },
    ],
    [drawn !== null, { keys: ['area', 'bounds'], query: { ...query, drawn: null } }],
  ];
  return [
    ...LIMIT_KEYS.toReversed()
      .filter((key) => query[key] !== null)
      .map((key) => ({ keys: [key], query: { ...query, [key]: null } })),
    ...features.map((feature) => ({
      keys: [feature],
      query: { ...query, features: features.filter((one) => one !== feature) },
    })),
    ...others.flatMap(([isSet, wider]) => (isSet ? [wider] : [])),
  ];
}

/** The query with each of its limits a little wider. */
function loosened(query: ListingQuery): ListingQuery[] {
  const { maxLabelStep } = query;
  const wider = (key: LimitKey, limit: number): number => {
    const { unit, isMost } = LIMITS[key];
    if (unit === 'count') return isMost ? limit + 1 : limit - 1;
    return limit * (isMost ? 1 + NEAR : 1 - NEAR);
  };
  return [
    ...LIMIT_KEYS.flatMap((key) => {
      const limit = query[key];
      return limit ? [{ ...query, [key]: wider(key, limit) }] : [];
    }),
    ...(maxLabelStep === null ? [] : [{ ...query, maxLabelStep: maxLabelStep + 1 }]),
  ];
}

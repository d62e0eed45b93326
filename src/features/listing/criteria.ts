import type { Goal } from '../property/goal.ts';
import { FILTER_KEYS, type ListingQuery } from './listing-query.ts';
import { type KnownPlaces, parseListingQuery } from './parse-listing-query.ts';

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

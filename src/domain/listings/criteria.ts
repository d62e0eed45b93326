import type { PropertyType } from '../places/place.ts';
import type { Goal } from '../property/goal.ts';
import { FILTER_KEYS, type ListingQuery } from './listing-query.ts';
import { parseListingQuery } from './parse-listing-query.ts';

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
 * @example criteriaOf('?type=1&type=2', 'sale', types)[0].rest // '?type=2'
 */
export function criteriaOf(search: string, goal: Goal, types: readonly PropertyType[]): Criterion[] {
  const pairs = [...new URLSearchParams(search)].filter(([key]) => key !== 'page');
  const seen = new Set<string>();
  return KEYS.flatMap((key) =>
    pairs
      .filter((pair) => pair[0] === key && pair[1] !== '' && !seen.has(String(pair)) && seen.add(String(pair)))
      .flatMap(([, value]) => {
        const { query, ignored } = parseListingQuery(new URLSearchParams([[key, value]]), goal, types);
        if (ignored.length > 0 || (key === 'sold' && !query.hideGone)) return [];
        const rest = String(new URLSearchParams(pairs.filter((pair) => pair[0] !== key || pair[1] !== value)));
        return [{ key, query, rest: rest && `?${rest}` }];
      }),
  );
}

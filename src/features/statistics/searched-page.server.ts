import { listAt } from '../../content/site/list-at.ts';
import type { Site } from '../../content/site/site.ts';
import { type ListingQuery, NOT_SEARCHED_KEYS } from '../listing/listing-query.ts';
import { parseListingQuery } from '../listing/parse-listing-query.ts';
import { searchListings } from '../search/find-properties.ts';
import { searchPhrase } from '../search/search-phrase.view.ts';
import { type SearchKind, searchKindsOf } from './searched.ts';

/** What the page at a URL was asked for, and how many properties on offer it shows. */
export interface SearchedPage {
  kinds: readonly SearchKind[];
  hits: number;
}

/** A page that is no search: another page of a list, another order, a name or a number. */
const NO_SEARCH: SearchedPage = { kinds: [], hits: 0 };

/**
 * What a visitor searches with a list, with the list of a town or a type, or with the page of the search text. Of a
 * typed text only what the rules understand is read.
 */
export function searchedPage(site: Site, requestPath: string): SearchedPage {
  const url = new URL(requestPath, 'http://localhost');
  const row = site.paths.rowAt(url.pathname);
  if (row?.name === 'search' && row.rest.length === 0) return searchedText(site, row.language, url.searchParams);
  const list = listAt(site, url.pathname);
  if (!list || NOT_SEARCHED_KEYS.some((key) => url.searchParams.has(key))) return NO_SEARCH;
  const { goal, of, ofType } = list;
  if (of) {
    const [place, typeKey] = 'zip' in of ? [of.zip, ofType?.key ?? ''] : ['', of.key];
    const hits = site.newest(goal, of, ofType ?? undefined).filter(({ gone }) => !gone).length;
    return { kinds: [{ goal, place, typeKey, maxPrice: null }], hits };
  }
  const { query } = parseListingQuery(url.searchParams, goal, site, site.settings.site.hideSoldInLists);
  const kinds = kindsOf(site, query);
  return kinds.length > 0 ? { kinds, hits: site.find(query).free } : NO_SEARCH;
}

function searchedText(site: Site, language: string, search: URLSearchParams): SearchedPage {
  const text = (search.get('q') ?? '').slice(0, 100).trim();
  if (text === '' || searchListings(text, site.listings, []).listings.length > 0) return NO_SEARCH;
  const result = searchPhrase(site, language, text);
  if (!result) return NO_SEARCH;
  const { understood, lists } = result;
  const asked = understood.goal ?? search.get('goal');
  const goal = asked === 'sale' || asked === 'rent' ? asked : null;
  const kinds = kindsOf(site, lists[goal ?? 'sale'].query, goal ?? 'both');
  return { kinds, hits: goal ? lists[goal].free : lists.sale.free + lists.rent.free };
}

/** Only towns that the agency knows are counted: whatever else is in the URL was written by the visitor. */
const kindsOf = (site: Pick<Site, 'cities'>, query: ListingQuery, goal?: SearchKind['goal']): SearchKind[] =>
  searchKindsOf(query, ({ name, zip }) => cityOf(site, name, zip)?.Zip ?? null, goal);

const cityOf = ({ cities }: Pick<Site, 'cities'>, name: string, zip: string) =>
  cities.find(({ Zip, Name }) => (zip ? Zip === zip : Object.values(Name).includes(name)));

import { filtersOf, type ListAt, listAt, ownListPath, townAt } from '../content/site/paths.ts';
import type { Site } from '../content/site/site.ts';
import { FILTER_KEYS, NOT_SEARCHED_KEYS, parseListingQuery } from '../features/listing/listing-query.ts';
import type { Town } from '../features/listing/town.ts';
import type { PropertyType } from '../features/place/region.ts';
import type { Goal } from '../features/property/property-state.ts';
import type { Language } from '../i18n/languages.ts';
import { isOneOf } from '../platform/values/values.ts';

/** A title may change back, and a type of a town gets a list again: no browser keeps where they led. */
export const MAY_CHANGE = { 'Cache-Control': 'no-cache' };

/** Keys that change the order or the part of a list that is shown, and not what is in it. */
const isFilter = (key: string) => isOneOf(FILTER_KEYS, key) && !isOneOf(NOT_SEARCHED_KEYS, key);

/** How a request for a list is handled that is no file. */
type ListDecision =
  | { kind: 'redirect'; status: 301 | 302; to: string; headers?: Record<string, string> }
  | { kind: 'on-demand'; inner: string; requestPath: string; language: Language };

/**
 * A list without a query is a file, unless its town has none today. With another page or order it is made on demand.
 * The filters of a town or a type are those of the whole list, with that town or type among them.
 */
export function listDecision(url: URL, site: Site, list: ListAt, language: Language): ListDecision | null {
  const { goal } = list;
  const keys = [...url.searchParams.keys()];
  const whole = site.listPath(goal, language);
  const onDemand = { kind: 'on-demand', inner: `/_list/${language}/${goal}/`, language } as const;
  if ((list.of || list.empty) && keys.some(isFilter)) {
    const filters = filtersOf(list, language).filter(([key]) => !url.searchParams.get(key));
    const to = `${whole}?${new URLSearchParams([...filters, ...url.searchParams])}`;
    return { kind: 'redirect', status: 302, to: directList(to, site, language) };
  }
  if (list.empty) return { ...onDemand, requestPath: `${whole}?${new URLSearchParams(filtersOf(list, language))}` };
  const own = ownListPath(site, list, language);
  const to = own === url.pathname ? pathOfOnlyFilter(url, site, list, language) : own + url.search;
  if (to) return { kind: 'redirect', status: 301, to, headers: MAY_CHANGE };
  return keys.some((key) => isOneOf(FILTER_KEYS, key)) ? { ...onDemand, requestPath: url.pathname + url.search } : null;
}

/** Where a link leads in the end: that to a filtered list which has a list of its own leads to that one. */
export function directList<To extends string | null>(to: To, site: Site, language: Language): To | string {
  if (to === null) return to;
  const url = new URL(to, 'http://localhost');
  const list = listAt(site, url.pathname);
  return (list && pathOfOnlyFilter(url, site, list, language)) ?? to;
}

/** The path of the list that a query asks for by its filters; null where only a filtered list shows that. */
function pathOfOnlyFilter(url: URL, site: Site, { goal, of, empty }: ListAt, language: Language): string | null {
  const only = of || empty ? null : onlyFilterOf(url.searchParams, site, goal);
  if (!only) return null;
  const rest = [...url.searchParams].filter(([key, value]) => !isFilter(key) && value !== '');
  return site.listPath(goal, language, ...only) + (rest.length > 0 ? `?${new URLSearchParams(rest)}` : '');
}

/**
 * The town, the type, or both that are all that a query asks for, when they have a list of their own: it has one
 * address. A plain form sends its empty fields too.
 */
function onlyFilterOf(search: URLSearchParams, site: Site, goal: Goal): [Town | PropertyType, PropertyType?] | null {
  const filters = [...search].filter(([key, value]) => isFilter(key) && value !== '');
  const asked = filters
    .map(([key]) => key)
    .sort()
    .join();
  if (asked !== 'city' && asked !== 'type' && asked !== 'city,type') return null;
  const { query } = parseListingQuery(new URLSearchParams(filters), goal, site);
  const town = query.cities.map((place) => townAt(site, place)).find((one) => one?.known[goal]);
  const type = site.propertyTypes.find(({ key }) => query.typeKeys.includes(key));
  if (asked === 'city,type') return town && type && site.typesWithList(goal, town).includes(type) ? [town, type] : null;
  if (town) return [town];
  return type && site.newest(goal, type).length > 0 ? [type] : null;
}

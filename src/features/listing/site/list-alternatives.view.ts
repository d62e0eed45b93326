import { filtersOf } from '../../../content/site/list-at.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Listing } from '../../property/listing.ts';
import { type ListingQuery, NOT_SEARCHED_KEYS } from '../listing-query.ts';
import { nearMisses, relaxations } from '../relaxation.ts';
import { nearestTowns, type Town } from '../town.ts';
import type { ListContext } from './list-criteria.view.ts';
import { withoutKeys } from './list-head.view.ts';

/** Up to so many hits are few. */
const FEW_HITS = 3;
const MOST_NEAR = 3;

/** Keys that say where, and not what. */
const PLACE_KEYS = ['city', 'within', 'region', 'area', 'bounds'];

/**
 * The nearest towns with properties that meet the other criteria of a list: near the one town that it is about, or near
 * the first that it asks for when it finds nothing. `search` is the query string of a filtered list.
 */
export function townsNear(
  { site, language }: Pick<ListContext, 'site' | 'language'>,
  { query, search, isEmpty }: { query: ListingQuery; search: string; isEmpty: boolean },
): { name: string; href: string; km: number; count: number }[] {
  const { goal, cities } = query;
  const [asked] = cities.length === 1 || isEmpty ? cities : [];
  const isAsked = ({ zip, name }: Pick<Town, 'zip' | 'name'>, place = asked) =>
    place?.zip === zip && Object.values(name).includes(place.name);
  const empty = site.cities.find((city) => city.Zip === asked?.zip);
  const centre =
    site.towns.find((town) => isAsked(town)) ??
    site.towns.find(({ zip }) => zip === asked?.zip) ??
    (empty && { key: '', latitude: empty.Latitude, longitude: empty.Longitude });
  if (!asked || !centre) return [];
  const others = new URLSearchParams(withoutKeys('', search, [...PLACE_KEYS, ...NOT_SEARCHED_KEYS]));
  const [typeKey, ...furtherTypes] = query.typeKeys;
  const type = furtherTypes.length === 0 ? site.propertyTypes.find(({ key }) => key === typeKey) : undefined;
  // A town, or a type in a town, has a page of its own.
  const isPlain = [...others.keys()].every((key) => key === 'type') && furtherTypes.length === 0;
  const elsewhere = { ...query, cities: [], within: null, travel: null, zipsAround: NOWHERE, regions: [], drawn: null };
  const matching = isPlain
    ? null
    : Map.groupBy(
        site.find(elsewhere).listings.filter(({ gone }) => !gone),
        (listing) => site.townOf(listing)?.key,
      );
  const countIn = (town: Town) => {
    if (matching) return matching.get(town.key)?.length ?? 0;
    return type ? site.newest(goal, town, type).filter(({ gone }) => !gone).length : town[goal];
  };
  const hrefOf = (town: Town) =>
    isPlain
      ? site.listPath(goal, language, town, type)
      : `${site.listPath(goal, language)}?${new URLSearchParams([...filtersOf({ of: town }, language), ...others])}`;
  return nearestTowns(
    centre,
    site.towns.filter((town) => !cities.some((place) => isAsked(town, place)) && countIn(town) > 0),
    goal,
  ).map(({ town, km }) => ({ name: localized(town.name, language), href: hrefOf(town), km, count: countIn(town) }));
}

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * What a visitor who finds little is offered: the criteria that hide most, each with a link to the list without it, and
 * properties that only just do not match.
 */
export function alternatives(
  { site, language, t }: ListContext,
  {
    query,
    search,
    free,
    wordsOf,
  }: { query: ListingQuery; search: string; free: number; wordsOf: (keys: readonly string[]) => string },
): { relax: { text: string; href: string }[]; nearMisses: readonly Listing[] } {
  if (free > FEW_HITS) return { relax: [], nearMisses: [] };
  const path = site.listPath(query.goal, language);
  return {
    relax: relaxations(query, (wider) => site.find(wider).free, free).map(({ keys, count }) => ({
      text: t('RELAX', { criterion: wordsOf(keys), count }),
      href: withoutKeys(path, search, [...keys, 'page']),
    })),
    nearMisses: nearMisses(query, (wider) => site.find(wider).listings, MOST_NEAR),
  };
}

import type { ListingQuery } from '../domain/listings/listing-query.ts';
import { nearMisses, relaxations } from '../domain/listings/relaxation.ts';
import { nearestTowns, type Town } from '../domain/listings/town.ts';
import type { PropertyType } from '../domain/places/place.ts';
import type { Listing } from '../domain/property/listing.ts';
import { localized } from '../i18n/localized.ts';
import type { ListContext } from './list-criteria.ts';
import { withoutKeys } from './list-head.ts';

/** Up to so many hits are few. */
const FEW_HITS = 3;
const MOST_NEAR = 3;

type Of = Town | PropertyType | null;

/** The towns with properties near the town of a list; of one without hits near the first town that it asks for. */
export function townsNear(
  { site, language }: Pick<ListContext, 'site' | 'language'>,
  { query, of, isEmpty }: { query: ListingQuery; of: Of; isEmpty: boolean },
): { name: string; href: string; km: number; count: number }[] {
  const { goal, cities } = query;
  const zip = cities.length === 1 || isEmpty ? cities[0]?.zip : undefined;
  const empty = site.cities.find(({ Zip }) => Zip === zip);
  const town =
    of && 'zip' in of
      ? of
      : (site.towns.find((one) => one.zip === zip) ??
        (empty && { key: '', latitude: empty.Latitude, longitude: empty.Longitude }));
  if (!town) return [];
  const isNotAsked = (one: Town) =>
    !cities.some((asked) => asked.zip === one.zip && Object.values(one.name).includes(asked.name));
  return nearestTowns(town, site.towns.filter(isNotAsked), goal).map((one) => ({
    name: localized(one.town.name, language),
    href: site.listPath(goal, language, one.town),
    km: one.km,
    count: one.town[goal],
  }));
}

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

import type { Town } from '../../features/listing/town.ts';
import type { City, PropertyType } from '../../features/place/place.ts';
import type { Goal } from '../../features/property/goal.ts';
import { localized } from '../../i18n/localized.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { Site } from './site.ts';

/** The list that a path names: the whole list of a goal, that of a town or a type, or that of a type in a town. */
export interface ListAt {
  goal: Goal;
  of: Town | PropertyType | null;
  ofType: PropertyType | null;
  /** A town of the working area that has no list today. */
  empty: City | null;
}

/**
 * The list at a path such as `/nl/te-koop/grimbergen/huizen/`; null for another path, for a town that the agency does
 * not know, and for a type without properties.
 */
export function listAt(site: Site, path: string): ListAt | null {
  const row = site.paths.rowAt(path);
  const goal = row?.name === 'for-sale' ? 'sale' : row?.name === 'for-rent' ? 'rent' : null;
  if (!row || !goal || row.rest.length > 2) return null;
  const named = <One extends Pick<Town | PropertyType, 'slug'>>(all: readonly One[], slug: string) =>
    all.find((one) => localized(one.slug, row.language) === slug) ?? null;
  const [first, second] = row.rest;
  const whole: ListAt = { goal, of: null, ofType: null, empty: null };
  if (first === undefined) return whole;
  const town = named(
    site.towns.filter(({ known }) => known[goal]),
    first,
  );
  if (second !== undefined) {
    const ofType = town && named(site.propertyTypes, second);
    return ofType && site.newest(goal, town, ofType).length > 0 ? { ...whole, of: town, ofType } : null;
  }
  if (town) return { ...whole, of: town };
  const type = named(site.propertyTypes, first);
  if (type) return site.newest(goal, type).length > 0 ? { ...whole, of: type } : null;
  const empty = site.cities.find(({ Name }) => slugOf(localized(Name, row.language)) === first);
  return empty ? { ...whole, empty } : null;
}

/** The criteria of the list of a town or a type, as the filters of the whole list name them. */
export function filtersOf(
  { of, ofType, empty }: Pick<ListAt, 'of'> & Partial<ListAt>,
  language: string,
): [key: 'city' | 'type', value: string][] {
  const city = (name: string, zip: string): ['city', string] => ['city', `${name}|${zip}`];
  const type = ({ WebID }: PropertyType): ['type', string] => ['type', String(WebID)];
  return [
    ...(empty ? [city(localized(empty.Name, language), empty.Zip)] : []),
    ...(of ? ['zip' in of ? city(localized(of.name, language), of.zip) : type(of)] : []),
    ...(ofType ? [type(ofType)] : []),
  ];
}

import type { Localized } from '../../i18n/localized.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { City } from '../place/place.ts';
import { metresBetween } from '../place/point.ts';
import { TOWNS } from '../place/towns.view.ts';

let known: ReadonlyMap<string, readonly City[]> | null = null;

function townsAt(zip: string): readonly City[] {
  known ??= byPostcode();
  return known.get(zip) ?? [];
}

function byPostcode(): ReadonlyMap<string, readonly City[]> {
  const all = new Map<string, City[]>();
  for (const town of TOWNS) for (const zip of town.Zips ?? [town.Zip]) all.set(zip, [...(all.get(zip) ?? []), town]);
  return all;
}

const pointOf = ({ Latitude, Longitude }: City) => ({ latitude: Latitude, longitude: Longitude });

/** The names in one: "Mariakerke (Gent)" is Mariakerke, and Gent. */
const namesIn = (names: Localized): Set<string> =>
  new Set(
    Object.values(names).flatMap((name) => {
      const bare = name.replace(/^[BL]?-?\d{4}\s+/i, '');
      return [bare, ...bare.split(/[()/,]|\s-\s|\s(?:centrum|centre|noord|zuid|oost|west)$/i)]
        .map(slugOf)
        .filter(Boolean)
        .flatMap(saintsIn);
    }),
  );

/** "st-niklaas" and the names that it shortens. */
export const saintsIn = (slug: string): string[] => [
  slug,
  ...['sint', 'saint', 'sankt', 'san', 'santa'].map((saint) => slug.replace(/(^|-)st(?=-)/, `$1${saint}`)),
];

/** A part of a municipality is not farther from its centre. */
const NEAR_M = 12_000;

const isOneOf = (names: ReadonlySet<string>, own: Localized | undefined): boolean =>
  Object.values(own ?? {}).some((name) => names.has(slugOf(name)));

/** Whether a name is that of a town in the list. */
export const isOwnTown = (name: string): boolean => TOWNS.some(({ Name }) => isOneOf(new Set([slugOf(name)]), Name));

/**
 * The town that a postcode and a name that do not fit were probably meant to be, for a message; null when none is
 * similar.
 * @example likelyTown('1860', 'Meize') // '1860 Meise'
 */
export function likelyTown(zip: string, name: string): string | null {
  const names = (towns: readonly City[]) => towns.flatMap(({ Name }) => Object.values(Name));
  const at = [zip, `L-${zip}`].flatMap(townsAt);
  const near = nearest(name, names(at));
  if (near) return `${zip} ${near}`;
  // The postcode may be the mistake.
  const called = TOWNS.find(({ Name }) => isOneOf(namesIn({ nl: name }), Name));
  return called ? `${called.Zip} ${name}` : null;
}

/**
 * The town of Belgium or Luxembourg with this postcode and any of these names, in any language and spelling; by the
 * name of its municipality where the postcode has one town only. Null when the list does not know it.
 */
export function shippedTown(zip: string, names: Localized): City | null {
  const towns = [zip, `L-${zip}`].map(townsAt).find(({ length }) => length > 0) ?? [];
  const wanted = namesIn(names);
  const named = towns.find(({ Name }) => isOneOf(wanted, Name));
  if (named) return named;
  const [only] = towns;
  if (towns.length !== 1 || !only) return null;
  if (isOneOf(wanted, only.Municipality)) return only;
  // "9030 Gent": the post writes the municipality behind the postcode of its part.
  const isNear = TOWNS.some(
    (town) => isOneOf(wanted, town.Name) && metresBetween(pointOf(town), pointOf(only)) < NEAR_M,
  );
  return isNear ? only : null;
}

import type { City } from '../../../domain/places/place.ts';
import { slugOf } from '../../../domain/text/slug.ts';
import type { Localized } from '../../../i18n/localized.ts';
import { TOWNS } from '../../catalogue/places/towns.ts';

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

/** The names in one: "Mariakerke (Gent)" is Mariakerke, and Gent. */
const namesIn = (names: Localized): Set<string> =>
  new Set(Object.values(names).flatMap((name) => [name, ...name.split(/[()/,]/)].map(slugOf).filter(Boolean)));

const isOneOf = (names: ReadonlySet<string>, own: Localized | undefined): boolean =>
  Object.values(own ?? {}).some((name) => names.has(slugOf(name)));

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
  return towns.length === 1 && only && isOneOf(wanted, only.Municipality) ? only : null;
}

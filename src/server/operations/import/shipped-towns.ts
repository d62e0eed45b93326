import { BELGIUM, type City } from '../../../domain/places/place.ts';
import { slugOf } from '../../../domain/text/slug.ts';
import type { Localized } from '../../../i18n/localized.ts';
import belgium from '../new-agency/towns-belgium.json' with { type: 'json' };

const BY_ZIP: ReadonlyMap<string, City[]> = Map.groupBy(
  (belgium.towns as Omit<City, 'CountryID'>[]).map((town) => ({ ...town, CountryID: BELGIUM })),
  ({ Zip }) => Zip,
);

/** The names in one: "Mariakerke (Gent)" is Mariakerke, and Gent. */
const namesIn = (names: Localized): Set<string> =>
  new Set(Object.values(names).flatMap((name) => [name, ...name.split(/[()/,]/)].map(slugOf).filter(Boolean)));

const isOneOf = (names: ReadonlySet<string>, own: Localized | undefined): boolean =>
  Object.values(own ?? {}).some((name) => names.has(slugOf(name)));

/**
 * The town of Belgium with this postcode and any of these names, in any language and spelling; by the name of its
 * municipality where the postcode has one town only. Null when the list does not know it.
 */
export function shippedTown(zip: string, names: Localized): City | null {
  const towns = BY_ZIP.get(zip) ?? [];
  const wanted = namesIn(names);
  const named = towns.find(({ Name }) => isOneOf(wanted, Name));
  if (named) return named;
  const [only] = towns;
  return towns.length === 1 && only && isOneOf(wanted, only.Municipality) ? only : null;
}

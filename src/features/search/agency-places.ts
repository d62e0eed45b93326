import type { City } from '../place/place.ts';
import { type Area, areasOf, REGIONS } from '../place/region.ts';
import { AREA_NAMES } from './area-names.ts';
import { type NamedPlace, openPhrasePlaces, type PhrasePlaces } from './phrase-places.ts';

/** A place that a search phrase names: a town of the working area, or a region or province with such towns. */
export type PhrasePlace = { kind: 'town'; city: City } | { kind: 'region'; region: Area };

/** The places of an agency for search phrases; `stockOf` is the number of available properties of a town. */
export function agencyPlaces(cities: readonly City[], stockOf: (city: City) => number): PhrasePlaces<PhrasePlace> {
  const present = new Set(cities.flatMap((city) => areasOf(city)));
  const stocks = new Map(cities.map((city) => [city, stockOf(city)]));
  const areas = (isRegion: boolean) =>
    [...present].filter((area) => REGIONS.some((one) => one === area) === isRegion).map((region) => areaPlace(region));
  const towns = [...cities]
    .sort((a, b) => stocks.get(b)! - stocks.get(a)!)
    .map(
      (city): NamedPlace<PhrasePlace> => ({
        names: Object.values(city.Name),
        zips: [city.Zip, ...(city.Zips ?? [])],
        stock: stocks.get(city)!,
        place: { kind: 'town', city },
      }),
    );
  // "Brussels" means the region; "Liège" means the town where the agency works there, else the province.
  return openPhrasePlaces([...areas(true), ...towns, ...areas(false)]);
}

const areaPlace = (region: Area): NamedPlace<PhrasePlace> => ({
  names: Object.values(AREA_NAMES[region]).flat(),
  zips: [],
  stock: 0,
  place: { kind: 'region', region },
});

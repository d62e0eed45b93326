import ground from '../../features/map/ground-belgium.json' with { type: 'json' };
import { type City, type Region, regionOf } from '../../features/place/region.ts';
import { TOWNS } from '../../features/place/towns.view.ts';
import { LABEL_LANGUAGES, type Localized } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';

type Known = Pick<City, 'Zip' | 'Name' | 'Municipality' | 'Latitude' | 'Longitude'>;

/** Where the agency is: the town with its names, and the towns around it. */
export interface Seat {
  names: Localized;
  latitude: number;
  longitude: number;
  /** The town itself first. */
  towns: Known[];
}

/** Towns around the seat that a new agency starts with; editors add others to cities.json. */
const MOST_NEIGHBOURS = 12;
const FARTHEST_KM = 15;
const KM_OF_LATITUDE = 111.2;
/** The units of the ground of the map: ten thousandths of a degree. */
const UNIT = 1e-4;

/**
 * Where a town is: in the list of towns, else the place of the station with its name; null when neither knows it and no
 * point is given.
 */
export function findSeat(
  { zip, city, region }: { zip: string; city: string; region: Region },
  point: { latitude: number; longitude: number } | null,
): Seat | null {
  const isNamed = (names: Localized) => Object.values(names).some((name) => slugOf(name) === slugOf(city));
  const known = TOWNS.find(({ Zip, Name }) => Zip === zip && isNamed(Name)) ?? TOWNS.find(({ Name }) => isNamed(Name));
  const station = known ? undefined : stationOf(city);
  const names = known?.Name ?? station?.names ?? Object.fromEntries(LABEL_LANGUAGES.map((code) => [code, city]));
  const place = point ?? (known ? { latitude: known.Latitude, longitude: known.Longitude } : station);
  if (!place) return null;
  const { latitude, longitude } = place;
  const seat: Known = {
    ...(known?.Municipality && { Municipality: known.Municipality }),
    ...{ Zip: zip, Name: names, Latitude: latitude, Longitude: longitude },
  };
  const kmTo = (town: Known) =>
    KM_OF_LATITUDE *
    Math.hypot(town.Latitude - latitude, (town.Longitude - longitude) * Math.cos((latitude * Math.PI) / 180));
  const around = TOWNS.filter((town) => regionOf(town) === region && town !== known)
    .filter((town) => town.Zip !== zip && !isNamed(town.Name) && kmTo(town) <= FARTHEST_KM)
    .sort((a, b) => kmTo(a) - kmTo(b))
    .slice(0, MOST_NEIGHBOURS);
  return { names, latitude, longitude, towns: [seat, ...around] };
}

/** The station with the name of a town, or the first of its stations: "Gent" has "Gent-Sint-Pieters". */
function stationOf(city: string) {
  const slug = slugOf(city);
  const named = (holds: (name: string) => boolean) =>
    ground.stations.find(([, , ...names]) => names.some((name) => holds(slugOf(String(name)))));
  const found = named((name) => name === slug) ?? named((name) => name.startsWith(`${slug}-`));
  if (!found) return undefined;
  const [latitude, longitude, nl, fr = nl] = found;
  const [dutch, french] = [String(nl), String(fr)];
  const names =
    slugOf(dutch) === slug || slugOf(french) === slug ? { nl: dutch, fr: french, en: french, de: french } : null;
  return { latitude: Number(latitude) * UNIT, longitude: Number(longitude) * UNIT, names };
}

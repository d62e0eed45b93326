import { readFileSync } from 'node:fs';
import { LABEL_LANGUAGES, type Localized } from '../../i18n/languages.ts';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { parsed, textsByName } from '../../platform/values/parsed.ts';
import { recordOf } from '../../platform/values/values.ts';
import { finder } from '../listing/town.ts';
import { COUNTRIES, countryIn, countryNames, isAbroad, isZipOf, liesIn } from '../place/country.ts';
import { type MapPoint, metresBetween } from '../place/point.ts';
import type { City } from '../place/region.ts';
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
const spellingsOf = (names: Localized): Set<string> =>
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
const saintsIn = (slug: string): string[] => [
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
function likelyTown(zip: string, name: string): string | null {
  const names = (towns: readonly City[]) => towns.flatMap(({ Name }) => Object.values(Name));
  const at = [zip, `L-${zip}`].flatMap(townsAt);
  const near = nearest(name, names(at));
  if (near) return `${zip} ${near}`;
  // The postcode may be the mistake.
  const called = TOWNS.find(({ Name }) => isOneOf(spellingsOf({ nl: name }), Name));
  return called ? `${called.Zip} ${name}` : null;
}

/**
 * The town of Belgium or Luxembourg with this postcode and any of these names, in any language and spelling; by the
 * name of its municipality where the postcode has one town only. Null when the list does not know it.
 */
function shippedTown(zip: string, names: Localized): City | null {
  const towns = [zip, `L-${zip}`].map(townsAt).find(({ length }) => length > 0) ?? [];
  const wanted = spellingsOf(names);
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

/** The facts of a property, as an export has them. */
type Facts = Readonly<Record<string, unknown>>;

/** The town of a property of an export. */
export interface FoundTown {
  town: City;
  /** The postcode of the property in the spelling of the site. */
  zip: string;
  isNew: boolean;
}

const PLACES = new URL('../place/places-abroad.json', import.meta.url);
let places: Readonly<Record<string, string>> | undefined;

/** The towns of a country, read with the first property abroad: they take 3 MB. */
function placesIn(code: string): string[] {
  places ??= parsed(textsByName, readFileSync(PLACES, 'utf8'));
  return (places[code] ?? '').split(';');
}

/** Farther than this from the centre of its town, a property is not there. */
export const FARTHEST_KM = 30;

const namesIn = (facts: Facts): Localized | null =>
  facts.City !== null && typeof facts.City === 'object' ? (facts.City as Localized) : null;

/** The number of the country that an export gives, as a number or in words; undefined when it gives none. */
export function countryOf({ CountryID, CountryName }: Facts): number | undefined {
  if (typeof CountryID === 'number') return CountryID;
  const words = Object.values(recordOf(CountryName)).filter((name) => typeof name === 'string');
  return words.map(countryIn).find((id) => id !== null) ?? undefined;
}

/** The town of a property: one of the site, else one of the lists of all towns; null when none has it. */
export function townOf(facts: Facts, cities: readonly City[]): FoundTown | null {
  const names = namesIn(facts);
  if (!names) return null;
  const country = countryOf(facts);
  const given = zipIn(facts);
  // Exports write postcodes with or without the letter of the country.
  const bare = given.replace(/^(?:B|L)-?/i, '');
  const find = finder(cities);
  for (const zip of [given, bare, `L-${bare}`]) {
    const town = find({ zip, city: names });
    if (town && isInCountry(town, country)) return { town, zip, isNew: false };
  }
  if (country !== undefined && isAbroad(country)) {
    const town = townAbroad(country, given, names, pointIn(facts, country));
    return town && { town, zip: given, isNew: true };
  }
  const town = shippedTown(bare, names);
  // A town with several postcodes keeps the one of the export.
  return town && { town, zip: town.Zips?.includes(`L-${bare}`) ? `L-${bare}` : town.Zip, isNew: true };
}

/** Whether a town lies in the country that an export gives; the site knows Belgium and Luxembourg by their towns. */
const isInCountry = ({ CountryID }: City, country: number | undefined): boolean =>
  country === undefined || CountryID === country || !(isAbroad(CountryID) || isAbroad(country));

/** The postcode of an export; spreadsheets drop the zero in front of one with five digits. */
function zipIn(facts: Facts): string {
  const country = countryOf(facts);
  const written = String(facts.Zip ?? '').trim();
  const [inTown = ''] = Object.values(namesIn(facts) ?? {}).flatMap(
    (name) => /^\d{4}(?= \p{L})/u.exec(name)?.[0] ?? [],
  );
  // "BE 1860", "L-1234", "1860.0", and a column that holds postcode and town.
  const zip = (written || inTown)
    .replace(/^(?:BE|B)[\s-]*(?=\d{4})/i, '')
    .replace(/^(?:LU|L)[\s-]*(?=\d{4})/i, 'L-')
    .replace(/[.,]0+$/, '');
  if (country === undefined || !/^\d{4}$/.test(zip) || isZipOf(country, zip)) return zip;
  return isZipOf(country, `0${zip}`) ? `0${zip}` : zip;
}

/** Why the site cannot place a property whose town it does not find. */
export function whyNoTown(facts: Facts): Remark {
  const [town = ''] = Object.values(namesIn(facts) ?? {});
  const zip = zipIn(facts);
  const country = countryOf(facts);
  if (country === undefined || !isAbroad(country)) {
    const meant = likelyTown(zip.replace(/^(?:B|L)-?/i, ''), town);
    return meant === null
      ? remark('REMARK_TOWN_UNKNOWN', { zip, town })
      : remark('REMARK_TOWN_MEANT', { zip, town, meant });
  }
  const names = countryNames(country);
  const where = Object.keys(names).length > 0 ? { names } : remark('REMARK_COUNTRY_NUMBER', { number: country });
  if (zip === '') return remark('REMARK_ZIP_MISSING', { country: where });
  const written = String(facts.Zip ?? '').trim();
  if (shippedTown(written.replace(/^(?:B|L)-?/i, ''), namesIn(facts) ?? {}))
    return remark('REMARK_TOWN_ELSEWHERE', { country: where, zip: written, town });
  if (!isZipOf(country, zip)) return remark('REMARK_ZIP_ELSEWHERE', { zip, country: where });
  return remark('REMARK_TOWN_ABROAD', { zip, town, country: where });
}

const byName = new Map<string, ReadonlyMap<string, readonly MapPoint[]>>();

/** The centres of the places of a country by the slugs of their names. */
function centresIn(code: string): ReadonlyMap<string, readonly MapPoint[]> {
  const known = byName.get(code);
  if (known) return known;
  const centres = new Map<string, MapPoint[]>();
  for (const row of placesIn(code)) {
    const [name = '', latitude, longitude] = row.split('|');
    const slug = slugOf(name);
    const centre = { latitude: Number(latitude), longitude: Number(longitude) };
    centres.set(slug, [...(centres.get(slug) ?? []), centre]);
  }
  byName.set(code, centres);
  return centres;
}

/**
 * A town of another country: with the centre that the list of its places has, else roughly where the property is. Null
 * without coordinates when no place, or more than one, has this name.
 */
function townAbroad(country: number, zip: string, names: Localized, point: MapPoint | null): City | null {
  if (!COUNTRIES[country] || zip === '' || !isZipOf(country, zip)) return null;
  const centres = centresIn(COUNTRIES[country].code);
  const called = [...new Set(Object.values(names).map(slugOf).flatMap(saintsIn))].flatMap(
    (name) => centres.get(name) ?? [],
  );
  const near = point ? called.filter((one) => metresBetween(one, point) <= FARTHEST_KM * 1000) : called;
  // An exact position could be that of a property whose address is hidden.
  const centre = near.length === 1 || point ? (near[0] ?? (point && roughly(point))) : null;
  const [name = ''] = Object.values(names);
  return (
    centre && {
      Zip: zip,
      Name: { ...Object.fromEntries(LABEL_LANGUAGES.map((language) => [language, name])), ...names },
      CountryID: country,
      CountryName: countryNames(country),
      Latitude: centre.latitude,
      Longitude: centre.longitude,
    }
  );
}

/** A point to about a kilometre. */
const roughly = ({ latitude, longitude }: MapPoint): MapPoint => ({
  latitude: Number(latitude.toFixed(2)),
  longitude: Number(longitude.toFixed(2)),
});

/** The position of a property, when it lies in its country; in either order of the two numbers. */
function pointIn({ GoogleX: x, GoogleY: y }: Facts, country: number): MapPoint | null {
  if (typeof x !== 'number' || typeof y !== 'number' || (x === 0 && y === 0)) return null;
  const points = [
    { latitude: x, longitude: y },
    { latitude: y, longitude: x },
  ];
  return points.find((point) => liesIn(country, point)) ?? null;
}

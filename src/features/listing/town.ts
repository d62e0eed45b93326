import { type Language, type Localized, localized } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { corePlaces, type MapPoint, metresBetween } from '../place/point.ts';
import type { City, PropertyType } from '../place/region.ts';
import { type Listing, townKeyOf } from '../property/listing.ts';
import type { Project } from '../property/project.ts';
import type { Goal } from '../property/property-state.ts';

/** A town in which the agency has or had properties, with its location and the numbers of available properties. */
export interface Town {
  key: string;
  zip: string;
  name: Localized;
  /** Last segment of the path of its list per language. */
  slug: Localized;
  latitude: number;
  longitude: number;
  countryId: number;
  text: Localized | null;
  /** Texts of the lists of its types. */
  typeTexts: NonNullable<City['TypeTexts']>;
  sale: number;
  rent: number;
  /** Whether it ever had a property for that goal, including sold and rented ones. */
  known: { sale: boolean; rent: boolean };
  /** Its place in the working area, 0 for the most important town; null for a town outside. */
  rank: number | null;
}

/** The town of a text such as "1850 Grimbergen", in any language; null when there is none. */
export function cityNamed(text: string, cities: readonly City[]): City | null {
  const [zip = '', ...name] = text.split(' ');
  return finder(cities)({ zip, city: { nl: name.join(' ') } });
}

/** Whether a place that a URL names is a town: by postcode and by its name in any language, as far as it has them. */
export const isNamedBy = (town: Pick<Town, 'zip' | 'name'>, { name, zip }: { name: string; zip: string }): boolean =>
  (zip === '' || zip === town.zip) &&
  (name === '' || Object.values(town.name).some((one) => one.toLowerCase() === name.toLowerCase()));

/** The order of towns and other named things as readers of a language look for them. */
export const byName =
  (language: string) =>
  (one: { name: Localized }, other: { name: Localized }): number =>
    localized(one.name, language).localeCompare(localized(other.name, language), language);

const keys = new WeakMap<City, string>();

/** The key of a town, which thousands of properties ask for. */
function keyOf(city: City): string {
  const known = keys.get(city) ?? townKeyOf(city.Zip, city.Name);
  keys.set(city, known);
  return known;
}

/**
 * The towns that have properties, and those of the working area, which always have a page for their goal. Slugs are
 * unique and type slugs are reserved; a clash gets the postcode appended.
 */
export function townsOf(
  listings: readonly Listing[],
  cities: readonly City[],
  types: readonly PropertyType[],
  languages: readonly string[],
  [area, goal]: readonly [names: readonly string[], goal: 'sale' | 'rent'] = [[], 'sale'],
): Town[] {
  const cityOf = finder(cities);
  const towns = new Map<string, Town>();
  const add = (place: City): Town => {
    const key = keyOf(place);
    const town = towns.get(key) ?? newTown(place);
    towns.set(key, town);
    return town;
  };
  for (const listing of listings) {
    const place = cityOf(listing);
    if (!place) continue;
    const town = add(place);
    town.known[listing.goal] = true;
    if (!listing.gone) town[listing.goal] += 1;
  }
  for (const [rank, name] of area.entries()) {
    const place = cityNamed(name, cities);
    if (!place) continue;
    const town = add(place);
    town.known[goal] = true;
    town.rank ??= rank;
  }
  const all = [...towns.values()].sort((a, b) => localized(a.name, 'nl').localeCompare(localized(b.name, 'nl')));
  for (const language of languages) giveSlugs(all, types, language);
  return all;
}

/** The text of the list of a type in a town; null where there is none. */
export const textOfType = (
  { typeTexts }: Pick<Town, 'typeTexts'>,
  { key }: Pick<PropertyType, 'key'>,
): Localized | null => typeTexts.find(({ Type }) => Type === key)?.Text ?? null;

/** A type has a list of its own in a town from this number of available listings on. */
const OWN_LIST_FROM = 2;

/** What is read of a site to know which lists it has. */
interface ListFacts {
  propertyTypes: readonly PropertyType[];
  availableByTown: (goal: Goal, type: PropertyType) => ReadonlyMap<string, number>;
  newest: (goal: Goal, town: Town, type: PropertyType) => readonly Pick<Listing, 'id'>[];
}

/** The types that have a list of their own in a town; a list must not repeat that of another type. */
export function ownLists(
  town: Town,
  goal: Goal,
  { propertyTypes, availableByTown, newest }: ListFacts,
): PropertyType[] {
  const seen = new Set<string>();
  return propertyTypes.filter((type) => {
    const count = availableByTown(goal, type).get(town.key) ?? 0;
    if (textOfType(town, type)) return count > 0;
    if (count < OWN_LIST_FROM || count >= town[goal]) return false;
    const listings = newest(goal, town, type)
      .map(({ id }) => id)
      .join();
    const isNew = !seen.has(listings);
    seen.add(listings);
    return isNew;
  });
}

const newTown = (place: City): Town => ({
  key: keyOf(place),
  zip: place.Zip,
  name: place.Name,
  slug: {},
  latitude: place.Latitude,
  longitude: place.Longitude,
  countryId: place.CountryID,
  text: place.Text ?? null,
  typeTexts: place.TypeTexts ?? [],
  sale: 0,
  rent: 0,
  known: { sale: false, rent: false },
  rank: null,
});

function giveSlugs(towns: Town[], types: readonly PropertyType[], language: string): void {
  const reserved = new Set(types.map((type) => localized(type.slug, language)));
  const plain = (town: Town) => slugOf(localized(town.name, language) || Object.values(town.name)[0] || '');
  const often = new Map<string, number>();
  for (const town of towns) often.set(plain(town), (often.get(plain(town)) ?? 0) + 1);
  const isClear = (town: Town) => plain(town) !== '' && !reserved.has(plain(town)) && often.get(plain(town)) === 1;
  const taken = new Set([...reserved, ...towns.filter(isClear).map(plain)]);
  for (const town of towns) {
    let slug = plain(town);
    if (!isClear(town)) {
      // A postcode can have two towns of one name: the second gets a number appended.
      const base = slugOf(`${slug} ${town.zip}`);
      slug = base;
      for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`;
      taken.add(slug);
    }
    town.slug = { ...town.slug, [language]: slug };
  }
}

/** Finds the town of the working area in which a property lies; null when there is none. */
type TownFinder = (place: { zip: string; city: Localized }) => City | null;

/** Towns are asked for by every list, and stay the same from one version to the next. */
const finders = new WeakMap<readonly City[], TownFinder>();

/**
 * Finds the town of the working area in which a property lies, by postcode and name in any language; null when there is
 * none.
 */
export function finder(cities: readonly City[]): TownFinder {
  const known = finders.get(cities) ?? newFinder(cities);
  finders.set(cities, known);
  return known;
}

function newFinder(cities: readonly City[]): TownFinder {
  const byKey = new Map<string, City>();
  for (const city of cities) {
    for (const zip of [city.Zip, ...(city.Zips ?? [])]) {
      for (const name of Object.values(city.Name)) byKey.set(`${zip}|${slugOf(name)}`, city);
    }
  }
  // Listings of one town often share the object of its names.
  const known = new WeakMap<Localized, Map<string, City | null>>();
  const find: TownFinder = ({ zip, city }) => {
    for (const name of Object.values(city)) {
      const found = byKey.get(`${zip}|${slugOf(name)}`);
      if (found) return found;
    }
    return null;
  };
  return (place) => {
    const ofNames = known.get(place.city) ?? new Map<string, City | null>();
    known.set(place.city, ofNames);
    const before = ofNames.get(place.zip);
    if (before !== undefined) return before;
    const found = find(place);
    ofNames.set(place.zip, found);
    return found;
  };
}

/** Kilometres between two places in a straight line. */
export function distanceKm(a: MapPoint, b: MapPoint): number {
  return metresBetween(a, b) / 1000;
}

/** Farther away, no town is a neighbour: a property can lie in another country. */
const FARTHEST_KM = 100;

/** The nearest other towns with properties for a goal, nearest first. */
export function nearestTowns(
  town: Pick<Town, 'key' | 'latitude' | 'longitude'>,
  towns: readonly Town[],
  goal: 'sale' | 'rent',
  most = 4,
): { town: Town; km: number }[] {
  return towns
    .filter((other) => other.key !== town.key && other[goal] > 0)
    .map((other) => ({ town: other, km: distanceKm(town, other) }))
    .filter(({ km }) => km <= FARTHEST_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, most);
}

/** A town with its new-build projects; `town` is null where the agency never had a property. */
export interface ProjectTown {
  name: Localized;
  town: Town | null;
  projects: Project[];
}

/** The towns of projects, in the order of their names in a language. */
export function townsOfProjects(
  projects: readonly Project[],
  towns: readonly Town[],
  cities: readonly City[],
  language: string,
): ProjectTown[] {
  const cityOf = finder(cities);
  const byKey = new Map<string, ProjectTown>();
  for (const project of projects) {
    const city = cityOf({ zip: project.Zip, city: project.City });
    const name = city?.Name ?? project.City;
    const key = townKeyOf(city?.Zip ?? project.Zip, name);
    const known = byKey.get(key) ?? { name, town: towns.find((town) => town.key === key) ?? null, projects: [] };
    known.projects.push(project);
    byKey.set(key, known);
  }
  return [...byKey.values()].sort(byName(language));
}

/** Something in a town, with the name of the town in the languages that its file has. */
interface InTown {
  Zip: string;
  City: Localized;
}

const made = new WeakMap<object, { by: object; thing: object }>();

/**
 * The things with the name of their town in every language: that of cities.json, else the one that is written. A thing
 * stays the same object while neither its file nor the towns change.
 */
export function withTownNames<Thing extends InTown>(
  things: readonly Thing[],
  cities: readonly City[],
  languages: readonly Language[],
): Thing[] {
  const cityOf = finder(cities);
  return things.map((thing) => {
    const missing = languages.filter((language) => localized(thing.City, language) === '');
    if (missing.length === 0) return thing;
    const known = made.get(thing);
    if (known?.by === cities) return known.thing as Thing;
    const names = cityOf({ zip: thing.Zip, city: thing.City })?.Name ?? {};
    const [written = ''] = Object.values(thing.City).filter((name) => name !== '');
    const added = missing.map((language) => [language, localized(names, language) || written] as const);
    const whole = { ...thing, City: { ...thing.City, ...Object.fromEntries(added) } };
    made.set(thing, { by: cities, thing: whole });
    return whole;
  });
}

/** Half of the towns are in a region in any case; an agency with some properties abroad still sees its region. */
const CORE = 0.5;
/** Fewer towns than this are no region that a drawing can be about. */
const FEWEST_TOWNS = 3;

/** The towns that the drawing of the region is about: the working area, or most towns where there is none. */
export function regionTowns<T extends Pick<Town, 'rank'> & MapPoint>(towns: readonly T[]): T[] {
  const area = towns.filter(({ rank }) => rank !== null);
  return area.length < FEWEST_TOWNS ? corePlaces(towns, CORE) : area;
}

/** The first goal with properties in enough towns of the region to draw it; null for none. */
export function drawnGoal(
  goals: readonly Goal[],
  towns: readonly (Pick<Town, 'rank' | Goal> & MapPoint)[],
): Goal | null {
  const region = regionTowns(towns);
  return goals.find((goal) => region.filter((town) => town[goal] > 0).length >= FEWEST_TOWNS) ?? null;
}

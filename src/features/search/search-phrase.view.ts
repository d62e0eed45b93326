import type { Site } from '../../content/site/site.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { isKeyOf } from '../../platform/values/values.ts';
import { LIMIT_KEYS, type ListingQuery, parseListingQuery } from '../listing/listing-query.ts';
import type { Town } from '../listing/town.ts';
import { areasOf, type City, type PropertyType } from '../place/region.ts';
import { type Listing, townKeyOf } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';
import { agencyPlaces, type PhrasePlace, type PhrasePlaces } from './phrase-places.ts';
import type { Understood } from './read-phrase.ts';
import { understand } from './understand.ts';

/**
 * The query string of the list that a phrase asks for, without its goal.
 * @example String(listParams(understand('flat in Gent', places), types, 'nl')) // 'city=Gent%7C9000&type=2'
 */
function listParams(
  { places, types, label, features, ...limits }: Understood<PhrasePlace>,
  allTypes: readonly PropertyType[],
  language: string,
): URLSearchParams {
  const name = (names: Localized) => localized(names, language) || Object.values(names)[0] || '';
  const params = new URLSearchParams();
  for (const place of places)
    if (place.kind === 'town') params.append('city', `${name(place.city.Name)}|${place.city.Zip}`);
    else params.append('region', place.region);
  for (const { key, WebID } of allTypes) if (types.includes(key)) params.append('type', String(WebID));
  for (const key of LIMIT_KEYS)
    if (isKeyOf(limits, key) && limits[key] !== null) params.append(key, String(limits[key]));
  // A whole region has no surroundings.
  if (limits.within !== null && places.some(({ kind }) => kind === 'town'))
    params.append('within', String(limits.within));
  if (label) params.append('epc', label);
  for (const feature of features) params.append(feature, '1');
  return params;
}

/** A list that a phrase may ask for. */
export interface PhraseList {
  query: ListingQuery;
  /** Its query string, with the question mark; empty when nothing is asked but the goal. */
  search: string;
  href: string;
  listings: Listing[];
  /** How many of them are available. */
  free: number;
}

/** What a phrase finds. */
export interface PhraseResult {
  understood: Understood<PhrasePlace>;
  lists: Record<Goal, PhraseList>;
  /** Available properties in a street that the phrase names, where their address is public. */
  inStreet: Listing[];
  /** Whether it names nothing but one town. */
  isTown: boolean;
  /** The towns of the one place that it names, where there are properties: of its municipality, or of the region. */
  towns: Town[];
}

const SHORTEST_STREET = 4;

/** What was made of a version; its listings are an array of their own. */
const known = new WeakMap<Site['listings'], { places: PhrasePlaces<PhrasePlace>; streets: Map<string, number[]> }>();

/** What a phrase finds on the site; null when nothing of it is understood. */
export function searchPhrase(site: Site, language: string, phrase: string): PhraseResult | null {
  const { places, streets } = madeOf(site);
  const understood = understand(phrase, places);
  const { unknown } = understood;
  const inStreet = listingsInStreet(site, streets, unknown.join(' '), understood);
  const rest = inStreet.length > 0 ? { ...understood, unknown: [] } : understood;
  const params = listParams(understood, site.propertyTypes, language);
  if (String(params) === '' && understood.goal === null && inStreet.length === 0) return null;
  const lists = { sale: listOf(site, language, params, 'sale'), rent: listOf(site, language, params, 'rent') };
  const [place, ...others] = understood.places;
  const isTown = place?.kind === 'town' && others.length === 0 && params.size === 1 && understood.goal === null;
  const towns = place === undefined || others.length > 0 ? [] : townsOf(site, place);
  return { understood: rest, lists, inStreet, isTown: isTown && unknown.length === 0, towns };
}

function listOf(site: Site, language: string, params: URLSearchParams, goal: Goal): PhraseList {
  const search = params.size > 0 ? `?${params}` : '';
  const { query } = parseListingQuery(params, goal, site, site.settings.site.hideSoldInLists);
  return { query, search, href: `${site.listPath(goal, language)}${search}`, ...site.find(query) };
}

function madeOf(site: Site): { places: PhrasePlaces<PhrasePlace>; streets: Map<string, number[]> } {
  const before = known.get(site.listings);
  if (before) return before;
  const stock = new Map(site.towns.map(({ key, sale, rent }) => [key, sale + rent]));
  const places = agencyPlaces(site.cities, (city) => stock.get(townKeyOf(city.Zip, city.Name)) ?? 0);
  const streets = new Map<string, number[]>();
  for (const [id, { Street = '', PublishAddress }] of Object.entries(site.addresses)) {
    const slug = PublishAddress ? slugOf(Street) : '';
    if (slug) streets.set(slug, [...(streets.get(slug) ?? []), Number(id)]);
  }
  const made = { places, streets };
  known.set(site.listings, made);
  return made;
}

/** Listings whose public street begins as the words do, or with which the words begin (a house number follows). */
function listingsInStreet(
  site: Site,
  streets: ReadonlyMap<string, readonly number[]>,
  words: string,
  { goal, places }: Understood<PhrasePlace>,
): Listing[] {
  const wanted = slugOf(words);
  if (wanted.length < SHORTEST_STREET) return [];
  const isThere = (listing: Listing) =>
    !listing.gone &&
    (goal === null || listing.goal === goal) &&
    (places.length === 0 || places.some((place) => liesIn(listing, place)));
  return [...streets]
    .filter(([street]) => street.startsWith(wanted) || wanted.startsWith(`${street}-`))
    .flatMap(([, ids]) => ids.flatMap((id) => site.listing(id) ?? []))
    .filter(isThere);
}

const liesIn = ({ countryId, zip }: Listing, place: PhrasePlace): boolean =>
  place.kind === 'town' ? place.city.Zip === zip : areasOf({ CountryID: countryId, Zip: zip }).includes(place.region);

function townsOf(site: Site, place: PhrasePlace): Town[] {
  if (place.kind === 'town') return townsAround(site, place.city);
  return site.towns
    .filter((town) => stockOf(town) > 0)
    .filter(({ countryId, zip }) => areasOf({ CountryID: countryId, Zip: zip }).includes(place.region))
    .sort((a, b) => stockOf(b) - stockOf(a));
}

const stockOf = ({ sale, rent }: Town): number => sale + rent;

function townsAround(site: Site, city: City): Town[] {
  const municipality = (one: City) => slugOf((one.Municipality ?? one.Name).nl ?? Object.values(one.Name)[0] ?? '');
  const own = municipality(city);
  const near = new Set(
    site.cities.filter((one) => municipality(one) === own).map((one) => townKeyOf(one.Zip, one.Name)),
  );
  const key = townKeyOf(city.Zip, city.Name);
  return site.towns
    .filter((town) => town.key === key || (near.has(town.key) && stockOf(town) > 0))
    .sort((a, b) => Number(b.key === key) - Number(a.key === key) || stockOf(b) - stockOf(a));
}

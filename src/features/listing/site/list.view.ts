import { filtersOf } from '../../../content/site/paths.ts';
import type { Site } from '../../../content/site/site.ts';
import { distanceInWords } from '../../../i18n/distance-words.ts';
import { formatDate, formatEuro, formatQuantity } from '../../../i18n/format.ts';
import { type LabelKey, labelled, type Translate } from '../../../i18n/label-key.ts';
import { localized } from '../../../i18n/languages.ts';
import { isKeyOf, isOneOf, recordBy } from '../../../platform/values/values.ts';
import type { RegionTown } from '../../map/region-drawing.view.ts';
import { pathOfOutline } from '../../place/outline.ts';
import type { MapPoint } from '../../place/point.ts';
import { AREA_LABELS, type Area, type PropertyType } from '../../place/region.ts';
import { FEATURE_LABELS, FEATURES, type Feature } from '../../property/features.ts';
import { type Listing, townKeyOf } from '../../property/listing.ts';
import { priceRangeOf } from '../../property/price.ts';
import type { Goal } from '../../property/property-state.ts';
import type { DrawnArea } from '../area.ts';
import {
  ASKED_LABELS,
  type FILTER_KEYS,
  LABEL_STEPS,
  LIMIT_KEYS,
  LIMITS,
  type LimitKey,
  type ListingQuery,
  NOT_SEARCHED_KEYS,
  savedFieldOf,
} from '../listing-query.ts';
import { criteriaOf, nearMisses, relaxations } from '../relaxation.ts';
import { isNamedBy, nearestTowns, type Town } from '../town.ts';
import { pathOfTravelTime } from '../travel-time.ts';

/** Up to so many hits are few. */
const FEW_HITS = 3;
const MOST_NEAR = 3;

/** Keys that say where, and not what. */
const PLACE_KEYS = ['city', 'within', 'region', 'area', 'bounds'];

/**
 * The lists of the single towns that meet the criteria of a list other than its places: the number of available
 * properties in a town, and the path of its list.
 */
function listsByTown(
  { site, language }: Pick<ListContext, 'site' | 'language'>,
  { query, search }: { query: ListingQuery; search: string },
): { countIn: (town: Town) => number; hrefOf: (town: Town) => string } {
  const { goal } = query;
  const others = new URLSearchParams(withoutKeys('', search, [...PLACE_KEYS, ...NOT_SEARCHED_KEYS]));
  const [typeKey, ...furtherTypes] = query.typeKeys;
  const type = furtherTypes.length === 0 ? site.propertyTypes.find(({ key }) => key === typeKey) : undefined;
  // A town, or a type in a town, has a page of its own.
  const isPlain = [...others.keys()].every((key) => key === 'type') && furtherTypes.length === 0;
  const elsewhere = { ...query, cities: [], within: null, travel: null, zipsAround: NOWHERE, regions: [], drawn: null };
  const matching = isPlain
    ? null
    : Map.groupBy(
        site.find(elsewhere).listings.filter(({ gone }) => !gone),
        (listing) => site.townOf(listing)?.key,
      );
  const countIn = (town: Town) => {
    if (matching) return matching.get(town.key)?.length ?? 0;
    return type ? (site.availableByTown(goal, type).get(town.key) ?? 0) : town[goal];
  };
  const hrefOf = (town: Town) =>
    isPlain
      ? site.listPath(goal, language, town, type && site.typesWithList(goal, town).includes(type) ? type : undefined)
      : `${site.listPath(goal, language)}?${new URLSearchParams([...filtersOf({ of: town }, language), ...others])}`;
  return { countIn, hrefOf };
}

/**
 * The towns of a goal as a map shows them: what meets the other criteria of a list in each, and where that list is.
 * Where a list asks for places, only towns with hits have a number.
 */
export function townsOnMap(
  context: Pick<ListContext, 'site' | 'language'>,
  { query, search, town: current }: { query: ListingQuery; search: string; town: string | null },
): RegionTown[] {
  const { countIn, hrefOf } = listsByTown(context, { query, search });
  const asked = new URLSearchParams(search);
  const hasPlace = PLACE_KEYS.some((key) => asked.has(key));
  // A list that asks for places has its hits there: another town is a dot.
  const found =
    hasPlace &&
    new Set(context.site.find(query).listings.flatMap((hit) => (hit.gone ? [] : [context.site.townOf(hit)?.key])));
  return context.site.towns
    .filter((town) => town[query.goal] > 0 || town.key === current)
    .map((town) => {
      const count = found && !found.has(town.key) ? 0 : countIn(town);
      return {
        label: localized(town.name, context.language),
        count,
        href: count > 0 ? hrefOf(town) : null,
        isCurrent: town.key === current || query.cities.some((place) => isNamedBy(town, place)),
        latitude: town.latitude,
        longitude: town.longitude,
      };
    });
}

/**
 * The nearest towns with properties that meet the other criteria of a list: near the one town that it is about, or near
 * the first that it asks for when it finds nothing. `search` is the query string of a filtered list.
 */
export function townsNear(
  { site, language }: Pick<ListContext, 'site' | 'language'>,
  { query, search, isEmpty }: { query: ListingQuery; search: string; isEmpty: boolean },
): { name: string; href: string; km: number; count: number }[] {
  const { goal, cities } = query;
  const [asked] = cities.length === 1 || isEmpty ? cities : [];
  const empty = site.cities.find((city) => city.Zip === asked?.zip);
  const centre =
    site.towns.find((town) => asked && isNamedBy(town, asked)) ??
    site.towns.find(({ zip }) => zip === asked?.zip) ??
    (empty && { key: '', latitude: empty.Latitude, longitude: empty.Longitude });
  if (!asked || !centre) return [];
  const { countIn, hrefOf } = listsByTown({ site, language }, { query, search });
  return nearestTowns(
    centre,
    site.towns.filter((town) => !cities.some((place) => isNamedBy(town, place)) && countIn(town) > 0),
    goal,
  ).map(({ town, km }) => ({ name: localized(town.name, language), href: hrefOf(town), km, count: countIn(town) }));
}

const NOWHERE: ReadonlySet<string> = new Set();

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

/** What the words of a list page depend on. */
export interface ListContext {
  site: Site;
  language: string;
  t: Translate;
}
type Place = ListingQuery['cities'][number];

/** The labels of the fields of the filters, by their name in the URL. */
const FILTER_LABELS: Readonly<Record<Exclude<(typeof FILTER_KEYS)[number], 'page'>, LabelKey>> = {
  city: 'CITY',
  region: 'REGION',
  within: 'WITHIN',
  area: 'DRAWN_AREA',
  bounds: 'MAP_PART',
  type: 'PROPERTY_TYPE',
  ...recordBy(LIMIT_KEYS, (key) => LIMITS[key].label),
  epc: 'EPC_LABEL',
  freeBy: 'FREE_BY',
  ...FEATURE_LABELS,
  sold: 'HIDE_SOLD',
  sort: 'SORT_BY',
};

/** The label of a filter by its name in the URL. */
export const filterLabel = (key: string, t: Translate): string => {
  return isKeyOf(FILTER_LABELS, key) ? t(FILTER_LABELS[key]) : key;
};

/** The criteria of a list in words, each with the URL of the list without it. */
export function criteriaInWords(
  { site, language, t }: ListContext,
  { query: whole, path, search }: { query: ListingQuery; path: string; search: string },
): { key: string; text: string; href: string }[] {
  return criteriaOf(search, whole.goal, site).map(({ key, query, rest }) => {
    const [place] = query.cities;
    const type = site.propertyTypes.find((one) => one.key === query.typeKeys[0]);
    const texts: Readonly<Record<Exclude<typeof key, Feature | LimitKey>, () => string>> = {
      city: () => (place ? cityName({ site, language }, place) : ''),
      region: () => query.regions.map((area) => areaName(area, t)).join(', '),
      type: () => localized(type?.NamePlural, language),
      area: () => t('DRAWN_AREA'),
      bounds: () => t('MAP_PART'),
      // A time on the way depends on the towns, which are criteria of their own.
      within: () => aroundInWords(whole, t),
      epc: () =>
        labelled(t('EPC_LABEL'), t('LABEL_OR_BETTER', { label: LABELS[query.maxLabelStep ?? 0] ?? '' }), language),
      freeBy: () => t('FREE_ON', { date: formatDate(query.freeBy, language) }),
      sold: () => t('WITHOUT_SOLD'),
    };
    const text = isOneOf(FEATURES, key)
      ? t(FEATURE_LABELS[key])
      : isOneOf(LIMIT_KEYS, key)
        ? limitInWords(key, query, { language, t })
        : texts[key]();
    return { key, text, href: path + rest };
  });
}

function limitInWords(
  key: LimitKey,
  query: ListingQuery,
  { language, t }: Pick<ListContext, 'language' | 't'>,
): string {
  const { unit, words } = LIMITS[key];
  const n = query[key] ?? 0;
  if (unit === 'count') return t(words, { n });
  if (unit === 'square-metres') return t(words, { amount: formatQuantity(n, 'm²', language) });
  return t(words, { amount: formatEuro(n, language) + (query.goal === 'rent' ? ` ${t('PER_MONTH')}` : '') });
}

/** A distance or a time around towns in words; a time is an estimate, and says so. */
function aroundInWords({ within, travel }: ListingQuery, t: Translate): string {
  const words = distanceInWords(travel ? pathOfTravelTime(travel) : String(within), t);
  return travel ? `${words} ${t('ESTIMATED')}` : words;
}

/** The name of a region or province. */
export const areaName = (area: Area, t: Translate): string => t(AREA_LABELS[area]);

const LABELS: readonly string[] = ['', 'A+', 'A', 'B', 'C', 'D', 'E', 'F'];

const cityOf = ({ cities }: Pick<Site, 'cities'>, { zip, name }: Place) =>
  cities.find((city) => city.Zip === zip && Object.values(city.Name).includes(name)) ??
  cities.find((city) => (zip ? city.Zip === zip : Object.values(city.Name).includes(name)));

/** The name of a town of the site; empty for another text, which stands in no title under the name of the agency. */
export function knownCityName({ site, language }: Pick<ListContext, 'site' | 'language'>, place: Place): string {
  return localized(cityOf(site, place)?.Name, language);
}

/** The name of a town that was asked for, as the agency writes it; one that it does not know as it was asked for. */
export function cityName({ site, language }: Pick<ListContext, 'site' | 'language'>, place: Place): string {
  const city = cityOf(site, place);
  return city ? localized(city.Name, language) : place.name || place.zip;
}

/** The corners of what was drawn, or of the part of the map; what was drawn counts when both are given. */
function cornersOf({ outline, bounds }: DrawnArea): readonly MapPoint[] {
  if (outline || !bounds) return outline ?? [];
  const { south, west, north, east } = bounds;
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: west },
    { latitude: north, longitude: east },
    { latitude: south, longitude: east },
  ];
}

/**
 * The URL of the form that saves a search, filled in with the criteria of a list; null without such a page. A town in
 * which the agency never had a property goes into the field of postcodes; the day from which it must be free is left
 * out, because alerts are about the future.
 */
export function savedSearchHref(
  { site, language }: Pick<ListContext, 'site' | 'language'>,
  query: ListingQuery,
): string | null {
  const register = site.paths.find('demand-register', language);
  if (!register) return null;
  const known = new Set(site.towns.map(({ key }) => key));
  const places = query.cities.map((place) => {
    const city = cityOf(site, place);
    return { key: city ? townKeyOf(city.Zip, city.Name) : '', zip: city?.Zip ?? place.zip };
  });
  const zips = places.filter(({ key, zip }) => zip && !known.has(key)).map(({ zip }) => zip);
  const towns = places.map(({ key }) => key).filter((key) => known.has(key));
  const label = ASKED_LABELS.find((one) => LABEL_STEPS[one] === query.maxLabelStep) ?? null;
  const pairs = [
    ['goal', query.goal],
    ...query.typeKeys.map((key) => ['types', key]),
    ...[...new Set(towns)].map((key) => ['towns', key]),
    ...query.regions.map((area) => ['regions', area]),
    ['zips', [...new Set(zips)].join(', ')],
    ...LIMIT_KEYS.map((key) => [savedFieldOf(key), query[key]]),
    ['within', query.travel ? pathOfTravelTime(query.travel) : query.within],
    ['epc', label],
    ['area', query.drawn && pathOfOutline(cornersOf(query.drawn))],
    ...query.features.map((feature) => ['features', feature]),
  ].flatMap(([name, value]) => (value === null || value === '' ? [] : [[String(name), String(value)]]));
  return `${register}?${new URLSearchParams(pairs)}`;
}

/** What is available today, with its lowest and highest price; null without a public price. */
export function stockInWords(
  listings: readonly Listing[],
  { goal, language, t, free }: { goal: Goal; language: string; t: Translate; free: number },
): string | null {
  const range = priceRangeOf(listings);
  if (!range) return null;
  const [low, high] = [formatEuro(range.low, language), formatEuro(range.high, language)];
  return low === high
    ? t(goal === 'sale' ? 'STOCK_SALE_AT' : 'STOCK_RENT_AT', { count: free, price: low })
    : t(goal === 'sale' ? 'STOCK_SALE_FROM_TO' : 'STOCK_RENT_FROM_TO', { count: free, low, high });
}

/** The path of a list in every language, with its query string. */
export function listPaths(
  site: Site,
  goal: Goal,
  of: readonly [of?: Town | PropertyType, type?: PropertyType],
  search: string,
): Record<string, string> {
  return Object.fromEntries(
    site.languages.map((language) => [language, `${site.listPath(goal, language, ...of)}${search}`]),
  );
}

/**
 * The URL of a page of a list.
 * @example withPage('/nl/te-koop/', '?type=1&page=2', 3) // '/nl/te-koop/?type=1&page=3'
 */
export function withPage(requestPath: string, search: string, page: number): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text ? `${requestPath}?${text}` : requestPath;
}

/** The URL of a list without some of its filters. */
export function withoutKeys(requestPath: string, search: string, keys: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  const text = query.toString();
  return text ? `${requestPath}?${text}` : requestPath;
}

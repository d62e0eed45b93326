import type { Site } from '../../../content/site/site.ts';
import { distanceInWords } from '../../../i18n/distance-words.ts';
import { formatDate, formatEuro, formatQuantity } from '../../../i18n/format.ts';
import type { LabelKey, Translate } from '../../../i18n/label-key.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { localized } from '../../../i18n/localized.ts';
import { pathOfOutline } from '../../place/outline.ts';
import type { MapPoint } from '../../place/point.ts';
import { AREA_LABELS, type Area } from '../../place/region.ts';
import { FEATURE_LABELS, FEATURES, type Feature } from '../../property/features.ts';
import { townKeyOf } from '../../property/listing.ts';
import { criteriaOf } from '../criteria.ts';
import type { DrawnArea } from '../drawn-area.ts';
import type { ListingQuery } from '../listing-query.ts';
import { ASKED_LABELS, LABEL_STEPS } from '../parse-listing-query.ts';
import { pathOfTravelTime } from '../travel-time.ts';

/** What the words of a list page depend on. */
export interface ListContext {
  site: Site;
  language: string;
  t: Translate;
}
type Place = ListingQuery['cities'][number];

/** The labels of the fields of the filters, by their name in the URL. */
const FILTER_LABELS: Readonly<Record<string, LabelKey>> = {
  city: 'CITY',
  region: 'REGION',
  within: 'WITHIN',
  area: 'DRAWN_AREA',
  bounds: 'MAP_PART',
  type: 'PROPERTY_TYPE',
  minPrice: 'MIN_PRICE',
  maxPrice: 'MAX_PRICE',
  maxCharges: 'MAX_CHARGES',
  bedrooms: 'BEDROOMS',
  minSurface: 'MIN_SURFACE',
  maxSurface: 'MAX_SURFACE',
  minGround: 'MIN_GROUND',
  epc: 'EPC_LABEL',
  freeBy: 'FREE_BY',
  ...FEATURE_LABELS,
  sold: 'HIDE_SOLD',
  sort: 'SORT_BY',
};

/** The label of a filter by its name in the URL. */
export const filterLabel = (key: string, t: Translate): string => {
  const label = FILTER_LABELS[key];
  return label ? t(label) : key;
};

/** The criteria of a list in words, each with the URL of the list without it. */
export function criteriaInWords(
  { site, language, t }: ListContext,
  { query: whole, path, search }: { query: ListingQuery; path: string; search: string },
): { key: string; text: string; href: string }[] {
  const metres = (value: number | null) => formatQuantity(value ?? 0, 'm²', language);
  return criteriaOf(search, whole.goal, site).map(({ key, query, rest }) => {
    const [place] = query.cities;
    const type = site.propertyTypes.find((one) => one.key === query.typeKeys[0]);
    const euro = (value: number | null) =>
      formatEuro(value ?? 0, language) + (whole.goal === 'rent' ? ` ${t('PER_MONTH')}` : '');
    const texts: Readonly<Record<Exclude<typeof key, Feature>, () => string>> = {
      city: () => (place ? cityName({ site, language }, place) : ''),
      region: () => query.regions.map((area) => areaName(area, t)).join(', '),
      type: () => localized(type?.NamePlural, language),
      area: () => t('DRAWN_AREA'),
      bounds: () => t('MAP_PART'),
      // A time on the way depends on the towns, which are criteria of their own.
      within: () => aroundInWords(whole, t),
      minPrice: () => t('FROM_AMOUNT', { amount: euro(query.minPrice) }),
      maxPrice: () => t('UP_TO_AMOUNT', { amount: euro(query.maxPrice) }),
      maxCharges: () => t('CHARGES_UP_TO', { amount: euro(query.maxCharges) }),
      bedrooms: () => t('BEDROOMS_OR_MORE', { n: query.bedrooms ?? 0 }),
      minSurface: () => t('FROM_AMOUNT', { amount: metres(query.minSurface) }),
      maxSurface: () => t('UP_TO_AMOUNT', { amount: metres(query.maxSurface) }),
      minGround: () => t('GROUND_FROM', { amount: metres(query.minGround) }),
      epc: () =>
        labelled(t('EPC_LABEL'), t('LABEL_OR_BETTER', { label: LABELS[query.maxLabelStep ?? 0] ?? '' }), language),
      freeBy: () => t('FREE_ON', { date: formatDate(query.freeBy, language) }),
      sold: () => t('WITHOUT_SOLD'),
    };
    const text = isFeature(key) ? t(FEATURE_LABELS[key]) : texts[key]();
    return { key, text, href: path + rest };
  });
}

/** A distance or a time around towns in words; an estimate says that it is one. */
function aroundInWords({ within, travel }: ListingQuery, t: Translate): string {
  const words = distanceInWords(travel ? pathOfTravelTime(travel) : String(within), t);
  return travel?.isEstimate ? `${words} ${t('ESTIMATED')}` : words;
}

const isFeature = (key: string): key is Feature => (FEATURES as readonly string[]).includes(key);

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
  const same = ['minPrice', 'maxPrice', 'maxCharges', 'minSurface', 'maxSurface', 'minGround'] as const;
  const pairs = [
    ['goal', query.goal],
    ...query.typeKeys.map((key) => ['types', key]),
    ...[...new Set(towns)].map((key) => ['towns', key]),
    ...query.regions.map((area) => ['regions', area]),
    ['zips', [...new Set(zips)].join(', ')],
    ...same.map((key) => [key, query[key]]),
    ['within', query.travel ? pathOfTravelTime(query.travel) : query.within],
    ['minBedrooms', query.bedrooms],
    ['epc', label],
    ['area', query.drawn && pathOfOutline(cornersOf(query.drawn))],
    ...query.features.map((feature) => ['features', feature]),
  ].flatMap(([name, value]) => (value === null || value === '' ? [] : [[String(name), String(value)]]));
  return `${register}?${new URLSearchParams(pairs)}`;
}

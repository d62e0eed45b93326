import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { areasOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { isAvailable } from '../property/property-state.ts';
import { searchKindWords } from '../statistics/search-kind-words.ts';
import { FEW_HITS, type SearchKind, searchKindKey } from '../statistics/searched.ts';
import { searchesByKind } from '../statistics/store-searches.server.ts';
import { searchGaps } from './search-gaps.server.ts';

/** What is asked for by place, type and price band, beside what is on offer of it. */
export interface DemandGap extends SearchKind {
  /** Anonymous searches; 0 also when they were too few to be shown. */
  searches: number;
  /** Of these the ones that found nothing. */
  unfound: number;
  /** People whose saved search no property on offer matches. */
  people: number;
  /** Properties on offer now of this place and type, up to this price. */
  offered: number;
}

/** Which gaps are shown; left out = all. */
export interface GapFilter {
  /** Number of weeks whose searches count, with the current one. */
  weeks: number;
  goal?: 'sale' | 'rent' | undefined;
  place?: string | undefined;
  typeKey?: string | undefined;
  /** `none`: nothing on offer; `few`: at most three properties. */
  offer?: 'none' | 'few' | undefined;
}

/** A person who leaves an email address wants it more than a visitor who searches once. */
const SEARCHES_PER_PERSON = 10;

/** How much a kind is missing: what is asked for, for each property on offer and one. */
const missing = ({ searches, people, offered }: DemandGap): number =>
  (searches + SEARCHES_PER_PERSON * people) / (offered + 1);

/** What people search and do not find, from saved searches and counts of searches; what is missing most comes first. */
export async function demandGaps(
  database: Pick<Database, 'db'>,
  site: Pick<Site, 'listings' | 'cities'>,
  { weeks, goal, place, typeKey, offer }: GapFilter,
  now = new Date(),
): Promise<DemandGap[]> {
  const [saved, searched] = [
    await searchGaps(database, site.listings, site.cities),
    await searchesByKind(database, weeks, now),
  ];
  const byKind = new Map<string, SearchKind & Omit<DemandGap, 'offered'>>();
  for (const one of searched) byKind.set(searchKindKey(one), { ...one, people: 0 });
  for (const one of saved) {
    const key = searchKindKey(one);
    byKind.set(key, { ...(byKind.get(key) ?? { ...one, searches: 0, unfound: 0 }), people: one.people });
  }
  const offeredOf = offers(site);
  const most = offer === 'none' ? 0 : offer === 'few' ? FEW_HITS : Number.POSITIVE_INFINITY;
  return [...byKind.values()]
    .filter((one) => !goal || one.goal === goal || one.goal === 'both')
    .filter((one) => (!place || one.place === place) && (!typeKey || one.typeKey === typeKey))
    .map((one): DemandGap => ({ ...one, offered: offeredOf(one) }))
    .filter(({ offered }) => offered <= most)
    .sort((a, b) => missing(b) - missing(a) || (searchKindKey(a) < searchKindKey(b) ? -1 : 1));
}

/** Counts the properties on offer of a kind. */
function offers({ listings, cities }: Pick<Site, 'listings' | 'cities'>): (kind: SearchKind) => number {
  // A town in Luxembourg has several postcodes; searches are counted under the first one.
  const first = new Map(cities.flatMap(({ Zip, Zips = [] }) => Zips.map((zip) => [zip, Zip] as const)));
  const byPlace = new Map<string, Listing[]>();
  for (const listing of listings.filter(isAvailable)) {
    const { zip, countryId } = listing;
    for (const place of new Set(['', zip, first.get(zip) ?? zip, ...areasOf({ CountryID: countryId, Zip: zip })])) {
      const known = byPlace.get(place);
      if (known) known.push(listing);
      else byPlace.set(place, [listing]);
    }
  }
  return ({ goal, place, typeKey, maxPrice }) =>
    (byPlace.get(place) ?? []).filter(
      (listing) =>
        (goal === 'both' || listing.goal === goal) &&
        (!typeKey || listing.typeKeys.some((key) => key === typeKey)) &&
        (maxPrice === null || (listing.price !== null && listing.price <= maxPrice)),
    ).length;
}

const MONTH_WEEKS = 4;

/** The largest gap of the last four weeks with few properties on offer, in one line; null when there is none. */
export async function largestGap(database: Pick<Database, 'db'>, site: Site, now = new Date()): Promise<string | null> {
  const [gap] = await demandGaps(database, site, { weeks: MONTH_WEEKS, offer: 'few' }, now);
  if (!gap) return null;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const { cities, propertyTypes } = site;
  const { what, place, price } = searchKindWords(gap, { cities, propertyTypes, language, t });
  const figures = [
    ...(gap.searches > 0 ? [t('STUDIO_SEARCHES', { count: gap.searches })] : []),
    ...(gap.people > 0 ? [t('STUDIO_SAVED', { count: gap.people })] : []),
    t('STUDIO_OFFERED', { count: gap.offered }),
  ];
  return `${[what, place, price].join(', ')}: ${figures.join(', ')}`;
}

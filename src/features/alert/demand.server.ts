import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { itemAt } from '../../platform/values/values.ts';
import { nameOf, storedValues, textOf } from '../form/form.ts';
import { CALLS_FIELD } from '../form/person-fields.ts';
import { isInPlaces, matches } from '../listing/matching.ts';
import type { SearchCriteria } from '../listing/search-criteria.ts';
import { areasOf, type City } from '../place/region.ts';
import { newestListings } from '../property/history.server.ts';
import type { Listing } from '../property/listing.ts';
import type { Project } from '../property/project.ts';
import { isAvailable } from '../property/property-state.ts';
import { FEW_HITS, type SearchKind, searchKindKey, searchKindsOf, searchKindWords } from '../statistics/searched.ts';
import { searchesByKind } from '../statistics/searches.server.ts';
import { type ConfirmedSearch, confirmedSearches } from './saved-searches.server.ts';

/** What people search and do not find: one kind of search with the number of people. */
export interface SearchGap extends SearchKind {
  people: number;
}

/** The saved searches for which there is no property on offer, by place, type and price band, most people first. */
export async function searchGaps(
  database: Pick<Database, 'db'>,
  listings: readonly Listing[],
  known: readonly City[],
): Promise<SearchGap[]> {
  const candidates = candidatesAmong(listings.filter(isAvailable));
  const gaps = new Map<string, { kind: SearchKind; people: Set<string> }>();
  for await (const { person, criteria } of confirmedSearches(database, known)) {
    if (candidates(criteria).some((listing) => matches(listing, criteria))) continue;
    for (const kind of searchKindsOf(criteria, ({ name, zip }) => zip || name)) {
      const key = searchKindKey(kind);
      const found = gaps.get(key) ?? { kind, people: new Set() };
      found.people.add(person);
      gaps.set(key, found);
    }
  }
  return [...gaps.values()]
    .map(({ kind, people }) => ({ ...kind, people: people.size }))
    .sort((a, b) => b.people - a.people || a.place.localeCompare(b.place));
}

/** The listings that may match a search: for one with postcodes or regions only those of its places. */
function candidatesAmong(listings: readonly Listing[]): (criteria: SearchCriteria) => readonly Listing[] {
  const byPlace = Map.groupBy(listings, ({ goal, zip }) => `${goal} ${zip}`);
  for (const found of [...byPlace.values()]) {
    const { goal, countryId, zip } = itemAt(found, 0);
    for (const area of areasOf({ CountryID: countryId, Zip: zip })) {
      const areaKey = `${goal} ${area}`;
      byPlace.set(areaKey, [...(byPlace.get(areaKey) ?? []), ...found]);
    }
  }
  const byGoal = Map.groupBy(listings, ({ goal }) => goal);
  return ({ goal, cities, zipsAround, regions }) => {
    if (cities.length + regions.length === 0 || cities.some(({ zip }) => !zip)) return byGoal.get(goal) ?? [];
    const places = new Set([...cities.map(({ zip }) => zip), ...zipsAround, ...regions]);
    return [...places].flatMap((place) => byPlace.get(`${goal} ${place}`) ?? []);
  };
}

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

/** Somebody whose saved search fits a property. */
export interface Seeker {
  email: string;
  name: string;
  /** Only of those who agreed to be called in the form of the search; null for the others. */
  phone: string | null;
  reference: string | null;
  since: string;
  maxPrice: number | null;
}

/** Whether something on offer fits a saved search. */
type Fits = (criteria: SearchCriteria) => boolean;

/** Which saved searches a property fits. */
export const fitsOf =
  (listing: Listing): Fits =>
  (criteria) =>
    matches(listing, criteria);

/** Which saved searches a project fits: those of its units, and before it has units those that name its place. */
function fitsOfProject({ City, Zip, CountryID }: Project, units: readonly Listing[]): Fits {
  const place = { city: City, zip: Zip, countryId: CountryID };
  return (criteria) =>
    units.length > 0
      ? units.some((unit) => matches(unit, criteria))
      : criteria.goal === 'sale' && criteria.cities.length + criteria.regions.length > 0 && isInPlaces(place, criteria);
}

/**
 * For each property or project, everybody whose confirmed search it fits: those who may be called first, each person
 * once.
 */
export async function seekersOf(
  database: Pick<Database, 'db'>,
  offered: readonly Fits[],
  known: readonly City[],
): Promise<Seeker[][]> {
  const found = offered.map((fits) => ({ fits, people: new Map<string, Seeker>() }));
  for await (const search of confirmedSearches(database, known))
    for (const { fits, people } of found) {
      // Of several searches of a person the one with the permission to call counts, else the latest one.
      if (people.get(search.person)?.phone || !fits(search.criteria)) continue;
      const seeker = seekerOf(search);
      if (seeker.phone || !people.has(search.person)) people.set(search.person, seeker);
    }
  return found.map(({ people }) =>
    [...people.values()].sort((a, b) => Number(b.phone !== null) - Number(a.phone !== null)),
  );
}

function seekerOf({ email, criteria, confirmedAt, formValues, reference }: ConfirmedSearch): Seeker {
  const values = formValues ? storedValues(formValues) : {};
  const mayBeCalled = [values[CALLS_FIELD] ?? []].flat().includes('yes');
  return {
    email,
    name: nameOf(values) || email || textOf(values, 'phone'),
    phone: (mayBeCalled && textOf(values, 'phone')) || null,
    reference,
    since: confirmedAt,
    maxPrice: criteria.maxPrice,
  };
}

/** A property or a project of which somebody can ask who is looking for it. */
export type Sought = { listing: Listing; project: null } | { listing: null; project: Project };

// Who is looking for what, for the studio.

function unitsOf(ctx: Parts, { ID }: Project) {
  return ctx.site.listings.filter((one) => one.projectId === ID && isAvailable(one));
}

type Parts = Pick<Ctx, 'database' | 'site'>;

function fits(ctx: Parts, { listing, project }: Sought): Fits {
  return project ? fitsOfProject(project, unitsOf(ctx, project)) : fitsOf(listing);
}

/** The property or project that an address names; null when the site has none of this number. */
export function sought(ctx: Parts, property: string | null, project: string | null): Sought | null {
  const listing = property ? ctx.site.listing(Number(property)) : null;
  if (listing) return { listing, project: null };
  const found = project ? ctx.site.projects.find(({ ID }) => String(ID) === project) : undefined;
  return found ? { listing: null, project: found } : null;
}

/** Who is looking for a property or a project, as a list to phone. */
export async function of(ctx: Parts, sought: Sought) {
  return itemAt(await seekersOf(ctx.database, [fits(ctx, sought)], ctx.site.cities), 0);
}

/** The properties and projects that came last, each with the number of people who are looking for it. */
export async function newest(ctx: Parts, most: number): Promise<{ sought: Sought; count: number }[]> {
  const listings = await newestListings(ctx.database, ctx.site.listings.filter(isAvailable), most);
  const projects = ctx.site.projects
    .toSorted((a, b) => (a.CreatedDate < b.CreatedDate ? 1 : -1))
    .slice(0, Math.ceil(most / 2));
  const all: Sought[] = [
    ...listings.map((listing) => ({ listing, project: null })),
    ...projects.map((project) => ({ listing: null, project })),
  ];
  const seekers = await seekersOf(
    ctx.database,
    all.map((one) => fits(ctx, one)),
    ctx.site.cities,
  );
  return all.map((sought, at) => ({ sought, count: itemAt(seekers, at).length }));
}

/** What people search and do not find. */
export function gaps(ctx: Parts, filter: GapFilter) {
  return demandGaps(ctx.database, ctx.site, filter);
}

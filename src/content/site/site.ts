import { withAgencyFacts } from '../../features/agency/agency-facts.ts';
import { type Office, officeFor, officesOf } from '../../features/agency/settings.ts';
import { withRetention } from '../../features/form/settings.ts';
import {
  FILTER_FACTS,
  type FilterFacts,
  type ListingQuery,
  type Sort,
  sorted,
} from '../../features/listing/listing-query.ts';
import { type FindInTable, listingTable } from '../../features/listing/matching.ts';
import { type SimilarFinder, similarFinder } from '../../features/listing/similar.ts';
import { finder, ownLists, type Town, townsOf } from '../../features/listing/town.ts';
import { type Page, withEffectiveStatus } from '../../features/page/page.ts';
import type { NeededRow } from '../../features/page/route-rows.ts';
import type { PropertyType } from '../../features/place/region.ts';
import { closedFinder, parted } from '../../features/property/archive.ts';
import type { Feature } from '../../features/property/features.ts';
import { type Listing, segmentsOf, titleKeyOf, townKeyOf } from '../../features/property/listing.ts';
import type { Project } from '../../features/property/project.ts';
import type { Property } from '../../features/property/property.ts';
import type { Goal } from '../../features/property/property-state.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { type Paths, pathsOf } from '../../i18n/paths.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { itemAt, pick, present } from '../../platform/values/values.ts';
import type { Content } from '../content.ts';
import { type PagePath, pagePathFinder } from './page-paths.ts';

/** Listings in their order, under the key of their town and those of their types. */
export function byTownAndType(
  listings: readonly Listing[],
  townOf: (listing: Listing) => Town | null,
): Map<string, Listing[]> {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings)
    for (const key of new Set([townOf(listing)?.key, ...listing.typeKeys])) {
      if (key === undefined) continue;
      const group = groups.get(key) ?? [];
      group.push(listing);
      groups.set(key, group);
    }
  return groups;
}

function countByTown(listings: readonly Listing[], typeKey: string, townOf: Site['townOf']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const listing of listings) {
    const town = !listing.gone && listing.typeKeys.some((key) => key === typeKey) ? townOf(listing) : null;
    if (town) counts.set(town.key, (counts.get(town.key) ?? 0) + 1);
  }
  return counts;
}

/** The number of available listings: in total, and per type. */
export function countsOf(listings: readonly Listing[]): Site['counts'] {
  const byType = new Map<string, { sale: number; rent: number }>();
  const all = { sale: 0, rent: 0 };
  for (const listing of listings) {
    if (listing.gone) continue;
    all[listing.goal] += 1;
    for (const key of listing.typeKeys) {
      const of = byType.get(key) ?? { sale: 0, rent: 0 };
      of[listing.goal] += 1;
      byType.set(key, of);
    }
  }
  return { ...all, byType };
}

/** Finds listings for lists; created once per version. */
export interface ListingFinder {
  /** All listings of a goal in a sort order, sorted on first use. */
  inOrder(sort: Sort, goal: Goal): readonly Listing[];
  /**
   * The listings that match a query, in its order, the number of those still available, and how many of these have each
   * feature.
   */
  find(query: ListingQuery): { listings: Listing[]; free: number; features: ReadonlyMap<Feature, number> };
  /** The units of a new-build project. */
  unitsOf(projectId: number): readonly Listing[];
  /** The listings that a person of the team shows, those for sale first, newest first; then the archived ones. */
  shownBy(memberId: string): readonly Listing[];
  /** Whether another listing is of the same kind, in the same state and place, with the same first facts of a title. */
  hasTwin(listing: Listing, facts: number): boolean;
}

interface Order {
  listings: readonly Listing[];
  /** The row of each in the table of all. */
  rows: Uint32Array;
}

/** Creates the finder for a set of listings, and for those of the archive where that is meant. */
export function listingFinder(listings: readonly Listing[], archive: readonly Listing[] = []): ListingFinder {
  let table: FindInTable | undefined;
  let rowOf: ReadonlyMap<Listing, number> | undefined;
  const orders = new Map<string, Order>();
  const ordered = (sort: Sort, goal: Goal): Order => {
    const name = `${sort} ${goal}`;
    const known = orders.get(name);
    if (known) return known;
    const ofGoal = sorted(
      listings.filter((listing) => listing.goal === goal),
      sort,
    );
    rowOf ??= new Map(listings.map((listing, row) => [listing, row]));
    const rows = rowOf;
    const order = { listings: ofGoal, rows: Uint32Array.from(ofGoal, (listing) => present(rows.get(listing), 'row')) };
    orders.set(name, order);
    return order;
  };
  let units: Map<number | null, Listing[]> | undefined;
  let ofMembers: Map<string | null, Listing[]> | undefined;
  const titles = new Map<number, ReadonlySet<string>>();
  return {
    unitsOf(projectId) {
      units ??= Map.groupBy(listings, (listing) => listing.projectId);
      return units.get(projectId) ?? [];
    },
    shownBy(memberId) {
      const inOrder = () => (['sale', 'rent'] as const).flatMap((goal) => ordered('newest', goal).listings);
      ofMembers ??= Map.groupBy([...inOrder(), ...archive], ({ manager }) => manager);
      return ofMembers.get(memberId) ?? [];
    },
    hasTwin(listing, facts) {
      const shared = titles.get(facts) ?? sharedTitles(listings, facts);
      titles.set(facts, shared);
      return shared.has(titleKeyOf(listing, facts));
    },
    inOrder: (sort, goal) => ordered(sort, goal).listings,
    find(query) {
      table ??= listingTable(listings.map(factsOf));
      const order = ordered(query.sort, query.goal);
      return table(query, order.listings, order.rows);
    },
  };
}

/** The keys of titles that several listings have. */
function sharedTitles(listings: readonly Listing[], facts: number): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const listing of listings) {
    const key = titleKeyOf(listing, facts);
    (seen.has(key) ? shared : seen).add(key);
  }
  return shared;
}

/** Kept from one version to the next, in which most listings are the same objects. */
const known = new WeakMap<Listing, FilterFacts>();

function factsOf(listing: Listing): FilterFacts {
  const before = known.get(listing);
  if (before) return before;
  const facts = pick(listing, FILTER_FACTS);
  known.set(listing, facts);
  return facts;
}

/** The content of a version without the full text of its properties; stored in the version as catalogue.json. */
export interface Catalogue extends Omit<Content, 'properties' | 'labels'> {
  listings: Listing[];
  /** Documents per property, known to the server alone. */
  documents: Record<string, Property['Documents']>;
  /** Postal address per property, known to the server alone: a confirmed viewing tells where it is. */
  addresses: Record<string, Pick<Property, 'Street' | 'HouseNumber' | 'BoxNr' | 'PublishAddress'>>;
}

/** An entry of the menu in one language. */
export interface MenuEntry {
  id: string;
  label: string;
  href: string;
  external: boolean;
  children: MenuEntry[];
}

/** A catalogue with the lookups that pages use; created once per version. */
export interface Site extends Catalogue, ListingFinder {
  languages: readonly Language[];
  defaultLanguage: Language;
  paths: Paths<NeededRow>;
  /** All offices, the main one first; at least one. */
  offices: readonly Office[];
  /** The office of a property or project; the main one when nothing names one, and for null. */
  officeOf(thing: Pick<Listing, 'office'> | Pick<Project, 'Office' | 'Manager' | 'Zip'> | null | undefined): Office;
  towns: Town[];
  /** What the site offers: the goals whose list has a row in routes.json. */
  goals: readonly Goal[];
  /** Number of available properties: in total, and per type. */
  counts: { sale: number; rent: number; byType: Map<string, { sale: number; rent: number }> };
  menu(language: Language): MenuEntry[];
  page(find: { route?: string; id?: string }): Page | null;
  /** Where the path of an entry of the menu leads that only redirects; null for any other path. */
  redirectAt(path: string): string | null;
  /** Path of a page of the menu; null when it has no page of its own. */
  pagePath: PagePath;
  listing(id: number): Listing | null;
  listingPath(listing: Listing, language: Language): string;
  projectPath(project: Project, language: Language): string;
  listPath(goal: Goal, language: Language, of?: Town | PropertyType, type?: PropertyType): string;
  /** The listings of a goal, of a town or of a type, newest first; without sold ones where the site hides them. */
  newest(
    goal: Goal,
    of?: Pick<Town, 'key'> | Pick<PropertyType, 'key'> | null,
    type?: Pick<PropertyType, 'key'>,
  ): readonly Listing[];
  /** The archived listings: the last ones sold or rented first. */
  archive(): readonly Listing[];
  /** What was sold or rented, those of the archive included: the last ones first; without those of unwilling owners. */
  allClosed(): readonly Listing[];
  /** What was sold (or rented) in a town, those of the archive included: the last ones first. */
  closed(goal: Goal, town: Pick<Town, 'key'>): readonly Listing[];
  townOf(listing: Listing): Town | null;
  /**
   * The types that have a list of their own in a town: with a text of its own, or with at least two available listings
   * while there are others, because a list must not repeat that of the town.
   */
  typesWithList(goal: Goal, town: Pick<Town, 'key'>): readonly PropertyType[];
  /** The number of available listings of a type in each town that has some, by the key of the town. */
  availableByTown(goal: Goal, type: { key: string }): ReadonlyMap<string, number>;
  /** The most similar listings that are still available, most similar first. */
  similar: SimilarFinder;
}

/** The name of the route of a list. */
export const listRoute = (goal: Goal) => (goal === 'sale' ? 'for-sale' : 'for-rent');

const goalsOf = ({ stem }: Pick<Paths<NeededRow>, 'stem'>, language: Language): Goal[] =>
  (['sale', 'rent'] as const).filter((goal) => stem(listRoute(goal), language) !== null);

/** Creates the site of a catalogue. */
export function createSite(catalogue: Catalogue): Site {
  const { settings, cities, propertyTypes } = catalogue;
  const { listings, archive } = parted(catalogue.listings);
  const { site, forms } = settings;
  const { defaultLanguage, enabledLanguages: languages } = site;
  const paths = pathsOf<NeededRow>(catalogue.routes, languages);
  const goals = goalsOf(paths, defaultLanguage);
  const towns = townsOf(listings, cities, propertyTypes, languages, [site.workingArea ?? [], goals[0] ?? 'sale']);
  const offices = officesOf(settings);
  const byId = new Map(catalogue.listings.map((listing) => [listing.id, listing]));
  const agency = { ...site.agency, phoneFormat: site.phoneFormat };
  const withFacts = (page: Page) => ({ ...page, params: withAgencyFacts(page.params, agency, 'plain') });
  const allPages = withEffectiveStatus(catalogue.pages).map(withFacts);
  const pagePath = pagePathFinder(allPages, paths, defaultLanguage);
  const redirects = redirectsOf(allPages, languages, pagePath);
  const listingPaths = new WeakMap<Listing, Record<Language, string>>();
  const find = listingFinder(listings, archive);
  const townOf = townFinder(cities, towns);
  const newest = newestFinder(find, townOf, site.hideSoldInLists);
  const availableByTown = availableFinder(find, townOf);
  const closed = closedFinder(catalogue.listings, (listing) => townOf(listing)?.key ?? '');
  return {
    ...catalogue,
    listings,
    settings: { ...settings, header: withAgencyFacts(settings.header, agency, 'plain') },
    pages: allPages,
    articles: catalogue.articles.map((one) => ({
      ...one,
      content: withAgencyFacts(withRetention(one.content, forms.retention), agency, 'markdown'),
    })),
    ...find,
    languages,
    defaultLanguage,
    paths,
    offices,
    officeOf(thing) {
      const found =
        thing && 'office' in thing
          ? officeFor(offices, thing)
          : thing && officeFor(offices, { office: thing.Office, manager: thing.Manager, zips: [thing.Zip] });
      return found ?? itemAt(offices, 0);
    },
    towns,
    goals,
    counts: countsOf(listings),
    menu: menuFinder(allPages, pagePath),
    page: ({ route, id }) => allPages.find((page) => (route ? page.route === route : page.id === id)) ?? null,
    pagePath,
    redirectAt: (path) => redirects.get(path) ?? null,
    listing: (id) => byId.get(id) ?? null,
    listingPath(listing, language) {
      const known = listingPaths.get(listing) ?? {};
      listingPaths.set(listing, known);
      known[language] ??= paths.find(listRoute(listing.goal), language, ...segmentsOf(listing, language)) ?? '';
      return known[language];
    },
    projectPath(project, language) {
      const city = localized(project.City, language) || Object.values(project.City)[0] || '';
      const title = localized(project.TypeDescription, language) || Object.values(project.TypeDescription)[0] || '';
      return paths.find('projects', language, slugOf(city) || 'x', slugOf(title) || 'x', project.ID) ?? '';
    },
    // Links from elsewhere ask an agency that only sells for what is to let: they lead to its other list.
    listPath: (goal, language, ...of) =>
      paths.find(
        listRoute(goals.includes(goal) ? goal : itemAt(goals, 0)),
        language,
        ...of.flatMap((one) => (one ? [localized(one.slug, language)] : [])),
      ) ?? '',
    similar: similarFinder(listings, cities),
    newest,
    archive: () => archive,
    allClosed: () => closed.all().filter(({ mayStay }) => mayStay !== false),
    closed: closed.inTown,
    townOf,
    typesWithList(goal, { key }) {
      const town = towns.find((one) => one.key === key);
      return town ? ownLists(town, goal, { propertyTypes, availableByTown, newest }) : [];
    },
    availableByTown,
  };
}

/** Finds the listings of a list, newest first; grouped on first use. */
function newestFinder(
  { inOrder }: Pick<ListingFinder, 'inOrder'>,
  townOf: Site['townOf'],
  hidesSold: boolean,
): Site['newest'] {
  const byKey: Partial<Record<Goal, Map<string, Listing[]>>> = {};
  return (goal, of, type) => {
    const shown = () => inOrder('newest', goal).filter(({ gone }) => !(hidesSold && gone));
    if (!of) return shown();
    byKey[goal] ??= byTownAndType(shown(), townOf);
    return (byKey[goal].get(of.key) ?? []).filter(({ typeKeys }) => !type || typeKeys.includes(type.key));
  };
}

/** Counts what is available in each town, once per goal and type. */
function availableFinder({ inOrder }: Pick<ListingFinder, 'inOrder'>, townOf: Site['townOf']): Site['availableByTown'] {
  const available = new Map<string, ReadonlyMap<string, number>>();
  return (goal, { key }) => {
    const name = `${goal} ${key}`;
    const known = available.get(name) ?? countByTown(inOrder('newest', goal), key, townOf);
    available.set(name, known);
    return known;
  };
}

/** Where the paths of pages lead that only redirect. */
function redirectsOf(
  pages: readonly Page[],
  languages: readonly Language[],
  pagePath: PagePath,
): ReadonlyMap<string, string> {
  const redirects = pages.flatMap((page) => {
    const { redirect, redirectUrl } = page.params;
    if (!redirect || !redirectUrl || page.route || page.status !== 'Published') return [];
    return languages.map((language) => [pagePath(page, language) ?? '', redirectUrl] as const);
  });
  return new Map(redirects);
}

/** Gives the menu in a language, made on first use. */
function menuFinder(pages: readonly Page[], pagePath: PagePath): Site['menu'] {
  const menus: Record<Language, MenuEntry[]> = {};
  const entriesBelow = (page: Page | null, language: Language): MenuEntry[] =>
    childrenOf(page, pages).flatMap((child) => {
      const label = localized(child.name, language);
      const href = child.params.redirect ? child.params.redirectUrl : pagePath(child, language);
      if (!label || !href) return [];
      const external = /^https?:/.test(href);
      return [{ id: child.id, label, href, external, children: entriesBelow(child, language) }];
    });
  return (language) => {
    menus[language] ??= entriesBelow(null, language);
    return menus[language];
  };
}

/** The pages below a page of the menu, in their order; those of the menu itself for null. */
function childrenOf(page: Page | null, pages: readonly Page[]): Page[] {
  const named = page?.childMenus ?? [];
  const isBelow = (child: Page) => {
    if (!page) return child.parentId === null && child.inMenu;
    return named.length > 0 ? named.includes(child.id) : child.parentId === page.id;
  };
  return pages
    .filter((child) => isBelow(child) && child.status === 'Published')
    .sort((a, b) => (named.length > 0 ? named.indexOf(a.id) - named.indexOf(b.id) : a.sort - b.sort));
}

/** Gives the town of a listing; needed many times by the pages of one property and its lists. */
function townFinder(cities: Catalogue['cities'], towns: readonly Town[]): Site['townOf'] {
  const cityOf = finder(cities);
  const townsByKey = new Map(towns.map((town) => [town.key, town]));
  const found = new WeakMap<Listing, Town | null>();
  return (listing) => {
    const known = found.get(listing);
    if (known !== undefined) return known;
    const city = cityOf(listing);
    const town = city ? (townsByKey.get(townKeyOf(city.Zip, city.Name)) ?? null) : null;
    found.set(listing, town);
    return town;
  };
}

import type { Town } from '../../features/listing/town.ts';
import type { City, PropertyType } from '../../features/place/region.ts';
import type { Goal } from '../../features/property/property-state.ts';
import { type Language, type Localized, localized } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { Site } from './site.ts';

/**
 * The list that has the same available properties as that of a town or a type, and is the one that search engines
 * show: the whole list (`'whole'`) before that of a town, and that of a town before that of a type. Null where there
 * is none.
 */
export function repeatedList(
  site: Pick<Site, 'availableByTown' | 'counts' | 'newest' | 'towns'>,
  goal: Goal,
  of: Town | PropertyType,
): 'whole' | Town | null {
  if ('zip' in of) return of[goal] > 0 && of[goal] === site.counts[goal] ? 'whole' : null;
  // With what was sold it shows more.
  if (site.newest(goal, of).some(({ gone }) => gone)) return null;
  const count = site.counts.byType.get(of.key)?.[goal] ?? 0;
  if (count > 0 && count === site.counts[goal]) return 'whole';
  const [only, ...others] = site.availableByTown(goal, of);
  const town = only && others.length === 0 ? site.towns.find(({ key }) => key === only[0]) : undefined;
  return town && town[goal] === count ? town : null;
}

/**
 * Whether search engines show the list of a town or a type: it has something on offer, or it is the page of a town of
 * the working area with a text of its own.
 */
export const isListShown = (
  { goals }: Pick<Site, 'goals'>,
  { goal, of, ofType, free }: Pick<ListAt, 'goal' | 'ofType'> & { of: Town | PropertyType; free: number },
): boolean => free > 0 || (goal === goals[0] && !ofType && 'zip' in of && of.rank !== null && of.text !== null);

/** The list that a path names: the whole list of a goal, that of a town or a type, or that of a type in a town. */
export interface ListAt {
  goal: Goal;
  of: Town | PropertyType | null;
  ofType: PropertyType | null;
  /** A town of the working area that has no list today. */
  empty: City | null;
}

/**
 * The list at a path such as `/nl/te-koop/grimbergen/huizen/`; null for another path, for a town that the agency does
 * not know, and for a type without properties. `isNamed` says whether a segment is one of the names of a town or type.
 */
export function listAt(site: Site, path: string, isNamed: IsNamed = inLanguage): ListAt | null {
  const row = site.paths.rowAt(path);
  const goal = row?.name === 'for-sale' ? 'sale' : row?.name === 'for-rent' ? 'rent' : null;
  if (!row || !goal || row.rest.length > 2) return null;
  const named = <One extends Pick<Town | PropertyType, 'slug'>>(all: readonly One[], slug: string) =>
    all.find((one) => isNamed(one.slug, slug, row.language)) ?? null;
  const [first, second] = row.rest;
  const whole: ListAt = { goal, of: null, ofType: null, empty: null };
  if (first === undefined) return whole;
  const town = named(
    site.towns.filter(({ known }) => known[goal]),
    first,
  );
  if (second !== undefined) {
    const ofType = town && named(site.propertyTypes, second);
    return ofType && { ...whole, of: town, ofType };
  }
  if (town) return { ...whole, of: town };
  const type = named(site.propertyTypes, first);
  if (type) return site.newest(goal, type).length > 0 ? { ...whole, of: type } : null;
  const empty = site.cities.find(({ Name }) => slugOf(localized(Name, row.language)) === first);
  return empty ? { ...whole, empty } : null;
}

/** Whether a segment of a path names something by its slugs. */
type IsNamed = (slugs: Localized, segment: string, language: Language) => boolean;
const inLanguage: IsNamed = (slugs, segment, language) => localized(slugs, language) === segment;
const inAnyLanguage: IsNamed = (slugs, segment) => Object.values(slugs).includes(segment);

/** The path of a list in a language; a type that has no list of its own in a town leads to that of the town. */
export function ownListPath(site: Site, { goal, of, ofType }: ListAt, language: Language): string {
  const isOwn = ofType === null || !of || !('zip' in of) || site.typesWithList(goal, of).includes(ofType);
  return site.listPath(goal, language, of ?? undefined, (isOwn && ofType) || undefined);
}

/** The path of the page of a person of the team; null on a site without a page about the agency. */
export const memberPath = ({ paths }: Pick<Site, 'paths'>, { id }: { id: string }, language: Language): string | null =>
  paths.find('about', language, id);

/** The path of the page for owners in a town of the working area; null where there is none. */
export const sellingPath = (
  { paths }: Pick<Site, 'paths'>,
  { rank, slug }: Pick<Town, 'rank' | 'slug'>,
  language: Language,
): string | null => (rank === null ? null : paths.find('contact-demand', language, localized(slug, language)));

/** Whether search engines show the page for owners in a town: without a sale there it would repeat the others. */
export const isSellingShown = ({ closed }: Pick<Site, 'closed'>, town: Town): boolean =>
  closed('sale', town).length > 0;

/** The criteria of the list of a town or a type, as the filters of the whole list name them. */
export function filtersOf(
  { of, ofType, empty }: Pick<ListAt, 'of'> & Partial<ListAt>,
  language: string,
): [key: 'city' | 'type', value: string][] {
  const city = (name: string, zip: string): ['city', string] => ['city', `${name}|${zip}`];
  const type = ({ WebID }: PropertyType): ['type', string] => ['type', String(WebID)];
  return [
    ...(empty ? [city(localized(empty.Name, language), empty.Zip)] : []),
    ...(of ? ['zip' in of ? city(localized(of.name, language), of.zip) : type(of)] : []),
    ...(ofType ? [type(ofType)] : []),
  ];
}

/** Rows whose paths also work without a language. */
const NAMED: Readonly<Record<string, string>> = {
  'for-sale': 'for-sale',
  'for-rent': 'for-rent',
  'contact-demand': 'contact-demand',
  'demand-register': 'demand-register',
  projects: 'projects',
};

/** The path in that language to which a path without a language redirects, its query kept; null when it is unknown. */
export function unprefixed(url: URL, site: Site, language: Language): string | null {
  const segments = url.pathname.split('/').filter(Boolean);
  const [first = '', second = ''] = segments;
  const number = (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : -1);
  if (first === 'property' && segments.length === 2) {
    const listing = site.listing(number(second));
    return listing && site.listingPath(listing, language) + url.search;
  }
  if (first === 'project' && segments.length === 1) {
    const project = site.projects.find(({ ID }) => ID === number(url.searchParams.get('id') ?? ''));
    url.searchParams.delete('id');
    return project ? site.projectPath(project, language) + url.search : null;
  }
  const row = site.routes.find(
    ({ path, name }) =>
      path === `/${segments.join('/')}/` &&
      path !== '/' &&
      (Object.hasOwn(NAMED, name) || samePathEverywhere(site, name)),
  );
  return row ? site.paths.ofRow(row, language) + url.search : null;
}

/** Whether a row, such as the testimonials, has one path in all languages; that path also works without a language. */
function samePathEverywhere(site: Site, name: string): boolean {
  const stems = new Set(site.languages.map((language) => site.paths.stem(name, language)));
  return stems.size === 1;
}

/**
 * The page that was probably meant by a path without one: capital letters, no language, or the words of another
 * language, as in an address in which somebody changed the language by hand. Null when it is none of these.
 * @example nearPath('/fr/te-koop/Vilvoorde/', site, 'fr') // '/fr/a-vendre/vilvorde/'
 */
export function nearPath(path: string, site: Site, preferred: Language): string | null {
  const [first = '', ...rest] = path.toLowerCase().split('/').filter(Boolean);
  const named = site.languages.find((code) => code === first);
  const segments = named ? rest : [first, ...rest];
  if (segments.length === 0) return named && path !== `/${named}/` ? site.paths.to('home', named) : null;
  const language = named ?? preferred;
  const inAny = [language, ...site.languages].map((code) => `/${code}/${segments.join('/')}/`);
  const near = inAny.map((one) => samePage(one, site, language)).find((one) => one !== null);
  return near && near !== path ? near : null;
}

/** The path of the page at a path in its language; null where there is none. */
export function pageAt(path: string, site: Site): string | null {
  const row = site.paths.rowAt(path);
  return row && samePage(path, site, row.language);
}

/** The town of a list that a place names, by its postcode, its name in any language, or both; null for no town. */
export function townAt({ towns }: Pick<Site, 'towns'>, { name, zip }: { name: string; zip: string }): Town | null {
  const isNamed = (town: Town) => Object.values(town.name).some((one) => slugOf(one) === slugOf(name));
  return towns.find((town) => (zip === '' || town.zip === zip) && (name === '' || isNamed(town))) ?? null;
}

/** The path in that language of the page at a path; null where there is none. */
function samePage(path: string, site: Site, language: Language): string | null {
  const row = site.paths.rowAt(path);
  if (!row) return null;
  const list = listAt(site, path, inAnyLanguage);
  if (list) return list.empty ? null : ownListPath(site, list, language);
  const [first, ...more] = row.rest;
  if (first === undefined) return site.paths.find(row.name, language);
  if (row.name === 'contact-demand' && more.length === 0) {
    const town = site.towns.find(({ slug, rank }) => rank !== null && inAnyLanguage(slug, first, language));
    return town ? sellingPath(site, town, language) : null;
  }
  if (row.name === 'about' && more.length === 0) {
    const member = site.members.find(({ id }) => id === first);
    return member ? memberPath(site, member, language) : null;
  }
  const id = row.rest.length === 3 && /^\d{1,12}$/.test(row.rest[2] ?? '') ? Number(row.rest[2]) : -1;
  const listing = row.name === 'for-sale' || row.name === 'for-rent' ? site.listing(id) : null;
  if (listing) return site.listingPath(listing, language);
  const project = row.name === 'projects' ? site.projects.find(({ ID }) => ID === id) : null;
  if (project) return site.projectPath(project, language);
  const page = site.pages.find(
    (one) => one.status === 'Published' && site.pagePath(one, row.language)?.toLowerCase() === path,
  );
  return page ? site.pagePath(page, language) : null;
}

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Listing } from '../../features/property/listing.ts';
import type { Property } from '../../features/property/property.ts';
import type { LabelFile } from '../../i18n/current-labels.ts';
import { brusselsDay, isNew } from '../../platform/time/days.ts';
import { isKeyOf, keysOf, present } from '../../platform/values/values.ts';
import type { Catalogue, Site } from './site.ts';

/** Gives the digest of a fact by the name under which a page used it; equal only for equal values. */
export type FactDigests = (name: string) => string;

/** The value of each part of a site that is one fact. */
const WHOLE_FACTS: { readonly [name: string]: (site: Site) => unknown } = {
  routes: ({ routes }) => routes,
  articles: ({ articles }) => articles,
  members: ({ members }) => members,
  testimonials: ({ testimonials }) => testimonials,
  projects: ({ projects }) => projects,
  propertyTypes: ({ propertyTypes }) => propertyTypes,
  cities: ({ cities }) => cities,
  towns: ({ towns }) => towns,
  offices: ({ offices }) => offices,
  pages: ({ pages }) => pages,
  counts: ({ counts }) => [counts.sale, counts.rent, [...counts.byType]],
};

/** Digests that were made for objects that do not change; they live as long as the objects. */
const kept = new WeakMap<object, string>();

/** The digest of a value that is never changed in place. */
export function digestOf(value: object): string {
  const known = kept.get(value);
  if (known) return known;
  const digest = hashOf(JSON.stringify(value));
  kept.set(value, digest);
  return digest;
}

/** Characters of a digest. */
export const DIGEST_LENGTH = 16;

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, DIGEST_LENGTH);

const asGoal = (text: string | undefined) => (text === 'rent' ? 'rent' : 'sale');

/**
 * Opens the digests of the facts of a site (site/tracked-site.ts) for a moment: whether a property is new depends on
 * the day.
 */
export function factDigests({
  site,
  properties,
  labels,
  now = new Date(),
}: {
  site: Site;
  properties: readonly Property[];
  labels: Readonly<Record<string, LabelFile>>;
  now?: Date;
}): FactDigests {
  const known = new Map<string, string>();
  const { newForDays } = site.settings.site;
  const byId = new Map(properties.map((property) => [property.ID, property]));
  const listing = (one: Listing | null | undefined) =>
    one ? `${digestOf(one)}${isNew(one.created, newForDays, now) ? 'n' : ''}` : '';
  const all = (listings: readonly Listing[]) => hashOf(listings.map(listing).join());
  const found = (id = '') => present(site.listing(Number(id)), `property ${id}`);
  const calls: { readonly [name: string]: (...given: string[]) => string } = {
    property: (id) => digestOf(byId.get(Number(id)) ?? {}) + listing(site.listing(Number(id))),
    listing: (id) => listing(site.listing(Number(id))),
    units: (id) => all(site.unitsOf(Number(id))),
    shownBy: (id = '') => all(site.shownBy(id)),
    closed: (goal, key = '') => all(site.closed(asGoal(goal), { key })),
    similar: (id, most) => all(site.similar(found(id), Number(most))),
    town: (id) => JSON.stringify(site.townOf(found(id))?.key ?? null) + digestOf(site.townOf(found(id)) ?? {}),
    twin: (id, facts) => String(site.hasTwin(found(id), Number(facts))),
    typesWithList: (goal, key = '') => hashOf(JSON.stringify(site.typesWithList(asGoal(goal), { key }))),
    availableByTown: (goal, key = '') => hashOf(JSON.stringify([...site.availableByTown(asGoal(goal), { key })])),
    newest: (goal, of, type) =>
      all(
        site.newest(
          asGoal(goal),
          of === undefined ? undefined : ofKey(of),
          site.propertyTypes.find(({ key }) => key === type),
        ),
      ),
  };
  const ofKey = (key: string) =>
    site.towns.find((town) => town.key === key) ?? site.propertyTypes.find((type) => type.key === key);
  const currentOf = (name: string): string => {
    if (name === 'listings') return all(site.listings);
    if (name === 'year') return String(now.getFullYear());
    if (name === 'day') return brusselsDay(now);
    const [head = '', ...given] = name.split(':');
    const call = calls[head];
    // A property that no longer exists has no page; its name may still be asked for.
    if (call) return OF_PROPERTY.has(head) && !site.listing(Number(given[0])) ? '' : call(...given);
    if (Object.hasOwn(WHOLE_FACTS, head)) return hashOf(JSON.stringify(WHOLE_FACTS[head]?.(site)));
    const [group, member = ''] = head.split('.');
    if (group === 'settings') return digestOf(isKeyOf(site.settings, member) ? site.settings[member] : {});
    if (group === 'labels') return digestOf(labels[member] ?? {});
    throw new Error(`there is no fact "${name}" of a site`);
  };
  return (name) => {
    const digest = known.get(name) ?? currentOf(name);
    known.set(name, digest);
    return digest;
  };
}

/** Facts that only a property on the site has. */
const OF_PROPERTY: ReadonlySet<string> = new Set(['similar', 'town', 'twin']);

/** Parts of a site that follow from the bundle. */
const UNTRACKED: ReadonlySet<string> = new Set(['languages', 'defaultLanguage']);

/** Parts that follow from the route map, and from what a page has already looked up. */
const OF_ROUTES: ReadonlySet<string> = new Set(['paths', 'routes', 'goals', 'listingPath', 'projectPath', 'listPath']);

/** Parts that are looked up by name; each is one fact. */
const TRACKED_AS_ONE: ReadonlySet<string> = new Set([
  'articles',
  'members',
  'testimonials',
  'projects',
  'propertyTypes',
  'cities',
  'towns',
  'offices',
  'counts',
  'pages',
  'listings',
]);

/** Functions, and the fact that each call depends on. */
const CALLS: { readonly [name: string]: (...given: never[]) => string } = {
  officeOf: () => 'offices',
  menu: () => 'pages',
  page: () => 'pages',
  pagePath: () => 'pages',
  inOrder: () => 'listings',
  find: () => 'listings',
  newest: (goal: string, ...of: ({ key: string } | null | undefined)[]) =>
    ['newest', goal, ...of.flatMap((one) => (one ? [one.key] : []))].join(':'),
  typesWithList: (goal: string, town: { key: string }) => `typesWithList:${goal}:${town.key}`,
  availableByTown: (goal: string, type: { key: string }) => `availableByTown:${goal}:${type.key}`,
  listing: (id: number) => `listing:${id}`,
  unitsOf: (projectId: number) => `units:${projectId}`,
  shownBy: (memberId: string) => `shownBy:${memberId}`,
  similar: (listing: { id: number }, most: number) => `similar:${listing.id}:${most}`,
  closed: (goal: string, town: { key: string }) => `closed:${goal}:${town.key}`,
  townOf: (listing: { id: number }) => `town:${listing.id}`,
  hasTwin: (listing: { id: number }, facts: number) => `twin:${listing.id}:${facts}`,
};

/**
 * The same site for the pages of a version: each fact that a page looks up is passed to `use` under a name for which
 * `factDigests` gives the digest of its value. A part that is not listed here cannot be looked up.
 */
export function trackedSite(site: Site, use: (name: string) => void): Site {
  const settings = new Proxy(site.settings, {
    get(all, name) {
      if (typeof name === 'string') use(`settings.${name}`);
      return Reflect.get(all, name);
    },
  });
  const calls = new Map(
    Object.entries(CALLS).map(([name, factOf]) => [
      name,
      (...given: never[]) => {
        use(factOf(...given));
        return Reflect.apply(Reflect.get(site, name), site, given);
      },
    ]),
  );
  return new Proxy(site, {
    get(_site, name) {
      if (typeof name === 'symbol' || UNTRACKED.has(name)) return Reflect.get(site, name);
      if (name === 'settings') return settings;
      if (OF_ROUTES.has(name)) {
        use('routes');
        return Reflect.get(site, name);
      }
      const call = calls.get(name);
      if (call) return call;
      if (!TRACKED_AS_ONE.has(name))
        throw new Error(`a prerendered page cannot use site.${name}: list it in tracked-site.ts`);
      use(name);
      return Reflect.get(site, name);
    },
  });
}

/** Facts of a listing on which no path depends. */
const OF_NO_PATH: ReadonlySet<keyof Listing> = new Set([
  'price',
  'foreignPrice',
  'previousPrice',
  'pricePerM2',
  'priceUnit',
  'priceUnitText',
  'charges',
  'label',
  'bedrooms',
  'living',
  'ground',
  'features',
  'freeFrom',
  'photo',
  'photoCount',
  'garages',
  'parkings',
  'changed',
  'news',
  'excerpt',
]);

/** The parts of a catalogue on which paths depend, besides its listings. */
const PARTS = [
  'settings',
  'routes',
  'propertyTypes',
  'cities',
  'pages',
  'articles',
  'members',
  'testimonials',
  'projects',
] as const satisfies readonly (keyof Catalogue)[];

/** Whether two sites have the same pages at the same paths; their pages need not show the same. */
export function haveSamePaths(before: Site, next: Site): boolean {
  const allOf = ({ listings, archive }: Site) => listings.concat(archive());
  const known = allOf(before);
  const listings = allOf(next);
  return (
    known.length === listings.length &&
    listings.every((listing, at) => isAtSamePath(known[at], listing)) &&
    PARTS.every((part) => isDeepStrictEqual(before[part], next[part]))
  );
}

function isAtSamePath(before: Listing | undefined, next: Listing): boolean {
  if (before === next) return true;
  if (!before) return false;
  const facts = [...new Set([...keysOf(before), ...keysOf(next)])].filter((fact) => !OF_NO_PATH.has(fact));
  return facts.every((fact) => isDeepStrictEqual(before[fact], next[fact]));
}

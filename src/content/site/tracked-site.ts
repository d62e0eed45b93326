import type { Site } from './site.ts';

/** Parts of a site that follow from the bundle. */
const UNTRACKED: ReadonlySet<string> = new Set(['languages', 'defaultLanguage']);

/** Parts that follow from the route map, and from what a page has already looked up. */
const OF_ROUTES: ReadonlySet<string> = new Set(['paths', 'routes', 'goals', 'listingPath', 'projectPath', 'listPath']);

/** Parts that are looked up by name; each is one fact. */
const WHOLE: ReadonlySet<string> = new Set([
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
  listing: (id: number) => `listing:${id}`,
  unitsOf: (projectId: number) => `units:${projectId}`,
  similar: (listing: { id: number }, most: number) => `similar:${listing.id}:${most}`,
  townOf: (listing: { id: number }) => `town:${listing.id}`,
  isTitleShared: (listing: { id: number }, language: string) => `titleShared:${listing.id}:${language}`,
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
        return (site[name as keyof Site] as (...given: never[]) => unknown)(...given);
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
      if (!WHOLE.has(name)) throw new Error(`a prerendered page cannot use site.${name}: list it in tracked-site.ts`);
      use(name);
      return Reflect.get(site, name);
    },
  });
}

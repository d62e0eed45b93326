import { AsyncLocalStorage } from 'node:async_hooks';
import type { LiveDataCollectionResult, LiveDataEntryResult } from 'astro';
import type { LiveLoader } from 'astro/loaders';
import type { Property } from '../../features/property/property.ts';
import { use } from '../../platform/values/uses.server.ts';
import type { Content } from '../content.ts';
import { catalogueOf } from './catalogue.server.ts';
import { createSite, type Site } from './site.ts';

/** A site with the whole content of its properties, which only a version in the making has. */
interface WholeSite {
  site: Site;
  properties: ReadonlyMap<string, Property>;
}

/** The content of the version that is made. */
let shown: WholeSite | null = null;
/** The content folder, in development and in a build of Astro itself. */
const ofFolder = new WeakMap<Content, WholeSite>();
/** What the response that is made has for its pages: a preview puts another site into it than the version has. */
const current = new AsyncLocalStorage<{ site: Site }>();

const wholeSite = (content: Content, site = createSite(catalogueOf(content))): WholeSite => ({
  site,
  properties: new Map(content.properties.map((property) => [String(property.ID), property])),
});

/** From now on the collections have this content; `site` is that of the content, where there is one already. */
export function showContent(content: Content, site?: Site): Site {
  shown = wholeSite(content, site);
  return shown.site;
}

/** The site whose pages are made: that of the content that is shown, else of the content folder as it is now. */
export const siteOfCollections = async (): Promise<Site> => (await whole()).site;

/** Makes a response: what it reads from the collections is of the site that its pages have at that moment. */
export const withSite = <T>(locals: { site: Site }, respond: () => T): T => current.run(locals, respond);

async function whole(): Promise<WholeSite> {
  if (shown) return shown;
  const loader = import.meta.env.CONTENT_LOADER;
  if (!loader) throw new Error('the pages have no content yet');
  // By its address: a build must not contain the packages that read pictures.
  const { loadContent }: typeof import('../files/load-content.server.ts') = await import(/* @vite-ignore */ loader);
  const content = await loadContent();
  const found = ofFolder.get(content) ?? wholeSite(content);
  ofFolder.set(content, found);
  return found;
}

interface ById {
  id: string;
}

/** The parts of a site that are lists of entries. */
type Part = 'articles' | 'listings' | 'members' | 'pages' | 'projects' | 'testimonials';

/**
 * Reads a part of the site of the response as entries, which `id` tells apart; the site records which facts a page
 * uses.
 */
export const ofSite = <P extends Part>(part: P, id: keyof Site[P][number]): LiveLoader<Site[P][number], ById> => {
  const entries = async (): Promise<readonly Site[P][number][]> =>
    (current.getStore()?.site ?? (await siteOfCollections()))[part];
  return {
    name: part,
    async loadEntry({ filter }) {
      const data = (await entries()).find((one) => String(one[id]) === filter.id);
      return data && { id: filter.id, data };
    },
    loadCollection: async () => ({ entries: (await entries()).map((data) => ({ id: String(data[id]), data })) }),
  };
};

/** Reads the whole content of properties, which only pages that are made in advance show. */
export const properties: LiveLoader<Property, ById> = {
  name: 'properties',
  async loadEntry({ filter: { id } }) {
    use(`property:${id}`);
    const data = (await whole()).properties.get(id);
    return data && { id, data };
  },
  async loadCollection() {
    const all = [...(await whole()).properties];
    return {
      entries: all.map(([id, data]) => {
        use(`property:${id}`);
        return { id, data };
      }),
    };
  },
};

/** The data of all entries of a collection, in the order of the content; throws where it cannot be read. */
export function dataOfAll<Data extends object>({ entries, error }: LiveDataCollectionResult<Data>): Data[] {
  if (!entries) throw error;
  return entries.map(({ data }) => data);
}

/** The data of an entry; null where the content has no such entry. Throws where it cannot be read. */
export function dataOf<Data extends object>({ entry, error }: LiveDataEntryResult<Data>): Data | null {
  if (error && error.name !== 'LiveEntryNotFoundError') throw error;
  return entry?.data ?? null;
}

import type { Site } from '../../../content/site/site.ts';
import { pagesOf } from '../../../platform/text/paging.ts';
import type { Listing } from '../../property/listing.ts';
import type { OwnedProperty } from '../owned-property.server.ts';
import type { EntryKind, EntryView, PropertyEntry } from '../property-entry.ts';
import type { Owner } from '../sessions.server.ts';

/** A property as the portal shows it; the listing is null once the property has left the site. */
export interface ShownProperty {
  id: string;
  listing: Listing | null;
}

/** An owner in the portal, with the property that the URL selects. */
export interface Entered {
  owner: Owner;
  services: App.Services;
  properties: ShownProperty[];
  /** Null only on the list of properties. */
  property: OwnedProperty | null;
  listing: Listing | null;
  query: URLSearchParams;
}

const notFound = () => new Response(null, { status: 404 });

/**
 * Admits an owner to the portal. Without a login it redirects to the login page and back; another owner's property
 * gives 404. Without `?property=` the first property is selected, unless the page can list them all.
 */
export async function enterPortal(locals: App.Locals, { lists = false } = {}): Promise<Response | Entered> {
  const { site, services, requestPath, query, language, seenAs } = locals;
  const owner = seenAs?.owner ?? locals.owner;
  if (!services) return notFound();
  if (!owner) {
    const Location = `${site.paths.to('login', language)}?next=${encodeURIComponent(requestPath)}`;
    return new Response(null, { status: 303, headers: { Location } });
  }
  const ids = seenAs?.properties ?? (await services.portal.properties(owner));
  const properties = ids.map((id) => ({ id, listing: site.listing(Number(id)) }));
  const asked = query.getAll('property');
  const only = lists && asked.length === 0 && ids.length !== 1;
  if (only) return { owner, services, properties, property: null, listing: null, query };
  const id = asked.length > 0 ? (asked[0] ?? '') : (ids[0] ?? '');
  // Asked for in any case: a request for the property of somebody else is logged there.
  const found = await services.portal.property(owner, id);
  const property = ids.includes(id) ? found : null;
  if (!property) return notFound();
  return { owner, services, properties, property, listing: site.listing(Number(property.id)), query };
}

/** Where to redirect after a login: the given path if it is one of the portal, empty for anything else. */
export function portalPath(given: unknown, site: Pick<Site, 'paths'>): string {
  if (typeof given !== 'string' || !/^\/[a-z]{2}\/[\w\-/?=&%.]*$/.test(given) || given.length > 300) return '';
  return site.paths.rowAt(given.split('?')[0] ?? '')?.name.startsWith('owner') ? given : '';
}

/** One page of a portal table, and the URLs of its other states. */
export interface EntryPage {
  rows: PropertyEntry[];
  count: number;
  pages: number;
  view: EntryView;
  hrefOf: (changes: Record<string, string>) => string;
}

const SIZE = 25;
const NEWEST_FIRST = '-at';

/** The part of a table that the query selects; a page beyond the last one gives the last one. */
export async function entryPage(
  { services, property, kind }: { services: App.Services; property: OwnedProperty; kind: EntryKind },
  query: URLSearchParams,
  base: string,
): Promise<EntryPage> {
  const requested = query.get('sort') || NEWEST_FIRST;
  const sort = (['at', 'type', 'status'] as const).find((one) => one === requested.replace(/^-/, '')) ?? 'at';
  const view = { sort, descending: requested.startsWith('-'), size: SIZE };
  const wanted = /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const found = await services.portal.entries(property, kind, { ...view, page: wanted });
  const pages = pagesOf(found.count, SIZE);
  const page = Math.min(wanted, pages);
  const { rows, count } = page === wanted ? found : await services.portal.entries(property, kind, { ...view, page });
  const now = { property: property.id, sort: `${view.descending ? '-' : ''}${sort}`, page: String(page) };
  const hrefOf = (changes: Record<string, string>) => {
    const next = Object.entries({ ...now, ...changes }).filter(
      ([name, value]) =>
        value !== '' && !(name === 'page' && value === '1') && !(name === 'sort' && value === NEWEST_FIRST),
    );
    return `${base}?${new URLSearchParams(next)}`;
  };
  return { rows, count, pages, view: { ...view, page }, hrefOf };
}

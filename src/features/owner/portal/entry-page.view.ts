import { pagesOf } from '../../../platform/text/paging.ts';
import type { OwnedProperty } from '../owned-property.server.ts';
import type { EntryKind, EntryView, PropertyEntry } from '../property-entry.ts';

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

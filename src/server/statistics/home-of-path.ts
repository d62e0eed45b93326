import type { Site } from '../site/site.ts';

/** The number of the home whose own page stands at a path; null for any other path, previews included. */
export function homeOfPath(path: string, site: Pick<Site, 'paths' | 'listing' | 'listingAddress'>): string | null {
  const row = site.paths.find(path);
  const id = row?.rest[2] ?? '';
  if (!row || (row.name !== 'for-sale' && row.name !== 'for-rent') || row.rest.length !== 3 || !/^\d{1,12}$/.test(id))
    return null;
  const home = site.listing(Number(id));
  return home && site.listingAddress(home, row.language) === path ? id : null;
}

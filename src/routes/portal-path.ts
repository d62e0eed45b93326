import type { Site } from '../server/catalogue/site/site.ts';

/** Where to redirect after a login: the given path if it is one of the portal, empty for anything else. */
export function portalPath(given: unknown, site: Pick<Site, 'paths'>): string {
  if (typeof given !== 'string' || !/^\/[a-z]{2}\/[\w\-/?=&%.]*$/.test(given) || given.length > 300) return '';
  return site.paths.find(given.split('?')[0] ?? '')?.name.startsWith('owner') ? given : '';
}

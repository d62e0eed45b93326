import type { Site } from '../server/catalogue/site/site.ts';

/** Where to go after a login: an address of the portal as it was given, empty for anything else. */
export function portalPath(given: unknown, site: Pick<Site, 'paths'>): string {
  if (typeof given !== 'string' || !/^\/[a-z]{2}\/[\w\-/?=&%.]*$/.test(given) || given.length > 300) return '';
  return site.paths.find(given.split('?')[0] ?? '')?.name.startsWith('owner') ? given : '';
}

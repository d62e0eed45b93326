import type { Language } from '../../i18n/languages.ts';
import type { Site } from './site.ts';

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

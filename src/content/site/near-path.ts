import type { Language } from '../../i18n/languages.ts';
import { listAt } from './list-at.ts';
import type { Site } from './site.ts';

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

/** The path in that language of the page at a path; null where there is none. */
function samePage(path: string, site: Site, language: Language): string | null {
  const row = site.paths.rowAt(path);
  if (!row) return null;
  const list = listAt(site, path);
  if (list)
    return list.empty ? null : site.listPath(list.goal, language, list.of ?? undefined, list.ofType ?? undefined);
  if (row.rest.length === 0) return site.paths.find(row.name, language);
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

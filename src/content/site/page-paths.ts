import { type Page, withEffectiveStatus } from '../../features/page/page.ts';
import type { PagePaths } from '../../features/seo/redirects.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { type Paths, pathsOf, type RoutePaths } from '../../i18n/paths.ts';

/** Gives the path of a page of the menu in a language; null when it has no page of its own. */
export type PagePath = (page: Page, language: Language) => string | null;

/** The paths of the rows of the route map and of the pages that are shown, under keys that stay when a path changes. */
export function pagePathsOf({
  routes,
  pages,
  languages,
  defaultLanguage,
}: {
  routes: readonly RoutePaths[];
  pages: readonly Page[];
  languages: readonly Language[];
  defaultLanguage: Language;
}): PagePaths {
  const paths = pathsOf(routes, languages);
  const shown = withEffectiveStatus(pages).filter(
    ({ status, route, params }) => status === 'Published' && !route && !params.redirect,
  );
  const pagePath = pagePathFinder(pages, paths, defaultLanguage);
  const everywhere = (name: string, pathIn: (language: Language) => string | null) =>
    Object.fromEntries(
      languages.flatMap((language) => {
        const path = pathIn(language);
        // A row without a path in a language has that of the homepage.
        return path && (name === 'home' || path !== `/${language}/`) ? [[language, path] as const] : [];
      }),
    );
  return Object.fromEntries([
    ...routes.map((row) => [`route ${row.name}`, everywhere(row.name, (language) => paths.ofRow(row, language))]),
    ...shown.map((page) => [`page ${page.id}`, everywhere(page.id, (language) => pagePath(page, language))]),
  ]);
}

/** Creates the lookup of paths of pages. */
export function pagePathFinder(
  allPages: readonly Page[],
  paths: Pick<Paths<string>, 'find'>,
  defaultLanguage: Language,
): PagePath {
  const pages = new Map(allPages.map((page) => [page.id, page]));
  const pagePath: PagePath = (page, language) => {
    if (page.route) return paths.find(page.route, language);
    const own = localized(page.path, language) || localized(page.path, defaultLanguage);
    if (!own) return null;
    const parent = page.parentId ? pages.get(page.parentId) : null;
    const above = parent ? pagePath(parent, language) : `/${language}/`;
    return above ? `${above}${own}/` : null;
  };
  return pagePath;
}

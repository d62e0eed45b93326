import type { Site } from '../../content/site/site.ts';
import { localized } from '../../i18n/languages.ts';
import { type SITEMAP_KINDS, sitemapEntries } from './sitemaps.server.ts';

/** The towns of the working area whose page has no text to be shown without properties, the most important first. */
export const hiddenOnSearch = ({ towns, defaultLanguage }: Site): Site['towns'] =>
  towns
    .filter(({ rank, text }) => rank !== null && !localized(text, defaultLanguage))
    .sort((one, other) => Number(one.rank) - Number(other.rank));

/** A page of the site in a language, and the languages in which it has no text. */
export interface FoundRow {
  path: string;
  missing: readonly string[];
}

/** The pages of a kind that search engines may list, in a language. */
export const foundRows = (
  site: Site,
  kind: (typeof SITEMAP_KINDS)[number],
  { language, hidden }: { language: string; hidden: ReadonlySet<number> },
): FoundRow[] =>
  sitemapEntries(site, kind, { past: hidden, removed: [] }).flatMap(({ paths, languages }) => {
    const path = paths[language];
    return path ? [{ path, missing: site.languages.filter((code) => !languages.includes(code)) }] : [];
  });

import type { MenuEntry, Site } from '../../content/site/site.ts';
import { languageName, localized } from '../../i18n/languages.ts';

/** Routes that are listed whether the menu has them or not. */
const ROUTES = ['for-sale', 'for-rent', 'projects', 'contact', 'legal-notices'];
const WITH_FEED = ['for-sale', 'for-rent'];

/**
 * An overview of the site for language models (llmstxt.org): the agency, and for each language its lists, feeds and
 * pages, named as the content names them.
 */
export function llmsText(site: Site, siteUrl: string): string {
  const { agency } = site.settings.site;
  const tagline = localized(agency.tagline, site.defaultLanguage);
  const sections = site.languages.map((language) => sectionOf(site, siteUrl, language));
  return `${[`# ${plain(agency.name)}`, ...(tagline ? [`> ${plain(tagline)}`] : []), ...sections].join('\n\n')}\n`;
}

function sectionOf(site: Site, siteUrl: string, language: string): string {
  const links = new Map<string, string>();
  const add = (path: string, name: string) => {
    const url = new URL(path, siteUrl).href;
    if (name && !links.has(url)) links.set(url, plain(name));
  };
  const named = ROUTES.flatMap((name) => {
    const row = site.routes.find((one) => one.name === name);
    return row
      ? [{ name, path: site.paths.ofRow(row, language), words: localized(row.breadcrumb?.name, language) }]
      : [];
  });
  for (const { path, words } of named) add(path, words);
  for (const { name, path, words } of named)
    if (WITH_FEED.includes(name) && words) add(`${path}feed.json`, `${words}, JSON Feed`);
  for (const entry of site.menu(language)) addEntry(entry, add);
  const lines = [...links].map(([url, name]) => `- [${name}](${url})`);
  return [`## ${languageName(language)}`, '', ...lines].join('\n');
}

function addEntry({ label, href, external, children }: MenuEntry, add: (path: string, name: string) => void): void {
  if (!external && href.startsWith('/')) add(href, label);
  for (const child of children) addEntry(child, add);
}

/** A text without the characters that end a line or a link in Markdown. */
const plain = (text: string): string => text.replace(/[[\]()<>\s]+/g, ' ').trim();

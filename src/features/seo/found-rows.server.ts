import type { ContentKindName } from '../../content/fields/content-kind.ts';
import type { Site } from '../../content/site/site.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import { foundPage, linksIn, type ResultFault } from './found-page.view.ts';
import { SITEMAP_KINDS, sitemapEntries } from './sitemaps.server.ts';

/** The towns of the working area whose page has no text to be shown without properties, the most important first. */
export const hiddenOnSearch = ({ towns, defaultLanguage }: Site): Site['towns'] =>
  towns
    .filter(({ rank, text }) => rank !== null && !localized(text, defaultLanguage))
    .sort((one, other) => Number(one.rank) - Number(other.rank));

/** A page of the site in a language, and the languages in which it has no text. */
export interface FoundRow {
  path: string;
  missing: readonly string[];
  /** The content that it shows: its kind, and a text by which the studio finds it. */
  of: { kind: ContentKindName; text: string | Localized };
}

/** What is read of the site to judge its pages. */
interface FoundFacts {
  site: Site;
  /** IDs of properties whose pages are no longer shown. */
  hidden: ReadonlySet<number>;
  /** The HTML of a page; null where there is none. */
  pageForAll: (path: string) => Promise<string | null>;
}

/** The pages of a kind that search engines may list, in a language. */
export const foundRows = (
  { site, hidden }: Pick<FoundFacts, 'site' | 'hidden'>,
  kind: (typeof SITEMAP_KINDS)[number],
  language: string,
): FoundRow[] =>
  sitemapEntries(site, kind, { past: hidden, removed: [] }).flatMap(({ paths, languages, of }) => {
    const path = paths[language];
    return path ? [{ path, missing: site.languages.filter((code) => !languages.includes(code)), of }] : [];
  });

/** What is wrong with the pages of a site in a language, by their paths; pages without a fault are left out. */
export type FoundFaults = ReadonlyMap<string, readonly ResultFault[]>;

const judged = new WeakMap<Site, Map<string, Promise<FoundFaults>>>();

/** Judges all pages in a language; once per version, because thousands of pages are read for it. */
export function foundFaults(facts: FoundFacts, language: string): Promise<FoundFaults> {
  const known = judged.get(facts.site) ?? new Map<string, Promise<FoundFaults>>();
  judged.set(facts.site, known);
  const faults = known.get(language) ?? judge(facts, language);
  known.set(language, faults);
  return faults;
}

/** A page is read in less than a millisecond; visitors are served between so many. */
const AT_ONCE = 50;

async function judge(facts: FoundFacts, language: string): Promise<FoundFaults> {
  const faults = new Map<string, ResultFault[]>();
  const titles = new Map<string, string[]>();
  const linked = new Set<string>([facts.site.paths.to('home', language)]);
  const alone: string[] = [];
  let count = 0;
  for (const kind of SITEMAP_KINDS)
    for (const { path } of foundRows(facts, kind, language)) {
      count += 1;
      if (count % AT_ONCE === 0) await new Promise(setImmediate);
      const html = await facts.pageForAll(path);
      if (html === null) continue;
      const page = foundPage(html);
      faults.set(path, page.faults);
      titles.set(page.title, [...(titles.get(page.title) ?? []), path]);
      // A list shows each property.
      if (kind === 'homes') continue;
      alone.push(path);
      for (const link of linksIn(html)) if (link !== path) linked.add(link);
    }
  const homepage = (await facts.pageForAll(facts.site.paths.to('home', language))) ?? '';
  for (const link of linksIn(homepage)) linked.add(link);
  for (const path of alone) if (!linked.has(path)) faults.get(path)?.push('orphan');
  for (const paths of titles.values())
    if (paths.length > 1) for (const path of paths) faults.get(path)?.push('title-twice');
  return new Map([...faults].filter(([, found]) => found.length > 0));
}

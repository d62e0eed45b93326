import { nearPath, pageAt } from '../../content/site/paths.ts';
import type { Site } from '../../content/site/site.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { redirectFor } from './redirects.ts';

/** An address of an earlier site, and where it leads here. */
export interface OldAddress {
  /** Path with its query. */
  from: string;
  /** The path on this site; null when nothing in the address says which page was meant. */
  to: string | null;
  /** Why it leads there. */
  reason: 'works' | 'given' | 'known' | 'property' | 'list' | 'page' | null;
}

/**
 * The addresses in a text: the `<loc>` of a sitemap, or one per line, also with its new address behind a comma, a
 * semicolon or a tab. Lines without an address are left out.
 */
export function addressesIn(text: string): { from: string; to: string | null }[] {
  const locations = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) =>
    location.replaceAll('&amp;', '&'),
  );
  const lines = locations.length > 0 ? locations : text.split(/\r?\n/);
  const pairs = lines.flatMap((line) => {
    const [from, to] = line.split(/[\t;,]/).map((part) => pathOf(part.trim().replace(/^"|"$/g, '')));
    return from ? [{ from: from.path, to: to?.given ?? null }] : [];
  });
  return [...new Map(pairs.map((pair) => [pair.from, pair])).values()];
}

/** The path of an address with its query; null for a text that is none, and for the homepage. */
function pathOf(text: string): { path: string; given: string } | null {
  if (!/^(https?:\/\/|\/)[^\s]+$/i.test(text) || !URL.canParse(text, 'http://localhost')) return null;
  const { pathname, search } = new URL(text, 'http://localhost');
  return pathname === '/' && search === '' ? null : { path: pathname + search, given: text };
}

/** Where addresses of an earlier site lead on this one: as given, else by the numbers and words in them. */
export const oldAddresses = (site: Site, addresses: ReturnType<typeof addressesIn>): OldAddress[] =>
  addresses.map(({ from, to }) => {
    const [path = ''] = from.split('?');
    const near = pageAt(path, site) ?? nearPath(path, site, site.defaultLanguage);
    if (near) return { from, to: near, reason: 'works' };
    if (to) return { from, to, reason: 'given' };
    const known = redirectFor(site.settings.redirects.redirects, from);
    if (known) return { from, to: known.to ?? null, reason: 'known' };
    return meant(site, from) ?? { from, to: null, reason: null };
  });

/** The page that the numbers and words of an address mean; null when they mean none, or several. */
function meant(site: Site, from: string): OldAddress | null {
  const parts = from.split(/[/?&=.]/).map((part) => slugOf(decodedPart(part)));
  const words = new Set(parts.flatMap((part) => part.split('-')));
  const language = site.languages.find((code) => words.has(code)) ?? site.defaultLanguage;
  const listings = [...site.listings, ...site.archive()].filter(
    ({ id, reference }) => words.has(String(id)) || (reference !== '' && parts.includes(slugOf(reference))),
  );
  const [listing] = listings;
  if (listing && listings.length === 1) return { from, to: site.listingPath(listing, language), reason: 'property' };
  const page = site.routes.find((row) => {
    const last = localized(row.paths, language).split('/').at(-1);
    return last && parts.includes(last);
  });
  const list = listMeant(site, parts, language);
  if (list) return { from, to: list, reason: 'list' };
  return page ? { from, to: site.paths.ofRow(page, language), reason: 'page' } : null;
}

/** The list of the town, the type or both whose names are in an address that also says to buy or to rent. */
function listMeant(site: Site, parts: readonly string[], language: Language): string | null {
  const text = `-${parts.join('-')}-`;
  const names = (words: Readonly<Record<string, string>>) => Object.values(words).map(slugOf).filter(Boolean);
  const isIn = (words: Readonly<Record<string, string>>) => names(words).some((name) => text.includes(`-${name}-`));
  const goals = site.goals.filter((goal) => GOAL_WORDS[goal].some((word) => text.includes(`-${word}-`)));
  const [goal] = goals;
  if (!goal || goals.length > 1) return null;
  const town = site.towns.find(({ known, name }) => known[goal] && isIn(name));
  const type = site.propertyTypes.find((one) => isIn(one.Name) || isIn(one.NamePlural));
  if (town && type && site.typesWithList(goal, town).includes(type)) return site.listPath(goal, language, town, type);
  const of = town ?? (type && site.newest(goal, type).length > 0 ? type : undefined);
  return site.listPath(goal, language, of);
}

/** How addresses say to buy and to rent, in the languages of the country. */
const GOAL_WORDS = {
  sale: ['te-koop', 'koop', 'kopen', 'a-vendre', 'vendre', 'vente', 'for-sale', 'sale', 'buy', 'zu-verkaufen'],
  rent: ['te-huur', 'huur', 'huren', 'a-louer', 'louer', 'location', 'for-rent', 'to-let', 'rent', 'zu-vermieten'],
} as const;

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

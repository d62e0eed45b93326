import { parse } from 'node-html-parser';
import { RESULT_DESCRIPTION, RESULT_TITLE } from '../../src/features/seo/search-result.view.ts';
import { textWidth } from '../../src/platform/text/text-width.ts';

/** A page as a bot finds it that follows links, and obeys robots.txt and `nofollow`. */
interface CrawledPage {
  path: string;
  /** Clicks from the homepage. */
  clicks: number;
  /** Whether search engines may show it: it may be indexed and names no other page as the one to be shown. */
  isShown: boolean;
  title: string;
  description: string;
  /** The properties of a list, in a fixed order; empty for another page. */
  list: string;
}

interface Crawl {
  pages: CrawledPage[];
  /** Paths that responded with neither a page nor a redirect to one. */
  broken: string[];
}

/**
 * Whether a bot that `robots.txt` does not name may fetch a path with its query: of all rules that fit the longest
 * counts, and of two of the same length the one that allows (RFC 9309, section 2.2.2).
 */
export function mayFetchBy(robots: string): (path: string) => boolean {
  const [group = ''] = robots.split('\n\n').filter((lines) => /^User-agent: \*$/m.test(lines));
  const rules = [...group.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, pattern = '']) => ({
    isAllowed: kind === 'Allow',
    length: pattern.length,
    fits: new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*')}`),
  }));
  return (path) => {
    const fitting = rules.filter(({ fits }) => fits.test(path));
    const longest = Math.max(...fitting.map(({ length }) => length));
    return fitting.length === 0 || fitting.some(({ length, isAllowed }) => isAllowed && length === longest);
  };
}

const AT_ONCE = 8;

/** Follows every link that a bot may follow, from a homepage on; `origin` is that of the canonical URLs. */
export async function crawl(url: string, { start, origin }: { start: string; origin: string }): Promise<Crawl> {
  const mayFetch = mayFetchBy(await (await fetch(`${url}/robots.txt`)).text());
  const clicksTo = new Map([[start, 0]]);
  const pages: CrawledPage[] = [];
  const broken: string[] = [];
  const visit = async (path: string, clicks: number): Promise<string[]> => {
    const response = await fetch(url + path, { redirect: 'manual' });
    const html = await response.text();
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) return [location];
    if (response.status !== 200) broken.push(`${path}: ${response.status}`);
    if (!/^text\/html/.test(response.headers.get('content-type') ?? '')) return [];
    const page = parse(html);
    const content = (selector: string) => page.querySelector(selector)?.getAttribute('content') ?? '';
    const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? origin + path;
    const cards = page.querySelectorAll('[data-part="results"] .card a[href]').map((link) => link.getAttribute('href'));
    const follows = !/nofollow/.test(content('meta[name=robots]'));
    pages.push({
      path,
      clicks,
      isShown: !/noindex/.test(content('meta[name=robots]')) && canonical === origin + path,
      title: page.querySelector('title')?.textContent ?? '',
      description: content('meta[name=description]'),
      // Two lists may begin with the same properties, and hold others.
      list: [/"numberOfItems":\d+/.exec(html)?.[0] ?? '', ...new Set(cards)].sort().join(' ').trim(),
    });
    return page
      .querySelectorAll('a[href]')
      .filter((link) => follows && !/nofollow/.test(link.getAttribute('rel') ?? ''))
      .map((link) => link.getAttribute('href') ?? '');
  };
  for (let level = [start], clicks = 0; level.length > 0; clicks += 1) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const found = await Promise.all(level.slice(at, at + AT_ONCE).map((path) => visit(path, clicks)));
      for (const href of found.flat()) {
        const target = (href.startsWith(origin) ? href.slice(origin.length) : href).replace(/#.*$/, '');
        if (!/^\/(?!\/|media\/)/.test(target) || clicksTo.has(target) || !mayFetch(target)) continue;
        clicksTo.set(target, clicks + 1);
        next.push(target);
      }
    }
    level = next;
  }
  return { pages, broken };
}

/** The largest part of the pages that a bot can reach which may not be shown, and the most clicks to one that may. */
export const CRAWL_LIMITS = { hidden: 0.25, clicks: 6 } as const;

/** What is wrong with the site as a bot finds it; `listed` are the paths of the sitemaps. */
export function crawlFaults({ pages, broken }: Crawl, listed: readonly string[]): string[] {
  const shown = pages.filter(({ isShown }) => isShown);
  const hidden = 1 - shown.length / pages.length;
  const reached = new Set(pages.map(({ path }) => path));
  const lists = Map.groupBy(
    shown.filter(({ list, path }) => list !== '' && !path.includes('?')),
    ({ path, list }) => `${path.slice(0, 4)}${list}`,
  );
  return [
    ...broken.map((one) => `is linked and responds ${one}`),
    ...(hidden > CRAWL_LIMITS.hidden ? [`${Math.round(hidden * 100)} % of the pages may not be shown`] : []),
    ...listed.filter((path) => !reached.has(path)).map((path) => `no link leads to ${path}`),
    ...[...lists.values()]
      .filter((same) => same.length > 1)
      .map((same) => `one list at ${same.map(({ path }) => path).join(' and ')}`),
    ...shown.flatMap(({ path, clicks, title, description }) => [
      ...(clicks > CRAWL_LIMITS.clicks ? [`${path} is ${clicks} clicks away`] : []),
      ...(textWidth(title, RESULT_TITLE.size) > RESULT_TITLE.most ? [`${path} has a long title`] : []),
      ...(textWidth(description, RESULT_DESCRIPTION.size) > RESULT_DESCRIPTION.most
        ? [`${path} has a long description`]
        : []),
      ...(description === '' ? [`${path} has no description`] : []),
    ]),
  ];
}

/** The figures of a crawl, for a note. */
export function crawlFigures({ pages }: Crawl): Record<'pages' | 'hidden' | 'deepest', number> {
  const shown = pages.filter(({ isShown }) => isShown);
  return {
    pages: pages.length,
    hidden: pages.length - shown.length,
    deepest: Math.max(...shown.map(({ clicks }) => clicks)),
  };
}

import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { parseDate } from '../../../i18n/format.ts';
import type { SitemapEntry, SitemapKind } from './sitemap-entries.ts';

/** URLs in one file: far below the limit of 50,000 of search engines, because each URL includes its translations. */
export const MOST_IN_ONE = 5000;

/** Writes a sitemap as XML; `pictureOf` returns the path of the picture of an entry. */
export async function writeSitemap(
  entries: readonly SitemapEntry[],
  site: { siteUrl: string; defaultLanguage: string; pictureOf: (photo: NonNullable<SitemapEntry['photo']>) => string },
): Promise<string> {
  const absolute = (path: string) => new URL(path, site.siteUrl).href;
  const stream = new SitemapStream({
    hostname: site.siteUrl,
    xmlns: { news: false, video: false, xhtml: true, image: true },
  });
  for (const { paths, languages, changed, photo } of entries) {
    const day = parseDate(changed)?.toISOString();
    const translations = languages.flatMap((lang) => (paths[lang] ? [{ lang, url: absolute(paths[lang]) }] : []));
    const fallback = paths[site.defaultLanguage];
    for (const [language, path] of Object.entries(paths)) {
      const isTranslated = translations.length > 1 && languages.includes(language);
      stream.write({
        url: absolute(path),
        ...(day && { lastmod: day, lastmodrealtime: true }),
        ...(photo && { img: [{ url: absolute(site.pictureOf(photo)) }] }),
        ...(isTranslated && {
          links: [...translations, ...(fallback ? [{ lang: 'x-default', url: absolute(fallback) }] : [])],
        }),
      });
    }
  }
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}

/** Writes the index of sitemaps: the files of each kind, by their number of URLs. */
export async function writeSitemapIndex(paths: ReadonlyMap<SitemapKind, number>, siteUrl: string): Promise<string> {
  const stream = new SitemapIndexStream();
  for (const [kind, count] of paths) {
    for (let page = 1; page <= Math.ceil(count / MOST_IN_ONE); page += 1)
      stream.write({ url: new URL(`/sitemap-${kind}-${page}.xml`, siteUrl).href });
  }
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}

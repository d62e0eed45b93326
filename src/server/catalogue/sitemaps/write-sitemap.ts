import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { parseDate } from '../../../i18n/format.ts';
import type { SitemapEntry, SitemapKind } from './sitemap-entries.ts';

/** Addresses in one file: far below the 50,000 that search engines read, because each brings its translations along. */
export const MOST_IN_ONE = 5000;

/** A sitemap in XML; the picture of an entry is given by `pictureOf`, its address on this site. */
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

/** The index of sitemaps: the files of each kind, by their number of addresses. */
export async function writeSitemapIndex(paths: ReadonlyMap<SitemapKind, number>, siteUrl: string): Promise<string> {
  const stream = new SitemapIndexStream();
  for (const [kind, count] of paths) {
    for (let page = 1; page <= Math.ceil(count / MOST_IN_ONE); page += 1)
      stream.write({ url: new URL(`/sitemap-${kind}-${page}.xml`, siteUrl).href });
  }
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}

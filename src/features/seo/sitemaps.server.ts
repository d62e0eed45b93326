import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import type { Site } from '../../content/site/site.ts';
import { parseDate } from '../../i18n/format.ts';
import { localized } from '../../i18n/languages.ts';
import type { Page } from '../page/page.ts';
import type { Photo } from '../property/listing.ts';

/** One page of the site in all its languages: its paths, the languages in which it has text, its picture. */
interface SitemapEntry {
  paths: Readonly<Record<string, string>>;
  languages: readonly string[];
  changed?: string | undefined;
  photo?: Photo | null | undefined;
}

/** The sitemaps of a site, one per kind of page. */
export const SITEMAP_KINDS = ['homes', 'projects', 'lists', 'pages', 'articles'] as const;
type SitemapKind = (typeof SITEMAP_KINDS)[number];

const latest = (days: readonly string[]) => [...days].sort().at(-1);

/** All pages of a kind that search engines may list; `past` holds the properties whose pages are no longer shown. */
export function sitemapEntries(site: Site, kind: SitemapKind, past: ReadonlySet<number>): SitemapEntry[] {
  const everywhere = (to: (language: string) => string) =>
    Object.fromEntries(site.languages.map((language) => [language, to(language)]));
  const says = (...texts: (Readonly<Record<string, string>> | null | undefined)[]) =>
    site.languages.filter((language) => texts.some((text) => localized(text, language)));
  const listings = site.listings.filter(({ id }) => !past.has(id));

  switch (kind) {
    case 'homes':
      return listings.map((listing) => ({
        paths: everywhere((language) => site.listingPath(listing, language)),
        languages: says(listing.title, listing.excerpt),
        changed: listing.changed,
        photo: listing.photo,
      }));
    case 'projects':
      return site.projects.map((project) => ({
        paths: everywhere((language) => site.projectPath(project, language)),
        languages: says(project.TypeDescription, project.DescriptionA),
        changed: project.LastChangedDate ?? project.CreatedDate,
      }));
    case 'lists':
      return site.goals.flatMap((goal) => {
        const ofGoal = listings.filter((listing) => listing.goal === goal);
        const of = (holds: (listing: (typeof listings)[number]) => boolean) =>
          ofGoal.filter((listing) => !listing.gone && holds(listing));
        const page = site.page({ route: goal === 'sale' ? 'for-sale' : 'for-rent' });
        const { propertyTypes } = site;
        const inTowns = site.towns.flatMap((town) => {
          const inTown = of((listing) => site.townOf(listing)?.key === town.key);
          const ofTypes = propertyTypes.map((type) => ({
            place: [town, type] as const,
            listings: inTown.filter(({ typeKeys }) => typeKeys.includes(type.key)),
          }));
          return [{ place: [town] as const, listings: inTown }, ...ofTypes];
        });
        const lists = [
          ...(page && !isListed(page) ? [] : [{ place: [] as const, listings: ofGoal }]),
          ...inTowns,
          ...propertyTypes.map((type) => ({
            place: [type] as const,
            listings: of((listing) => listing.typeKeys.includes(type.key)),
          })),
        ];
        return lists
          .filter(({ place, listings }) => place.length === 0 || listings.length > 0)
          .map(({ place, listings }) => ({
            paths: everywhere((language) => site.listPath(goal, language, ...place)),
            languages: site.languages,
            changed: latest(listings.map(({ changed }) => changed)),
          }));
      });
    case 'pages':
      return site.pages
        .filter((page) => isListed(page) && !['for-sale', 'for-rent'].includes(page.route ?? ''))
        .flatMap((page) => {
          const paths = Object.fromEntries(
            site.languages.flatMap((language) => {
              const path = site.pagePath(page, language);
              return path ? [[language, path]] : [];
            }),
          );
          return Object.keys(paths).length > 0
            ? [
                {
                  paths,
                  languages: says(page.params.title, page.name),
                  changed: page.modifyDate ?? page.createDate,
                  photo: page.params.image,
                },
              ]
            : [];
        });
    case 'articles':
      return [
        ...site.routes.flatMap((row) => {
          const article = row.type === 'article' ? site.articles.find(({ id }) => id === row.article) : undefined;
          return article
            ? [
                {
                  paths: everywhere((language) => site.paths.ofRow(row, language)),
                  languages: site.languages,
                  changed: article.modifyDate,
                  photo: article.image,
                },
              ]
            : [];
        }),
        // The computation of costs is made on demand.
        ...site.routes
          .filter(({ name }) => name === 'costs')
          .map((row) => ({
            paths: everywhere((language) => site.paths.ofRow(row, language)),
            languages: site.languages,
          })),
        ...site.testimonials.map(({ n, date }) => ({
          paths: everywhere((language) => site.paths.find('testimonials', language, `testimonial-${n}`) ?? ''),
          languages: site.languages,
          changed: date,
        })),
      ];
  }
}

const isListed = (page: Page) => page.status === 'Published' && page.params.isActiveSEO && !page.params.redirect;

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

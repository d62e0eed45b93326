import type { Page } from '../../../domain/content/page.ts';
import type { Photo } from '../../../domain/property/listing.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from '../site/site.ts';

/** One page of the site in all its languages: its paths, the languages in which it has text, its picture. */
export interface SitemapEntry {
  paths: Readonly<Record<string, string>>;
  languages: readonly string[];
  changed?: string | undefined;
  photo?: Photo | null | undefined;
}

/** The sitemaps of a site, one per kind of page. */
export const SITEMAP_KINDS = ['homes', 'projects', 'lists', 'pages', 'articles'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

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
      return (['sale', 'rent'] as const).flatMap((goal) => {
        const ofGoal = listings.filter((listing) => listing.goal === goal);
        const of = (holds: (listing: (typeof listings)[number]) => boolean) =>
          ofGoal.filter((listing) => !listing.gone && holds(listing));
        const page = site.page({ route: goal === 'sale' ? 'for-sale' : 'for-rent' });
        const lists = [
          ...(page && !isListed(page) ? [] : [{ place: undefined, listings: ofGoal }]),
          ...site.towns.map((town) => ({
            place: town,
            listings: of((listing) => site.townOf(listing)?.key === town.key),
          })),
          ...site.propertyTypes.map((type) => ({
            place: type,
            listings: of((listing) => listing.typeKeys.includes(type.key)),
          })),
        ];
        return lists
          .filter(({ place, listings }) => !place || listings.length > 0)
          .map(({ place, listings }) => ({
            paths: everywhere((language) => site.listPath(goal, language, place)),
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
                  paths: everywhere((language) => site.paths.to(row.name, language)),
                  languages: site.languages,
                  changed: article.modifyDate,
                  photo: article.image,
                },
              ]
            : [];
        }),
        ...site.testimonials.map(({ n, date }) => ({
          paths: everywhere((language) => site.paths.to('testimonials', language, `testimonial-${n}`)),
          languages: site.languages,
          changed: date,
        })),
      ];
  }
}

const isListed = (page: Page) => page.status === 'Published' && page.params.isActiveSEO && !page.params.redirect;

import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import type { ContentKindName } from '../../content/fields/content-kind.ts';
import { isListShown, isSellingShown, memberPath, repeatedList, sellingPath } from '../../content/site/paths.ts';
import type { Site } from '../../content/site/site.ts';
import { parseDate } from '../../i18n/format.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import type { Page } from '../page/page.ts';
import type { PropertyType } from '../place/region.ts';
import { closedOn, type Listing, type Photo, photoOf } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';

/** One page of the site in all its languages: its paths, the languages in which it has text, its picture. */
interface SitemapEntry {
  paths: Readonly<Record<string, string>>;
  languages: readonly string[];
  changed?: string | undefined;
  photos?: readonly Photo[] | undefined;
  /** The number of the property, all photographs of which are listed. */
  property?: number;
  /** The content that it shows: its kind, and a text by which the studio finds it. */
  of: { kind: ContentKindName; text: string | Localized };
}

/** The sitemaps of a site, one per kind of page. */
export const SITEMAP_KINDS = ['homes', 'projects', 'lists', 'pages', 'articles'] as const;
type SitemapKind = (typeof SITEMAP_KINDS)[number];

const latest = (days: readonly string[]) => [...days].sort().at(-1);

/** What a sitemap needs besides the site. */
export interface SitemapFacts {
  /** Properties whose pages are no longer shown. */
  past: ReadonlySet<number>;
  /** Properties that left, and when. */
  removed: readonly { listing: Listing; since: string }[];
}

/** Reads what the database says for the sitemaps; nothing without a server. */
export const sitemapFacts = async (
  listings: { hiddenIds: () => Promise<Set<number>>; removed: () => Promise<SitemapFacts['removed']> } | undefined,
): Promise<SitemapFacts> => ({
  past: (await listings?.hiddenIds()) ?? new Set(),
  removed: (await listings?.removed()) ?? [],
});

/** All pages of a kind that search engines may list. */
export function sitemapEntries(site: Site, kind: SitemapKind, facts: SitemapFacts): SitemapEntry[] {
  const hasArchive = site.paths.find('archive', site.defaultLanguage) !== null;
  // What is sold meanwhile keeps its page on a site with an archive.
  const listings = site.listings.filter(({ id }) => hasArchive || !facts.past.has(id));
  switch (kind) {
    case 'homes':
      return [...listings, ...site.archive()].map((listing) => entryOf(site, listing));
    case 'projects':
      return site.projects.map((project) => ({
        paths: everywhere(site, (language) => site.projectPath(project, language)),
        languages: languagesOf(site, project.TypeDescription, project.DescriptionA),
        changed: project.LastChangedDate ?? project.CreatedDate,
        photos: project.XLargePictureItems.flatMap((item) => photoOf(item) ?? []),
        of: { kind: 'projects', text: project.TypeDescription },
      }));
    case 'lists':
      return [
        ...site.goals.flatMap((goal) => {
          const ofGoal = (listing: Listing) => listing.goal === goal;
          return listsOf(site, goal, {
            listings: listings.filter(ofGoal),
            left: [
              ...site.archive().map((listing) => ({ listing, since: closedOn(listing) })),
              ...facts.removed,
            ].filter(({ listing }) => ofGoal(listing)),
          });
        }),
        ...ofOwners(site),
      ];
    case 'pages':
      return pagesOf(site);
    case 'articles':
      return articlesOf(site);
  }
}

/** The page of a property. */
function entryOf(site: Site, listing: Listing): SitemapEntry {
  const languages = languagesOf(site, listing.title, listing.excerpt);
  return {
    // A property without a text in a language is not listed in it.
    paths: everywhere(languages.length > 0 ? { languages } : site, (language) => site.listingPath(listing, language)),
    languages,
    changed: listing.changed,
    property: listing.id,
    of: { kind: 'properties', text: listing.reference },
    photos: [listing.photo].flatMap((photo) => photo ?? []),
  };
}

/** The archive, and the pages for owners in the towns of the working area. */
function ofOwners(site: Site): SitemapEntry[] {
  const archive = {
    paths: everywhere(site, (language) => site.paths.find('archive', language) ?? ''),
    changed: latest(site.allClosed().map(closedOn)),
    of: { kind: 'settings' as const, text: '' },
  };
  const selling = site.towns
    .filter((town) => isSellingShown(site, town))
    .map((town) => ({
      paths: everywhere(site, (language) => sellingPath(site, town, language) ?? ''),
      changed: latest([
        ...site.newest('sale', town).map(({ changed }) => changed),
        ...site.closed('sale', town).map(closedOn),
      ]),
      of: ofTown(town),
    }));
  return [...(site.allClosed().length > 0 ? [archive] : []), ...selling]
    .filter(({ paths }) => Object.values(paths).every(Boolean))
    .map((entry) => ({ ...entry, languages: site.languages }));
}

type Town = Site['towns'][number];

const ofTown = ({ zip }: Pick<Town, 'zip'>) => ({ kind: 'towns' as const, text: zip });

const everywhere = ({ languages }: Pick<Site, 'languages'>, to: (language: string) => string) =>
  Object.fromEntries(languages.map((language) => [language, to(language)]));

/** The languages in which there is one of some texts. */
const languagesOf = ({ languages }: Site, ...texts: (Localized | null | undefined)[]) =>
  languages.filter((language) => texts.some((text) => localized(text, language)));

/**
 * The lists of a goal: of all its listings, of each town and type, and of both together. A list changes with what is in
 * it, and when something leaves it.
 */
function listsOf(
  site: Site,
  goal: Goal,
  { listings, left }: { listings: readonly Listing[]; left: readonly { listing: Listing; since: string }[] },
): SitemapEntry[] {
  const { propertyTypes } = site;
  const towns = site.towns.filter(({ known }) => known[goal]);
  const page = site.page({ route: goal === 'sale' ? 'for-sale' : 'for-rent' });
  const available = listings.filter(({ gone }) => !gone);
  const sold = listings.filter(({ gone }) => gone);
  const leaving = [...left, ...sold.map((listing) => ({ listing, since: closedOn(listing) }))];
  const isIn = (listing: Listing, of: Site['towns'][number] | PropertyType) =>
    'zip' in of ? site.townOf(listing)?.key === of.key : listing.typeKeys.includes(of.key);
  const ofType = (among: readonly Listing[], { key }: PropertyType) =>
    among.filter(({ typeKeys }) => typeKeys.includes(key));
  const inTowns = towns.flatMap((town) => {
    const inTown = available.filter((listing) => site.townOf(listing)?.key === town.key);
    const ofTypes = site.typesWithList(goal, town).map((type) => ({
      place: [town, type] as const,
      listings: ofType(inTown, type),
    }));
    return [...(repeatedList(site, goal, town) ? [] : [{ place: [town] as const, listings: inTown }]), ...ofTypes];
  });
  const lists = [
    ...(page && !isListed(page) ? [] : [{ place: [] as const, listings }]),
    ...inTowns,
    ...propertyTypes
      .filter((type) => repeatedList(site, goal, type) === null)
      .map((type) => ({ place: [type] as const, listings: ofType(available, type) })),
  ];
  return lists
    .filter(({ place: [of, ofType = null], listings: { length: free } }) =>
      of ? isListShown(site, { goal, of, ofType, free }) : true,
    )
    .map(({ place, listings }) => ({
      paths: everywhere(site, (language) => site.listPath(goal, language, ...place)),
      languages: site.languages,
      of: ofList(place),
      changed: latest(
        [...listings.map(({ changed }) => ({ listing: null, since: changed })), ...leaving]
          .filter(({ listing }) => !listing || place.every((one) => isIn(listing, one)))
          .map(({ since }) => since),
      ),
    }));
}

/** What the list of a place shows: the text of a town or a type, or the page of the whole list. */
function ofList([of]: readonly [of?: Town | PropertyType, type?: PropertyType]): SitemapEntry['of'] {
  if (!of) return { kind: 'pages', text: '' };
  return 'zip' in of ? ofTown(of) : { kind: 'types', text: '' };
}

/** The pages that search engines may list, without those of the two lists. */
function pagesOf(site: Site): SitemapEntry[] {
  const listed = site.pages.filter((page) => isListed(page) && !['for-sale', 'for-rent'].includes(page.route ?? ''));
  const entries = listed.map((page) => ({
    paths: Object.fromEntries(
      site.languages.flatMap((language) => {
        const path = site.pagePath(page, language);
        return path ? [[language, path]] : [];
      }),
    ),
    languages: languagesOf(site, page.params.title, page.name),
    changed: page.modifyDate ?? page.createDate,
    photos: [page.params.image].flatMap((photo) => photo ?? []),
    of: { kind: 'pages' as const, text: page.name },
  }));
  return entries.filter(({ paths }) => Object.keys(paths).length > 0);
}

/** The articles, the testimonials and the people, and the computation of costs, which is made on demand. */
function articlesOf(site: Site): SitemapEntry[] {
  const { languages, routes } = site;
  const articles = routes.flatMap((row) => {
    const article = row.type === 'article' ? site.articles.find(({ id }) => id === row.article) : undefined;
    if (!article) return [];
    const { modifyDate: changed, image } = article;
    const paths = everywhere(site, (language) => site.paths.ofRow(row, language));
    const of = { kind: 'articles' as const, text: article.title };
    return [{ paths, languages, changed, photos: [image].flatMap((photo) => photo ?? []), of }];
  });
  const costs = routes
    .filter(({ name }) => name === 'costs')
    .map((row) => ({
      paths: everywhere(site, (language) => site.paths.ofRow(row, language)),
      languages,
      of: { kind: 'settings' as const, text: '' },
    }));
  const testimonials = site.testimonials.map(({ n, date, name }) => ({
    paths: everywhere(site, (language) => site.paths.find('testimonials', language, `testimonial-${n}`) ?? ''),
    languages,
    changed: date,
    of: { kind: 'testimonials' as const, text: name },
  }));
  const people = site.members.map((member) => ({
    paths: everywhere(site, (language) => memberPath(site, member, language) ?? ''),
    languages,
    photos: [member.image].flatMap((photo) => photo ?? []),
    of: { kind: 'team' as const, text: member.name },
  }));
  return [...articles, ...costs, ...testimonials, ...people.filter(({ paths }) => Object.values(paths).every(Boolean))];
}

const isListed = (page: Page) => page.status === 'Published' && page.params.isActiveSEO && !page.params.redirect;

/** URLs in one file: far below the limit of 50,000 of search engines, because each URL includes its translations. */
const MOST_IN_ONE = 5000;

/** The entries of a kind in files; all languages of an entry are in one file. */
export function sitemapFiles(
  entries: readonly SitemapEntry[],
  { languages }: Pick<Site, 'languages'>,
): SitemapEntry[][] {
  const perFile = Math.floor(MOST_IN_ONE / languages.length);
  return Array.from({ length: Math.ceil(entries.length / perFile) }, (_, at) =>
    entries.slice(at * perFile, (at + 1) * perFile),
  );
}

/** Writes a sitemap as XML; `pictureOf` returns the path of a picture, `photosOf` what a property has of them. */
export async function writeSitemap(
  entries: readonly SitemapEntry[],
  site: {
    siteUrl: string;
    defaultLanguage: string;
    pictureOf: (photo: Photo) => string;
    photosOf: (property: number) => readonly Photo[] | undefined;
  },
): Promise<string> {
  const absolute = (path: string) => new URL(path, site.siteUrl).href;
  const stream = new SitemapStream({
    hostname: site.siteUrl,
    xmlns: { news: false, video: false, xhtml: true, image: true },
  });
  for (const { paths, languages, changed, property, photos: own = [] } of entries) {
    const photos = (property !== undefined && site.photosOf(property)) || own;
    const day = parseDate(changed)?.toISOString();
    const translations = languages.flatMap((lang) => (paths[lang] ? [{ lang, url: absolute(paths[lang]) }] : []));
    const fallback = paths[site.defaultLanguage];
    for (const [language, path] of Object.entries(paths)) {
      const isTranslated = translations.length > 1 && languages.includes(language);
      stream.write({
        url: absolute(path),
        ...(day && { lastmod: day, lastmodrealtime: true }),
        ...(photos.length > 0 && { img: photos.map((photo) => ({ url: absolute(site.pictureOf(photo)) })) }),
        ...(isTranslated && {
          links: [...translations, ...(fallback ? [{ lang: 'x-default', url: absolute(fallback) }] : [])],
        }),
      });
    }
  }
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}

/** Writes the index of sitemaps: the files of each kind, by their number. */
export async function writeSitemapIndex(files: ReadonlyMap<SitemapKind, number>, siteUrl: string): Promise<string> {
  const stream = new SitemapIndexStream();
  for (const [kind, count] of files) {
    for (let page = 1; page <= count; page += 1)
      stream.write({ url: new URL(`/sitemap-${kind}-${page}.xml`, siteUrl).href });
  }
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}

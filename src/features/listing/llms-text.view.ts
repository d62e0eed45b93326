import { repeatedList } from '../../content/site/paths.ts';
import { listRoute, type MenuEntry, type Site } from '../../content/site/site.ts';
import { labelled, type Translate } from '../../i18n/label-key.ts';
import { languageName, localized } from '../../i18n/languages.ts';
import { formatPhone } from '../../platform/text/contact-details.ts';
import { propertyResult } from '../seo/search-result.view.ts';
import { MOST_IN_FEED } from './listing-feed.server.ts';

/** Routes that are listed whether the menu has them or not. */
const ROUTES = ['for-sale', 'for-rent', 'projects', 'archive', 'contact', 'contact-demand', 'costs', 'legal-notices'];

/** What the overview is made of. */
interface OverviewFacts {
  site: Site;
  siteUrl: string;
  /** IDs of properties whose pages are no longer shown. */
  past: ReadonlySet<number>;
  labelsIn(language: string): Translate;
}

/** A link with a remark, as llmstxt.org writes it. */
interface Link {
  path: string;
  name: string;
  remark?: string;
}

/**
 * An overview of the site for language models (llmstxt.org): the agency, and for each language its lists, feeds and
 * pages, named as the content names them, and the newest properties with the facts that search engines show.
 */
export function llmsText(facts: OverviewFacts): string {
  const { site, labelsIn } = facts;
  const { agency } = site.settings.site;
  const tagline = localized(agency.tagline, site.defaultLanguage);
  const about = aboutAgency(site, labelsIn(site.defaultLanguage));
  const sections = site.languages.map((language) => sectionOf(facts, language));
  const head = [`# ${plain(agency.name)}`, ...(tagline ? [`> ${plain(tagline)}`] : [])];
  return `${[...head, about, ...sections].join('\n\n')}\n`;
}

/** Where the agency is, and how it is reached. */
function aboutAgency({ settings, defaultLanguage }: Site, t: Translate): string {
  const { legalName, street, zip, city, phone, email, bivNumber } = settings.site.agency;
  const line = (name: string, value: string | undefined) =>
    value ? [`- ${labelled(name, plain(value), defaultLanguage)}`] : [];
  return [
    `- ${plain(legalName)}`,
    ...line(t('ADDRESS'), `${street}, ${zip} ${localized(city, defaultLanguage)}`),
    ...line(t('PHONE'), formatPhone(phone, settings.site)),
    ...line(t('EMAIL'), email),
    ...(bivNumber ? [`- ${plain(t('BIV_NUMBER', { number: bivNumber }))}`] : []),
  ].join('\n');
}

function sectionOf({ site, siteUrl, past, labelsIn }: OverviewFacts, language: string): string {
  const t = labelsIn(language);
  const links = new Map<string, string>();
  for (const { path, name, remark } of [
    ...pagesOf(site, language),
    ...listsOfTowns(site, language, t),
    ...newestOf(site, language, t, past),
  ]) {
    const url = new URL(path, siteUrl).href;
    if (name && !links.has(url)) links.set(url, `[${plain(name)}](${url})${remark ? `: ${plain(remark)}` : ''}`);
  }
  return [`## ${languageName(language)}`, '', ...[...links.values()].map((link) => `- ${link}`)].join('\n');
}

/** The pages of some routes, the feeds of the lists, and the pages of the menu. */
function pagesOf(site: Site, language: string): Link[] {
  const named = ROUTES.flatMap((route) => {
    const row = site.routes.find(({ name }) => name === route);
    const name = localized(row?.breadcrumb?.name, language);
    return row && name ? [{ route, name, path: site.paths.ofRow(row, language) }] : [];
  });
  const lists = site.goals.map(listRoute);
  const feeds = named
    .filter(({ route }) => lists.some((list) => list === route))
    .map(({ path, name }) => ({ path: `${path}feed.json`, name: `${name}, JSON Feed` }));
  const below = ({ label, href, external, children }: MenuEntry): Link[] => [
    ...(!external && href.startsWith('/') ? [{ path: href, name: label }] : []),
    ...children.flatMap(below),
  ];
  return [...named, ...feeds, ...site.menu(language).flatMap(below)];
}

/** The lists of the towns with something on offer, with the number of properties. */
const listsOfTowns = (site: Site, language: string, t: Translate): Link[] =>
  site.goals.flatMap((goal) =>
    site.towns
      .filter((town) => town[goal] > 0 && repeatedList(site, goal, town) === null)
      .map((town) => ({
        path: site.listPath(goal, language, town),
        name: t(goal === 'sale' ? 'FOR_SALE_IN' : 'FOR_RENT_IN', { town: localized(town.name, language) }),
        remark: t('PROPERTIES_COUNT', { count: town[goal] }),
      })),
  );

/** The newest properties on offer of each goal, as many as in a feed. */
const newestOf = (site: Site, language: string, t: Translate, past: ReadonlySet<number>): Link[] =>
  site.goals.flatMap((goal) =>
    site
      .newest(goal)
      .filter(({ id, gone }) => !gone && !past.has(id))
      .slice(0, MOST_IN_FEED)
      .map((listing) => {
        const { title, description } = propertyResult(listing, site, language, t);
        return { path: site.listingPath(listing, language), name: title, remark: description };
      }),
  );

/** A text without the characters that end a line or a link in Markdown. */
const plain = (text: string): string => text.replace(/[[\]()<>\s]+/g, ' ').trim();

import { present } from '../../platform/values/values.ts';
import needed from './needed-rows.json' with { type: 'json' };
import type { RouteRow } from './page.ts';

/** The component below src/features/ of each row of the route map that is not an ordinary page or article. */
export const OWN_TEMPLATES: Readonly<Record<string, string>> = {
  home: 'page/site/Homepage',
  'for-sale': 'listing/site/PropertyList',
  'for-rent': 'listing/site/PropertyList',
  archive: 'listing/site/Archive',
  projects: 'project/site/ProjectList',
  search: 'search/site/SearchResults',
  shortlist: 'shortlist/site/Shortlist',
  compare: 'shortlist/site/Compare',
  costs: 'costs/site/Costs',
  statistics: 'owner/portal/PropertyStatistics',
  login: 'owner/portal/Login',
  'login-password': 'owner/portal/LoginPassword',
  'login-link': 'owner/portal/LoginLink',
  owner: 'owner/portal/OwnerOverview',
  'owner-viewings': 'owner/portal/OwnerEntries',
  'owner-communications': 'owner/portal/OwnerEntries',
  'owner-media': 'owner/portal/OwnerEntries',
  'owner-appearances': 'owner/portal/OwnerEntries',
  'owner-offers': 'owner/portal/OwnerBids',
  'owner-statistics': 'owner/portal/OwnerStatistics',
  'owner-documents': 'owner/portal/OwnerDocuments',
  'owner-advert': 'owner/portal/OwnerAdvert',
  'owner-account': 'owner/portal/OwnerAccount',
  'viewing-feedback': 'owner/portal/ViewingFeedback',
};

/** Whether a row of the route map shows a page of menu/ and cannot be built without it. */
export const needsPage = ({ name, type, form }: { name: string; type: string; form?: string | undefined }): boolean =>
  type === 'page' && !form && (name === 'projects' || !Object.hasOwn(OWN_TEMPLATES, name));

/** What Astro builds from a row of the route map: a path in each enabled language, and the kind of page. */
export interface BundledRoute {
  name: string;
  type: string;
  isForm: boolean;
  /** By language. */
  paths: Readonly<Record<string, string>>;
}

/** The part of a row of routes.json that is bundled; everything else is read with each version, as texts are. */
export const bundledRoute = (
  { name, type, form, paths }: { name: string; type: string; form?: string; paths: Record<string, string> },
  languages: readonly string[],
): BundledRoute => ({
  name,
  type,
  isForm: Boolean(form),
  paths: Object.fromEntries(languages.map((language) => [language, paths[language] ?? ''])),
});

/** The rows that every site has: one that routes.json lacks is taken from needed-rows.json, with its usual path. */
export type NeededRow =
  | 'home'
  | 'contact'
  | 'search'
  | 'shortlist'
  | 'privacy-statement'
  | 'cookie-policy'
  | 'login'
  | 'login-password'
  | 'login-link'
  | 'owner'
  | 'owner-viewings'
  | 'owner-offers'
  | 'owner-communications'
  | 'owner-media'
  | 'owner-appearances'
  | 'owner-statistics'
  | 'owner-documents'
  | 'owner-advert'
  | 'owner-account'
  | 'viewing-feedback';

const ROWS = needed as NeededRowData[];
const THANKS = 'thank-you-{form}';

/** The row of the thank-you page of a form. */
function thanksOf(form: string): NeededRowData {
  const row = present(
    ROWS.find(({ name }) => name === THANKS),
    THANKS,
  );
  const named = (text: string) => text.replaceAll('{form}', () => form);
  const paths = Object.fromEntries(Object.entries(row.paths).map(([language, path]) => [language, named(path)]));
  return { ...row, name: named(row.name), path: named(row.path), paths };
}

/**
 * The rows of routes.json and those that it lacks: rows that every site needs, and the thank-you page of each form that
 * has a row. A language that the program does not know gets the English path.
 */
export function withNeededRows<Row extends NeededRowData>(
  rows: readonly Row[],
  languages: readonly string[],
): (Row | NeededRowData)[] {
  const names = new Set(rows.map(({ name }) => name));
  const usual = ROWS.filter(({ name }) => name !== THANKS && !names.has(name));
  const forms = new Set([...rows, ...usual].flatMap(({ form }) => form ?? []));
  const missing = [...usual, ...[...forms].map(thanksOf)].filter(({ name }) => !names.has(name));
  const known = ({ paths }: NeededRowData) =>
    Object.fromEntries(languages.map((language) => [language, paths[language] ?? paths.en ?? '']));
  return [...rows, ...missing.map((row) => ({ ...row, paths: known(row) }))];
}
type NeededRowData = Pick<RouteRow, 'name' | 'path' | 'breadcrumb' | 'type' | 'article' | 'form' | 'paths'>;

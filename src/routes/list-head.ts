import type { Town } from '../domain/listings/town.ts';
import type { PropertyType } from '../domain/places/place.ts';
import type { Goal } from '../domain/property/goal.ts';
import type { LabelKey, Translate } from '../i18n/label-key.ts';
import { localized } from '../i18n/localized.ts';
import { listRoute, type Site } from '../server/catalogue/site/site.ts';

/** Title, description and breadcrumb of a list of properties. */
export function listTitles({
  site,
  language,
  t,
  goal,
  of,
  count,
}: {
  site: Site;
  language: string;
  t: Translate;
  goal: Goal;
  of: Town | PropertyType | null;
  count: number;
}) {
  const name = localized(site.routes.find((row) => row.name === listRoute(goal))?.breadcrumb?.name, language);
  const what = of ? localized('NamePlural' in of ? of.NamePlural : of.name, language) : '';
  const title = !of
    ? name
    : 'NamePlural' in of
      ? t(goal === 'sale' ? 'TYPE_FOR_SALE' : 'TYPE_FOR_RENT', { type: what })
      : t(goal === 'sale' ? 'FOR_SALE_IN' : 'FOR_RENT_IN', { town: what });
  const description = t(goal === 'sale' ? 'LIST_DESCRIPTION_SALE' : 'LIST_DESCRIPTION_RENT', {
    title,
    count,
    agency: site.settings.site.agency.name,
  });
  const trail = [
    { name: t('HOME'), href: site.paths.to('home', language) },
    { name, href: site.listPath(goal, language) },
    ...(of ? [{ name: what }] : []),
  ];
  return { title, description, trail };
}

/** The path of a list in every language, with its query string. */
export function listPaths(
  site: Site,
  goal: Goal,
  of: Town | PropertyType | null,
  search: string,
): Record<string, string> {
  return Object.fromEntries(
    site.languages.map((language) => [language, `${site.listPath(goal, language, of ?? undefined)}${search}`]),
  );
}

/**
 * The URL of a page of a list.
 * @example withPage('/nl/te-koop/', '?type=1&page=2', 3) // '/nl/te-koop/?type=1&page=3'
 */
export function withPage(requestPath: string, search: string, page: number): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text ? `${requestPath}?${text}` : requestPath;
}

/** The URL of a list without some of its filters. */
export function withoutKeys(requestPath: string, search: string, keys: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  const text = query.toString();
  return text ? `${requestPath}?${text}` : requestPath;
}

const RELAX_LABELS: Readonly<Record<string, LabelKey>> = {
  maxPrice: 'RELAX_MAX_PRICE',
  minPrice: 'RELAX_MIN_PRICE',
  bedrooms: 'RELAX_BEDROOMS',
  minSurface: 'RELAX_SURFACE',
  epc: 'RELAX_EPC',
  type: 'RELAX_TYPE',
  garden: 'RELAX_GARDEN',
  terrace: 'RELAX_TERRACE',
  parking: 'RELAX_PARKING',
  city: 'RELAX_CITY',
};

/** The label that offers to drop a filter. */
export const relaxLabel = (keys: readonly string[]): LabelKey => RELAX_LABELS[keys[0] ?? ''] ?? 'RELAX_CITY';

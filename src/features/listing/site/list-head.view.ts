import { listRoute, type Site } from '../../../content/site/site.ts';
import { formatEuro } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { localized } from '../../../i18n/localized.ts';
import type { PropertyType } from '../../place/place.ts';
import type { Goal } from '../../property/goal.ts';
import type { Listing } from '../../property/listing.ts';
import { priceRangeOf } from '../../property/price.ts';
import type { ListingQuery } from '../listing-query.ts';
import type { Town } from '../town.ts';
import { knownCityName } from './list-criteria.view.ts';

/** Title, description and breadcrumb of a list of properties. */
export function listTitles({
  site,
  language,
  t,
  goal,
  of,
  ofType = null,
  count,
}: {
  site: Site;
  language: string;
  t: Translate;
  goal: Goal;
  /** The one town or type of the list, or the query of a filtered one. */
  of: Town | PropertyType | ListingQuery | null;
  /** The one type of the list of a town. */
  ofType?: PropertyType | null;
  count: number;
}) {
  const name = localized(site.routes.find((row) => row.name === listRoute(goal))?.breadcrumb?.name, language);
  const subject = subjectOf(of, site, language);
  const { town, type } = ofType ? { ...subject, type: localized(ofType.NamePlural, language) } : subject;
  const title =
    town && type
      ? t(goal === 'sale' ? 'TYPE_FOR_SALE_IN' : 'TYPE_FOR_RENT_IN', { type, town })
      : type
        ? t(goal === 'sale' ? 'TYPE_FOR_SALE' : 'TYPE_FOR_RENT', { type })
        : town
          ? t(goal === 'sale' ? 'FOR_SALE_IN' : 'FOR_RENT_IN', { town })
          : name;
  const description =
    count === 0
      ? undefined
      : t(goal === 'sale' ? 'LIST_DESCRIPTION_SALE' : 'LIST_DESCRIPTION_RENT', {
          title,
          properties: t('PROPERTIES_COUNT', { count }),
          agency: site.settings.site.agency.name,
        });
  const trail = [
    { name: t('HOME'), href: site.paths.to('home', language) },
    { name, href: site.listPath(goal, language) },
    ...(ofType && of && 'zip' in of ? [{ name: town, href: site.listPath(goal, language, of) }] : []),
    ...(town || type ? [{ name: ofType ? type : [type, town].filter(Boolean).join(', ') }] : []),
  ];
  return { title, description, trail };
}

/**
 * The title of a filtered list in the tab and history of a browser: how many properties, and which filters.
 * @example filteredTitle('Te koop in Meise', [{ text: 'Meise' }, { text: 'Prijs tot € 400.000' }], '11 panden')
 * // '11 panden: Te koop in Meise, Prijs tot € 400.000'
 */
export const filteredTitle = (title: string, criteria: readonly { text: string }[], count: string): string =>
  `${count}: ${[title, ...criteria.map(({ text }) => text).filter((text) => !title.includes(text))].join(', ')}`;

/** The town and the type that a list is about, in words; empty when it is about several or none. */
function subjectOf(of: Town | PropertyType | ListingQuery | null, site: Site, language: string) {
  if (!of) return { town: '', type: '' };
  if ('NamePlural' in of) return { town: '', type: localized(of.NamePlural, language) };
  if ('zip' in of) return { town: localized(of.name, language), type: '' };
  const [place, ...places] = of.cities;
  const [key, ...keys] = of.typeKeys;
  const type = keys.length === 0 ? site.propertyTypes.find((one) => one.key === key) : undefined;
  return {
    town:
      place && places.length === 0 && of.regions.length === 0 && of.within === null && of.travel === null
        ? knownCityName({ site, language }, place)
        : '',
    type: localized(type?.NamePlural, language),
  };
}

/** What is available today, with its lowest and highest price; null without a public price. */
export function stockInWords(
  listings: readonly Listing[],
  { goal, language, t, free }: { goal: Goal; language: string; t: Translate; free: number },
): string | null {
  const range = priceRangeOf(listings);
  if (!range) return null;
  const [low, high] = [formatEuro(range.low, language), formatEuro(range.high, language)];
  return low === high
    ? t(goal === 'sale' ? 'STOCK_SALE_AT' : 'STOCK_RENT_AT', { count: free, price: low })
    : t(goal === 'sale' ? 'STOCK_SALE_FROM_TO' : 'STOCK_RENT_FROM_TO', { count: free, low, high });
}

/** The path of a list in every language, with its query string. */
export function listPaths(
  site: Site,
  goal: Goal,
  of: readonly [of?: Town | PropertyType, type?: PropertyType],
  search: string,
): Record<string, string> {
  return Object.fromEntries(
    site.languages.map((language) => [language, `${site.listPath(goal, language, ...of)}${search}`]),
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

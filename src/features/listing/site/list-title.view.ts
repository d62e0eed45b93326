import { listRoute, type Site } from '../../../content/site/site.ts';
import { nounWithinLine } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { localized } from '../../../i18n/languages.ts';
import type { PropertyType } from '../../place/region.ts';
import type { Goal } from '../../property/property-state.ts';
import { fits } from '../../seo/search-result.view.ts';
import type { ListingQuery } from '../listing-query.ts';
import type { Town } from '../town.ts';
import { knownCityName, type ListContext } from './list.view.ts';

/** Title, description and breadcrumb of a list of properties. */
export function listTitles({
  site,
  language,
  t,
  goal,
  of,
  ofType = null,
  stock,
  result,
}: {
  site: Site;
  language: string;
  t: Translate;
  goal: Goal;
  /** The one town or type of the list, or the query of a filtered one. */
  of: Town | PropertyType | ListingQuery | null;
  /** The one type of the list of a town. */
  ofType?: PropertyType | null;
  /** What is available, in one sentence; null for nothing. */
  stock: string | null;
  /** The title as a search engine shows it, where the list has one. */
  result?: string | undefined;
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
  const { name: agency } = site.settings.site.agency;
  const description = stock === null ? undefined : t('LIST_DESCRIPTION', { title: result ?? title, agency, stock });
  const trail = [
    { name: t('HOME'), href: site.paths.to('home', language) },
    { name, href: site.listPath(goal, language) },
    ...(ofType && of && 'zip' in of ? [{ name: town, href: site.listPath(goal, language, of) }] : []),
    ...(town || type ? [{ name: ofType ? type : [type, town].filter(Boolean).join(', ') }] : []),
  ];
  return { title, description, trail };
}

const MOST_NAMED = 3;

type Words = Pick<ListContext, 'language' | 't'>;

/** The first places in words; where there are more, with what is around them. */
export function placesInWords(names: readonly string[], { language, t }: Words, most = MOST_NAMED): string {
  const named = names.slice(0, most);
  if (named.length === names.length) return new Intl.ListFormat(language).format(named);
  return t('PLACES_AROUND', { places: named.join(', ') });
}

/** A title with the names of the first places, as many as fit; `written` makes the title of them. */
export function titleNaming(names: readonly string[], words: Words, written: (names: string) => string): string | null {
  for (let most = Math.min(MOST_NAMED, names.length); most > 0; most -= 1) {
    const title = written(placesInWords(names, words, most));
    if (fits(title)) return title;
  }
  return null;
}

const rankOf = (thing: Town | PropertyType) => ('zip' in thing ? thing.rank : null) ?? Number.MAX_VALUE;

/** The towns or types of which there are some: towns of the working area in their order, then those with most. */
export const mostFirst = <Thing extends Town | PropertyType>(
  things: readonly Thing[],
  countOf: (thing: Thing) => number | undefined,
): Thing[] =>
  things
    .map((thing) => ({ thing, count: countOf(thing) ?? 0, rank: rankOf(thing) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => (one.rank === other.rank ? other.count - one.count : one.rank - other.rank))
    .map(({ thing }) => thing);

/**
 * The title of the list of a town or a type as a search engine shows it: what there is, and where.
 * @example 'Huizen en appartementen te koop in 1850 Grimbergen'
 */
export function listResultTitle(
  { site, language, t }: ListContext,
  {
    goal,
    of,
    ofType,
  }: {
    goal: Goal;
    of: Town | PropertyType;
    ofType: PropertyType | null;
  },
): string {
  const label = goal === 'sale' ? 'TYPE_FOR_SALE_IN' : 'TYPE_FOR_RENT_IN';
  const nameOf = (type: PropertyType) => localized(type.NamePlural, language);
  if ('NamePlural' in of) {
    const counts = site.availableByTown(goal, of);
    const towns = mostFirst(site.towns, ({ key }) => counts.get(key)).map(({ name }) => localized(name, language));
    const type = nameOf(of);
    return (
      titleNaming(towns, { language, t }, (town) => t(label, { type, town })) ??
      t(goal === 'sale' ? 'TYPE_FOR_SALE' : 'TYPE_FOR_RENT', { type })
    );
  }
  const town = [of.zip, localized(of.name, language)].filter(Boolean).join(' ');
  const types = mostFirst(site.propertyTypes, (type) => site.availableByTown(goal, type).get(of.key));
  const names = (ofType ? [ofType] : types).map((type, at) => {
    const name = nameOf(type);
    return at === 0 ? name : nounWithinLine(name, language);
  });
  const whole = t(label, { type: t('REAL_ESTATE'), town });
  // A title that names some of the kinds would hide the others.
  const all = t(label, { type: new Intl.ListFormat(language).format(names), town });
  return names.length > 0 && names.length <= MOST_NAMED && fits(all) ? all : whole;
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

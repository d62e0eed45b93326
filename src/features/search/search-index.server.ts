import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { placeWords } from '../place/address.ts';
import { type Photo, titleOf } from '../property/listing.ts';
import { priceWords } from '../property/words.server.ts';
import type { PropertyHit, SearchIndex, SearchPlace } from './search-index.ts';

/**
 * The search index of a site in one language, without properties when there are more than `indexMaxProperties`;
 * `thumbOf` returns the URL of a small picture.
 */
export function searchIndexOf(site: Site, language: string, thumbOf: (photo: Photo) => string): SearchIndex {
  const lists = (
    counts: { sale: number; rent: number },
    of: Parameters<Site['listPath']>[2],
  ): Pick<SearchPlace, 'sale' | 'rent'> => ({
    sale: [counts.sale > 0 ? site.listPath('sale', language, of) : '', counts.sale],
    rent: [counts.rent > 0 ? site.listPath('rent', language, of) : '', counts.rent],
  });
  return {
    types: [...site.propertyTypes]
      .sort((a, b) => a.ShowOrder - b.ShowOrder)
      .map((type) => ({
        name: localized(type.NamePlural, language),
        ...lists(site.counts.byType.get(type.key) ?? { sale: 0, rent: 0 }, type),
      })),
    towns: site.towns.map((town) => {
      const name = localized(town.name, language);
      return {
        name,
        zip: town.zip,
        also: [...new Set(Object.values(town.name))].filter((one) => one !== name).join(' '),
        ...lists(town, town),
      };
    }),
    properties:
      site.listings.length > site.settings.homepage.search.indexMaxProperties
        ? null
        : propertyHitsOf(site, language, thumbOf),
  };
}

/** The listings of a site as the search box shows them, in one language. */
export function propertyHitsOf(site: Site, language: string, thumbOf: (photo: Photo) => string): PropertyHit[] {
  const t = labelsIn(language);
  return site.listings
    .filter(({ gone }) => !gone)
    .map((listing) => ({
      id: listing.id,
      reference: listing.reference,
      title: titleOf(listing, language),
      facts: `${priceWords(listing, language, t)}, ${placeWords(listing, language)}`,
      text: excerpt(localized(listing.excerpt, language), site.settings.site.searchDescriptionLimit),
      href: site.listingPath(listing, language),
      thumb: listing.photo && thumbOf(listing.photo),
    }));
}

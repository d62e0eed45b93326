import type { RealEstateListing } from 'schema-dts';
import { EURO } from '../../i18n/format.ts';
import { localized } from '../../i18n/localized.ts';
import { countryCode } from '../place/country.ts';
import type { Listing } from '../property/listing.ts';
import type { Project } from '../property/project.ts';

/** A new-build project as an offer of all its available properties. */
export function projectOf(facts: {
  project: Project;
  units: readonly Listing[];
  language: string;
  url: string;
  title: string;
  image: string | null;
}): RealEstateListing {
  const { project, units, language, url, title, image } = facts;
  const free = units.filter(({ gone }) => !gone);
  const prices = free.flatMap(({ price }) => (price === null ? [] : [price]));
  return {
    '@type': 'RealEstateListing',
    url,
    name: title,
    datePosted: project.CreatedDate.slice(0, 10),
    ...(image && { image }),
    ...(prices.length > 0 && {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: EURO,
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        offerCount: free.length,
      },
    }),
    about: {
      '@type': 'ApartmentComplex',
      name: title,
      address: {
        '@type': 'PostalAddress',
        ...(project.PublicAddress &&
          project.Street && { streetAddress: [project.Street, project.HouseNumber].filter(Boolean).join(' ') }),
        postalCode: project.Zip,
        addressLocality: localized(project.City, language),
        addressCountry: countryCode(project.CountryID),
      },
    },
  };
}

import type { RealEstateAgent } from 'schema-dts';
import { localized } from '../../i18n/localized.ts';
import type { SiteSettings } from '../settings/settings.ts';

const COUNTRY = 'BE';

/** The agency, with the facts that search engines show next to its name. */
export function agencyOf(
  agency: SiteSettings['agency'],
  language: string,
  url: string,
  image?: string,
): RealEstateAgent {
  return {
    '@type': 'RealEstateAgent',
    '@id': `${new URL('/', url).href}#agency`,
    name: agency.name,
    legalName: agency.legalName,
    url,
    ...(image && { image }),
    telephone: `+32${agency.phone.replace(/^0/, '')}`,
    email: agency.email,
    vatID: agency.vatNumber.replace(/[\s.]/g, ''),
    ...(agency.founded && { foundingDate: String(agency.founded) }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: agency.street,
      postalCode: agency.zip,
      addressLocality: localized(agency.city, language),
      addressCountry: COUNTRY,
    },
    geo: { '@type': 'GeoCoordinates', latitude: agency.latitude, longitude: agency.longitude },
    openingHoursSpecification: agency.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    })),
  };
}

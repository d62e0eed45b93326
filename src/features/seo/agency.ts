import type { RealEstateAgent } from 'schema-dts';
import { localized } from '../../i18n/localized.ts';
import { phoneLink } from '../../platform/text/contact-details.ts';
import type { Office } from '../agency/office-settings.ts';
import type { SiteSettings } from '../agency/site-settings.ts';

const COUNTRY = 'BE';

/** What an agency and an office have in common. */
type Reachable = Pick<
  Office,
  'street' | 'zip' | 'city' | 'latitude' | 'longitude' | 'phone' | 'email' | 'openingHours'
>;

/**
 * The agency, with the facts that search engines show next to its name; each office of an agency that has several is
 * one more.
 */
export function agencyOf(
  { site: { agency }, offices: { offices } }: { site: SiteSettings; offices: { offices: readonly Office[] } },
  language: string,
  url: string,
  image?: string,
): RealEstateAgent[] {
  const id = `${new URL('/', url).href}#agency`;
  return [
    {
      '@type': 'RealEstateAgent',
      '@id': id,
      name: agency.name,
      legalName: agency.legalName,
      url,
      ...(image && { image }),
      ...(agency.vatNumber && { vatID: agency.vatNumber.replace(/[\s.]/g, '') }),
      ...(agency.founded && { foundingDate: String(agency.founded) }),
      ...whereabouts(agency, language),
    },
    ...offices.map(
      (office): RealEstateAgent => ({
        '@type': 'RealEstateAgent',
        '@id': `${new URL('/', url).href}#office-${office.id}`,
        name: `${agency.name} ${localized(office.name, language)}`,
        url,
        parentOrganization: { '@id': id },
        ...whereabouts(office, language),
      }),
    ),
  ];
}

const whereabouts = (
  { phone, email, street, zip, city, latitude, longitude, openingHours }: Reachable,
  language: string,
) => ({
  telephone: phoneLink(phone).replace('tel:', ''),
  email,
  address: {
    '@type': 'PostalAddress' as const,
    streetAddress: street,
    postalCode: zip,
    addressLocality: localized(city, language),
    addressCountry: COUNTRY,
  },
  geo: { '@type': 'GeoCoordinates' as const, latitude, longitude },
  openingHoursSpecification: openingHours.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: days,
    opens,
    closes,
  })),
});

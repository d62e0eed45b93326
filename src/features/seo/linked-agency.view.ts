import type { Person, RealEstateAgent, SearchAction, WebSite, WithActionConstraints } from 'schema-dts';
import type { Site } from '../../content/site/site.ts';
import { localized } from '../../i18n/languages.ts';
import { phoneLink } from '../../platform/text/contact-details.ts';
import { mediaUrl } from '../../ui/media-url.ts';
import type { Office, SiteSettings } from '../agency/settings.ts';
import type { Member } from '../page/article.ts';
import type { AgencyReference } from './linked-data.ts';

/** The site itself, with its search; search engines show its name above the results. */
export function webSiteOf(
  { agency }: Pick<SiteSettings, 'agency'>,
  { language, url, search }: { language: string; url: string; search: string | null },
): WebSite {
  const action: WithActionConstraints<SearchAction> | null = search
    ? { '@type': 'SearchAction', target: `${search}?q={q}`, 'query-input': 'required name=q' }
    : null;
  return {
    '@type': 'WebSite',
    '@id': `${url}#site`,
    name: agency.name,
    url,
    inLanguage: language,
    publisher: { '@id': idOf(url) },
    ...(action && { potentialAction: action }),
  };
}

const COUNTRY = 'BE';

/**
 * The agency as the one behind an offer, a text or a service; `url` is its homepage, which says where it is. The
 * address is not repeated, because a property page must arrive in one round trip.
 */
export const agencyReferenceOf = ({ agency }: Pick<SiteSettings, 'agency'>, url: string): AgencyReference => ({
  '@type': 'RealEstateAgent',
  '@id': idOf(url),
  name: agency.name,
  url,
});

const idOf = (url: string) => `${new URL('/', url).href}#agency`;

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
  { settings, towns }: Pick<Site, 'settings' | 'towns'>,
  language: string,
  url: string,
): RealEstateAgent[] {
  const {
    site: { agency },
    offices: { offices },
  } = settings;
  const absolute = (photo: { src: string; v?: string | undefined } | undefined) =>
    photo && new URL(mediaUrl(photo, { width: 1360, format: 'jpeg' }), url).href;
  const area = areaOf(towns).map(({ name }) => localized(name, language));
  const image = absolute(agency.socialImage);
  const logo = absolute(agency.logo);
  const id = idOf(url);
  return [
    {
      '@type': 'RealEstateAgent',
      '@id': id,
      name: agency.name,
      legalName: agency.legalName,
      url,
      ...(image && { image }),
      ...(logo && { logo }),
      ...(agency.bivNumber && {
        identifier: { '@type': 'PropertyValue' as const, name: 'BIV/IPI', value: agency.bivNumber },
      }),
      ...(area.length > 0 && { areaServed: area }),
      ...(agency.profiles && { sameAs: agency.profiles }),
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

/** A person of the team. */
export const personOf = (
  { name, role, phone, languages, bivNumber }: Member,
  { language, url, image }: { language: string; url: string; image: string | undefined },
): Person => ({
  '@type': 'Person',
  '@id': `${url}#person`,
  name,
  url,
  jobTitle: localized(role, language),
  worksFor: { '@id': idOf(url) },
  ...(phone && { telephone: phoneLink(phone).replace('tel:', '') }),
  ...(image && { image }),
  ...(languages.length > 0 && { knowsLanguage: languages }),
  ...(bivNumber && { identifier: { '@type': 'PropertyValue', name: 'BIV/IPI', value: bivNumber } }),
});

const MOST_TOWNS = 12;

/** The towns of the working area, the most important ones first; without one those with most on offer. */
const areaOf = (towns: Site['towns']) => {
  const ranked = towns.filter(({ rank }) => rank !== null).sort((one, other) => Number(one.rank) - Number(other.rank));
  return ranked.length > 0 ? ranked.slice(0, MOST_TOWNS) : busiestOf(towns);
};

const busiestOf = (towns: Site['towns']) =>
  towns
    .filter(({ sale, rent }) => sale + rent > 0)
    .sort((one, other) => other.sale + other.rent - one.sale - one.rent)
    .slice(0, MOST_TOWNS);

const addressOf = ({ street, zip, city }: Pick<Reachable, 'street' | 'zip' | 'city'>, language: string) => ({
  '@type': 'PostalAddress' as const,
  streetAddress: street,
  postalCode: zip,
  addressLocality: localized(city, language),
  addressCountry: COUNTRY,
});

const whereabouts = (
  { phone, email, street, zip, city, latitude, longitude, openingHours }: Reachable,
  language: string,
) => ({
  telephone: phoneLink(phone).replace('tel:', ''),
  email,
  address: addressOf({ street, zip, city }, language),
  ...(latitude !== undefined &&
    longitude !== undefined && { geo: { '@type': 'GeoCoordinates' as const, latitude, longitude } }),
  openingHoursSpecification: openingHours.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: days,
    opens,
    closes,
  })),
});

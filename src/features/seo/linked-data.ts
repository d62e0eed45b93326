import type {
  Article,
  BreadcrumbList,
  Event,
  FAQPage,
  Graph,
  ImageObject,
  ItemList,
  Offer,
  Place,
  PropertyValue,
  RealEstateAgent,
  RealEstateListing,
  Service,
  Thing,
  VideoObject,
} from 'schema-dts';
import { EURO } from '../../i18n/format.ts';
import { localized } from '../../i18n/languages.ts';
import { jsonInHtml } from '../../platform/text/html.ts';
import { countryCode } from '../place/country.ts';
import { publicPointOf } from '../place/point.ts';
import type { Listing } from '../property/listing.ts';
import { isFrom } from '../property/price.ts';
import type { Project } from '../property/project.ts';
import type { Property } from '../property/property.ts';
import { PROPERTY_STATES } from '../property/property-state.ts';
import type { OpenHouse } from '../viewing/viewing-slots.ts';

/** The agency behind an offer, a text or a service. */
export type AgencyReference = RealEstateAgent & object;

/** Something that describes a page to search engines; without its context, which the graph adds. */
export type LinkedThing = Thing;

/**
 * The text of a page's linked data, safe inside a script element: characters that could end the script are escaped.
 * @example graphOf([{ '@type': 'Thing', name: '</script>' }]) // '{"@context":…"name":"\u003c/script>"…}'
 */
export function graphOf(things: readonly LinkedThing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return jsonInHtml(graph);
}

/** The breadcrumb of a page; the last item is the page itself and needs no URL. */
export function breadcrumbOf(
  trail: readonly { name: string; href?: string }[],
  absolute: (path: string) => string,
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(href && at < trail.length - 1 && { item: absolute(href) }),
    })),
  };
}

/** A text of the agency. */
export function articleOf(facts: {
  title: string;
  url: string;
  language: string;
  changed?: string | undefined;
  image?: string | undefined;
  agency: AgencyReference;
}): Article {
  const { title, url, language, changed, image, agency } = facts;
  return {
    '@type': 'Article',
    headline: title,
    url,
    inLanguage: language,
    ...(changed && { dateModified: changed.slice(0, 10) }),
    ...(image && { image }),
    author: agency,
    publisher: agency,
  };
}

/** A service of the agency, in the area where it works. */
export function serviceOf(facts: {
  title: string;
  description: string;
  url: string;
  image?: string | undefined;
  agency: AgencyReference;
  area: readonly string[];
}): Service {
  const { title, description, url, image, agency, area } = facts;
  return {
    '@type': 'Service',
    name: title,
    description,
    url,
    provider: agency,
    ...(image && { image }),
    ...(area.length > 0 && { areaServed: area }),
  };
}

/**
 * The questions of a Markdown text: every heading that ends in a question mark, with the text below it. Null for fewer
 * than two.
 */
export function questionsOf(markdown: string): FAQPage | null {
  const found = markdown
    .split(/^## +/m)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const text = plain(lines.join('\n'));
      return heading.trim().endsWith('?') && text ? [[heading.trim(), text] as const] : [];
    });
  if (found.length < 2) return null;
  return {
    '@type': 'FAQPage',
    mainEntity: found.map(([name, text]) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  };
}

/** Markdown without its markup. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replace(/^[-*#>]+ +/gm, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An open house as an event; the address is that of the page, which leaves out a hidden street. */
export function openHouseEvent(
  { startsAt, endsAt }: OpenHouse,
  about: Pick<PropertyFacts, 'url' | 'image' | 'agency' | 'result'> & { name: string; address: string },
): Event {
  return {
    '@type': 'Event',
    name: about.name,
    startDate: startsAt,
    endDate: endsAt,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    description: about.result.description,
    location: { '@type': 'Place', name: about.address, address: about.address },
    organizer: about.agency,
    url: about.url,
    ...(about.image && { image: about.image }),
  };
}

/** A new-build project as an offer of all its available properties. */
export function projectOf(facts: {
  project: Project;
  /** Those that can be had. */
  units: readonly Listing[];
  language: string;
  url: string;
  title: string;
  image: string | null;
}): RealEstateListing {
  const { project, units, language, url, title, image } = facts;
  const point = publicPointOf({ ...project, PublishAddress: project.PublicAddress });
  const prices = units.flatMap(({ price }) => (price === null ? [] : [price]));
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
        offerCount: units.length,
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
      ...(point && { geo: { '@type': 'GeoCoordinates', ...point } }),
    },
  };
}

/** The facts about a video of a property: where it plays, its name and its poster. */
interface FilmFacts {
  name: string;
  thumbnail: string;
  content?: string;
  player?: string;
}

const SELL = 'http://purl.org/goodrelations/v1#Sell';
const LEASE_OUT = 'http://purl.org/goodrelations/v1#LeaseOut';
/** The schema.org type of each property type; land, garages, shops and offices are plain places. */
const KINDS: Readonly<Record<string, 'House' | 'Apartment' | 'Accommodation'>> = {
  house: 'House',
  apartment: 'Apartment',
  building: 'Accommodation',
};

/** What a page knows about a property besides the property itself. */
export interface PropertyFacts {
  property: Property;
  listing: Listing;
  language: string;
  url: string;
  /** How search engines show it. */
  result: { title: string; description: string };
  image: string | null;
  /** The page that says who may use the photographs; null where the site has none. */
  licence: string | null;
  agency: AgencyReference;
  films: readonly FilmFacts[];
}

/** A photograph, with the page that says who may use it. */
const photographOf = (url: string, licence: string | null): ImageObject | string =>
  licence ? { '@type': 'ImageObject', contentUrl: url, license: licence } : url;

/**
 * A property as an offer. Hidden prices and addresses are left out, and so is the price of a sold or rented property.
 */
export function realEstateListingOf({
  property,
  listing,
  language,
  url,
  result,
  image,
  licence,
  agency,
  films,
}: PropertyFacts): RealEstateListing {
  return {
    '@type': 'RealEstateListing',
    url,
    name: result.title,
    description: result.description,
    identifier: listing.reference,
    inLanguage: language,
    datePosted: listing.created.slice(0, 10),
    dateModified: listing.changed.slice(0, 10),
    ...(image && { image: photographOf(image, licence) }),
    offers: {
      '@type': 'Offer',
      businessFunction: { '@id': listing.goal === 'sale' ? SELL : LEASE_OUT },
      availability: PROPERTY_STATES[listing.meaning].availability,
      validFrom: listing.created.slice(0, 10),
      ...priceOf(listing),
      offeredBy: agency,
    },
    mainEntity: placeOf(property, listing, language),
    ...(films.length > 0 && {
      video: films.map((film) => filmOf(film, { since: listing.created, description: result.description })),
    }),
  };
}

function priceOf({
  price: inEuros,
  foreignPrice,
  goal,
  gone,
  priceUnit,
  priceUnitText,
}: Listing): Partial<Offer & object> {
  const price = inEuros ?? foreignPrice?.amount;
  const priceCurrency = foreignPrice?.currency ?? EURO;
  if (!price || gone) return {};
  if (isFrom(priceUnit))
    return { priceSpecification: { '@type': 'PriceSpecification', minPrice: price, priceCurrency } };
  if (goal === 'sale') return { price, priceCurrency };
  // Another unit in words may be "per year"; then no monthly price is stated.
  const monthly = !Object.values(priceUnitText ?? {}).some(Boolean);
  return {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency,
      ...(monthly && { unitCode: 'MON' }),
    },
  };
}

function placeOf(property: Property, listing: Listing, language: string): Place {
  const number = (key: string) => {
    const value = property[key];
    return typeof value === 'number' && value > 0 ? value : 0;
  };
  const baths = number('NumberOfBathRooms') + number('NumberOfShowerRooms');
  const consumption = number('EnergyPerformance');
  // `hasEnergyConsumptionDetails` of schema.org is for appliances only, and a plot of land has no property of its own.
  const more = [
    ...(listing.label ? [namedValue('EPC', listing.label.text)] : []),
    ...(listing.label && consumption > 0 ? [namedValue('EPC', consumption, 'kWh/m²')] : []),
    ...(listing.ground > 0 ? [namedValue('Lot', listing.ground, 'm²')] : []),
  ];
  const place = {
    address: {
      '@type': 'PostalAddress' as const,
      ...(property.PublishAddress &&
        property.Street && { streetAddress: [property.Street, property.HouseNumber].filter(Boolean).join(' ') }),
      postalCode: listing.zip,
      addressLocality: localized(listing.city, language),
      addressCountry: countryCode(listing.countryId),
    },
    // A listing has a point only when its address is public.
    ...(listing.point && { geo: { '@type': 'GeoCoordinates' as const, ...listing.point } }),
    ...(more.length > 0 && { additionalProperty: more }),
  };
  const kind = KINDS[listing.typeKeys[0] ?? ''];
  if (!kind) return { '@type': 'Place', ...place };
  return {
    '@type': kind,
    ...place,
    ...(listing.living > 0 && { floorSize: { '@type': 'QuantitativeValue', value: listing.living, unitCode: 'MTK' } }),
    ...(listing.bedrooms > 0 && { numberOfBedrooms: listing.bedrooms }),
    ...(baths > 0 && { numberOfBathroomsTotal: baths }),
    ...(number('ConstructionYear') > 0 && { yearBuilt: number('ConstructionYear') }),
  } as Place;
}

function namedValue(name: string, value: string | number, unitText?: string): PropertyValue & object {
  return { '@type': 'PropertyValue', name, value, ...(unitText && { unitText }) };
}

/** A video of a property; its upload date is that of the property. */
function filmOf(
  { name, thumbnail, content, player }: FilmFacts,
  { since, description }: { since: string; description: string },
): VideoObject {
  return {
    '@type': 'VideoObject',
    name,
    description,
    thumbnailUrl: thumbnail,
    uploadDate: since.slice(0, 10),
    ...(content && { contentUrl: content }),
    ...(player && { embedUrl: player }),
  };
}

/** The properties on a page of a list, by their URLs; `before` are on the pages before it. */
export function propertyListOf(count: number, urls: readonly string[], before = 0): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: urls.map((url, at) => ({ '@type': 'ListItem', position: before + at + 1, url })),
  };
}

import type { ItemList, Offer, Place, PropertyValue, RealEstateListing, VideoObject } from 'schema-dts';
import { EURO } from '../../i18n/format.ts';
import { localized } from '../../i18n/localized.ts';
import { countryCode } from '../place/country.ts';
import type { Listing } from '../property/listing.ts';
import type { Property } from '../property/property.ts';
import { PROPERTY_STATES } from '../property/property-state.ts';

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
const KINDS: Readonly<Record<string, 'House' | 'Apartment' | 'Residence'>> = {
  house: 'House',
  apartment: 'Apartment',
  building: 'Residence',
};

/** What a page knows about a property besides the property itself. */
export interface PropertyFacts {
  property: Property;
  listing: Listing;
  language: string;
  url: string;
  title: string;
  image: string | null;
  agency: { name: string; url: string };
  films: readonly FilmFacts[];
}

/**
 * A property as an offer. Hidden prices and addresses are left out, and so is the price of a sold or rented property.
 */
export function realEstateListingOf({
  property,
  listing,
  language,
  url,
  title,
  image,
  agency,
  films,
}: PropertyFacts): RealEstateListing {
  return {
    '@type': 'RealEstateListing',
    url,
    name: title,
    datePosted: listing.created.slice(0, 10),
    ...(image && { image }),
    offers: {
      '@type': 'Offer',
      businessFunction: { '@id': listing.goal === 'sale' ? SELL : LEASE_OUT },
      availability: PROPERTY_STATES[listing.meaning].availability,
      ...priceOf(listing),
      offeredBy: { '@type': 'RealEstateAgent', ...agency },
    },
    mainEntity: placeOf(property, listing, language),
    ...(films.length > 0 && { video: films.map((film) => filmOf(film, listing.created)) }),
  };
}

function priceOf({ price: inEuros, foreignPrice, goal, gone, priceUnitText }: Listing): Partial<Offer & object> {
  const price = inEuros ?? foreignPrice?.amount;
  const priceCurrency = foreignPrice?.currency ?? EURO;
  if (!price || gone) return {};
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
  const number = (key: string) =>
    typeof property[key] === 'number' && (property[key] as number) > 0 ? (property[key] as number) : 0;
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
function filmOf({ name, thumbnail, content, player }: FilmFacts, since: string): VideoObject {
  return {
    '@type': 'VideoObject',
    name,
    thumbnailUrl: thumbnail,
    uploadDate: since.slice(0, 10),
    ...(content && { contentUrl: content }),
    ...(player && { embedUrl: player }),
  };
}

/** The properties on a page of a list, by their URLs. */
export function propertyListOf(count: number, urls: readonly string[]): ItemList {
  return {
    '@type': 'ItemList',
    numberOfItems: count,
    itemListElement: urls.map((url, at) => ({ '@type': 'ListItem', position: at + 1, url })),
  };
}

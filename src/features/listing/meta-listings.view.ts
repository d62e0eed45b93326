import type { Site } from '../../content/site/site.ts';
import { EURO } from '../../i18n/format.ts';
import { localized } from '../../i18n/languages.ts';
import { csvLines } from '../../platform/files/csv.ts';
import { countryName } from '../place/country.ts';
import { type Area, areasOf } from '../place/region.ts';
import { type Listing, type Photo, titleOf } from '../property/listing.ts';

/** The columns of Meta's feed of properties (developers.facebook.com, real estate ads). */
const COLUMNS = [
  'home_listing_id',
  'name',
  'availability',
  'price',
  'address.addr1',
  'address.city',
  'address.region',
  'address.postal_code',
  'address.country',
  'latitude',
  'longitude',
  'neighborhood[0]',
  'image[0].url',
  'url',
];

interface MetaListingFacts {
  site: Site;
  language: string;
  siteUrl: string;
  /** IDs of properties whose pages are no longer shown. */
  past: ReadonlySet<number>;
  /** The URL of a photograph as JPEG. */
  pictureOf(photo: Photo): string;
  /** The name of a region or province. */
  areaName(area: Area): string;
}

/**
 * The properties on offer as a CSV file for adverts on Meta's platforms. A property with a hidden price or address,
 * without a position or without a photograph is left out, because the file needs all of these, and so is one whose
 * price has a unit of its own, such as "per year".
 */
export function metaListings({ site, language, siteUrl, past, pictureOf, areaName }: MetaListingFacts): string {
  const absolute = (path: string) => new URL(path, siteUrl).href;
  const rows = site.listings
    .filter((listing) => !past.has(listing.id))
    .flatMap((listing) => {
      const { id, price, priceUnitText, point, photo, city, zip, countryId } = listing;
      const availability = availabilityOf(listing);
      const address = site.addresses[id];
      if (!availability || !address?.PublishAddress || !address.Street || !price || !point || !photo) return [];
      if (Object.values(priceUnitText ?? {}).some(Boolean)) return [];
      const town = localized(city, language);
      const [area] = areasOf({ CountryID: countryId, Zip: zip });
      return [
        [
          id,
          titleOf(listing, language),
          availability,
          `${price} ${EURO}`,
          [address.Street, address.HouseNumber].filter(Boolean).join(' '),
          town,
          // The file needs a region; other countries have none here.
          area ? areaName(area) : countryName(countryId, 'en'),
          zip,
          countryName(countryId, 'en'),
          point.latitude,
          point.longitude,
          town,
          absolute(pictureOf(photo)),
          absolute(site.listingPath(listing, language)),
        ],
      ];
    });
  return csvLines([COLUMNS, ...rows]);
}

/** What Meta calls the state of a property; null when it has no word for it. */
function availabilityOf({ goal, gone, meaning }: Listing): string | null {
  if (gone) return null;
  if (meaning === 'option') return goal === 'sale' ? 'sale_pending' : null;
  return goal === 'sale' ? 'for_sale' : 'for_rent';
}

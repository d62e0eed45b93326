import { EURO } from '../../i18n/format.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { type MarqueeMeaning, officeFor } from '../agency/settings.ts';
import { cityName, townWords } from '../place/address.ts';
import { type MapPoint, publicPointOf } from '../place/point.ts';
import type { PropertyType } from '../place/region.ts';
import { type EnergyLabel, energyLabelOf } from './energy.ts';
import { type Feature, featuresOf, freeFromOf } from './features.ts';
import type { PictureItem } from './media-items.ts';
import { chargesOf, currencyOf, euroPriceOf, pricePerM2Of } from './price.ts';
import { type Property, typeKeysOf } from './property.ts';
import { type Goal, goalOf, isGone, marqueeOf, wordsOfRegion } from './property-state.ts';
import type { PropertySettings } from './settings.ts';

/**
 * A picture ready to be shown: path below /media/, 8 digits of its content hash, size of the original, alternative
 * text.
 */
export interface Photo {
  src: string;
  v?: string;
  /** The colour of its placeholder, a letter of `TONES`. */
  tone?: string;
  alt?: Localized;
  width?: number;
  height?: number;
}

/**
 * What lists, cards and the search know of a property: public facts only, in all languages. It contains no hidden price
 * and no hidden address, so nothing built from it can reveal them.
 */
export interface Listing {
  id: number;
  reference: string;
  goal: Goal;
  typeKeys: string[];
  title: Localized;
  typeName: Localized;
  city: Localized;
  zip: string;
  countryId: number;
  /** Its own point on the map; null when the address is hidden. */
  point: MapPoint | null;
  /** Euros, per month for rent; null when it is hidden or in another currency. */
  price: number | null;
  /** A public price in another currency; 0 when it is hidden. */
  foreignPrice?: { amount: number; currency: string };
  priceUnit: number | null;
  priceUnitText: Localized | null;
  previousPrice: number | null;
  /** Monthly charges of the tenant in euros, on top of the price. */
  charges: number | null;
  pricePerM2: number | null;
  label: EnergyLabel | null;
  bedrooms: number;
  living: number;
  ground: number;
  features: readonly Feature[];
  /** ISO day, an empty text for at once; null when not stated. */
  freeFrom: string | null;
  photo: Photo | null;
  /** How many photographs its page shows. */
  photoCount: number;
  meaning: MarqueeMeaning;
  gone: boolean;
  marqueeName: Localized | null;
  /** Sold or rented for longer than lists show it: it has a page, and is in the archive alone. */
  archived?: true;
  /** false: its owner does not want it in the archive. */
  mayStay?: false;
  /** Day since which it is sold or rented, when the agency says so. */
  goneOn?: string;
  created: string;
  changed: string;
  projectId: number | null;
  /** The team member who shows it. */
  manager: string | null;
  /** The office it belongs to, by its id; null when nothing names one. */
  office: string | null;
  garages: number;
  parkings: number;
  /** What happened to it recently, for a badge. */
  news: 'price-cut' | 'back' | null;
  /** The beginning of the text per language, cut for search hits. */
  excerpt: Localized;
}

/** The public facts of a property for lists and search. */
export function listingOf(property: Property, types: readonly PropertyType[], settings: PropertySettings): Listing {
  const typeKeys = typeKeysOf(property.WebIDs, types);
  const meaning = marqueeOf(property, settings.site.marquee);
  const gone = isGone(meaning);
  const price = euroPriceOf(property);
  const currency = currencyOf(property);
  return {
    id: property.ID,
    reference: property.RecordFile,
    goal: goalOf(property),
    typeKeys,
    title: property.TypeDescription ?? {},
    // When the feed gives a word in some languages only, the others use the name of the type.
    typeName: { ...types.find(({ key }) => key === typeKeys[0])?.Name, ...property.MainTypeName },
    city: Object.fromEntries(Object.entries(property.City).map(([language, name]) => [language, cityName(name)])),
    zip: property.Zip,
    countryId: property.CountryID,
    point: publicPointOf(property),
    price,
    ...(currency !== EURO && {
      foreignPrice: { amount: property.PublishPrice ? property.Price : 0, currency },
    }),
    priceUnit: property.PriceUnit ?? null,
    priceUnitText: property.PriceUnitText ?? null,
    previousPrice: price && property.PreviousPrice && property.PreviousPrice > price ? property.PreviousPrice : null,
    charges: chargesOf(property),
    pricePerM2: pricePerM2Of({ ...property, SurfaceLiving: numberIn(property, 'SurfaceLiving') }),
    label: energyLabelOf({ ...property, typeKeys }, settings.energy),
    bedrooms: numberIn(property, 'NumberOfBedRooms'),
    living:
      numberIn(property, 'SurfaceLiving') ||
      numberIn(property, 'SurfaceOffice') ||
      numberIn(property, 'SurfaceShop') ||
      numberIn(property, 'SurfaceStore'),
    ground: numberIn(property, 'SurfaceGround'),
    features: featuresOf({ property, typeKeys, isForRent: goalOf(property) === 'rent' }),
    freeFrom: freeFromOf(property),
    photo: photoOf(property.XLargePictureItem ?? property.XLargePictureItems[0]),
    photoCount: property.XLargePictureItems.length,
    meaning,
    gone,
    marqueeName: property.MarqueeName ?? wordsOfRegion(meaning, property, settings.site),
    ...(gone && property.StateDate && { goneOn: property.StateDate.slice(0, 10) }),
    ...(property.Archived && { archived: true as const }),
    ...(property.InArchive === false && { mayStay: false as const }),
    created: property.CreatedDate,
    changed: property.LastChangedDate ?? property.CreatedDate,
    projectId: property.ProjectID ?? null,
    manager: property.Manager ?? null,
    office: officeOf(property, settings),
    garages: numberIn(property, 'NumberOfGarages'),
    parkings: numberIn(property, 'NumberOfParkings'),
    news: gone ? null : (property.News ?? null),
    excerpt: excerptsOf(property, settings),
  };
}

function officeOf({ Office, Manager, Zip }: Property, { offices }: PropertySettings): string | null {
  return officeFor(offices.offices, { office: Office, manager: Manager, zips: [Zip] })?.id ?? null;
}

function excerptsOf({ DescriptionA = {} }: Property, { site }: PropertySettings): Localized {
  const excerpts = Object.entries(DescriptionA).map(([language, text]) => [
    language,
    excerpt(text, site.descriptionLimit),
  ]);
  return Object.fromEntries(excerpts);
}

/** A feed picture as a photo, null when there is none. */
export function photoOf(item: PictureItem | undefined): Photo | null {
  return item
    ? { src: item.Url, v: item.v, tone: item.tone, alt: item.Name, width: item.Width, height: item.Height }
    : null;
}

/** The day on which a listing was sold or rented, as far as it is known. */
export const closedOn = ({ goneOn, changed }: Pick<Listing, 'goneOn' | 'changed'>): string => goneOn ?? changed;

/** A numeric field of a property, 0 when it is absent. */
function numberIn(property: Readonly<Record<string, unknown>>, key: string): number {
  const value = Object.hasOwn(property, key) ? property[key] : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * The title of a property in a language; without one its type and town.
 * @example titleOf(listing, 'de') // 'Villa, Gent'
 */
export function titleOf(listing: Pick<Listing, 'title' | 'typeName' | 'city' | 'countryId'>, language: string): string {
  return (
    localized(listing.title, language) ||
    [localized(listing.typeName, language), townWords(listing, language)].filter(Boolean).join(', ') ||
    '–'
  );
}

/** The facts that a title goes on with, in their order. */
export const TITLE_FACTS = ['bedrooms', 'price', 'living'] as const satisfies readonly (keyof Listing)[];

/** What a title says in every language: kind, state, place and the first of `TITLE_FACTS`. */
export const titleKeyOf = (listing: Listing, facts: number): string =>
  JSON.stringify([
    listing.typeName,
    listing.meaning === 'option' ? 'none' : listing.meaning,
    listing.goal,
    listing.zip,
    listing.city,
    TITLE_FACTS.slice(0, facts).map((fact) => listing[fact]),
  ]);

/** The last three segments of the path of a property: town, title (or type) and number. */
export function segmentsOf(
  listing: Pick<Listing, 'title' | 'typeName' | 'city' | 'id'>,
  language: string,
): [string, string, number] {
  const anyCity = localized(listing.city, language) || Object.values(listing.city)[0] || '';
  const title =
    localized(listing.title, language) ||
    localized(listing.typeName, language) ||
    Object.values(listing.title)[0] ||
    '';
  return [slugOf(anyCity) || 'x', slugOf(title) || 'x', listing.id];
}

/**
 * Key of the town of a property or of a town of the working area: postcode and Dutch (or first) name,
 * `9000|gent`.
 */
export function townKeyOf(zip: string, name: Localized): string {
  return `${zip}|${slugOf(localized(name, 'nl') || Object.values(name)[0] || '')}`;
}

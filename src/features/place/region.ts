import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { BELGIUM, COUNTRIES } from './country.ts';

/** The number of a country. */
export const countryId = z
  .number()
  .int()
  .refine((id) => Object.hasOwn(COUNTRIES, id), {
    message: `this country is not known; the numbers are ${Object.keys(COUNTRIES).join(', ')}`,
  })
  .meta({ kind: 'reference', of: 'country' })
  .describe('10 Belgium, 50 Luxembourg, 32 Spain, 33 France; content/README.md lists all');

const typeKey = z.enum(['house', 'apartment', 'commerce', 'land', 'building', 'office', 'garage']);

/** A town of the working area, an entry of content/cities.json; (zip, name) is the key. */
export const city = z
  .object({
    Zip: z.string().min(1),
    Zips: z.array(z.string()).optional().describe('Further postcodes of the same town (Luxembourg)'),
    Name: localizedText,
    Municipality: localizedText
      .optional()
      .describe('Municipality of a district or borough; left out = it is one itself'),
    CountryID: countryId.default(BELGIUM),
    CountryName: localizedText.optional(),
    Latitude: z.number().describe('Of the centre of the town'),
    Longitude: z.number(),
    Text: localizedText.optional().describe('Short text on the page of this town'),
    TypeTexts: z
      .array(z.object({ Type: typeKey, Text: localizedText }).strict())
      .optional()
      .describe('Text on the page of a type in this town, which with a text exists from one property on'),
  })
  .strict();
export type City = z.infer<typeof city>;

/** One of the property types, an entry of content/property-types.json. */
export const propertyType = z
  .object({
    ID: z.number().int(),
    WebID: z.number().int().describe('Number that WebIDs of a property refer to'),
    key: typeKey.describe('What the site knows it as'),
    Name: localizedText.describe('One: house'),
    NamePlural: localizedText.describe('Several: houses'),
    slug: localizedText.describe('Last part of the path of its list'),
    Text: localizedText.optional().describe('Short text on the pages of this type'),
    ShowOrder: z.number().int(),
    Sale: z.boolean().describe('Offered for sale'),
    Rent: z.boolean().describe('Offered for rent'),
  })
  .strict();
export type PropertyType = z.infer<typeof propertyType>;

/** The Belgian regions; they decide which energy table, housing law and tax apply. */
export const REGIONS = ['flanders', 'brussels', 'wallonia'] as const;
export type Region = (typeof REGIONS)[number];

/** A Belgian province, by its English name. */
type Province =
  | 'antwerp'
  | 'east-flanders'
  | 'flemish-brabant'
  | 'hainaut'
  | 'liege'
  | 'limburg'
  | 'luxembourg'
  | 'namur'
  | 'walloon-brabant'
  | 'west-flanders';

/** A region or a province: a part of the country whose places a list can show together. */
export type Area = Region | Province;

export interface Place {
  CountryID: number;
  Zip: string;
}

/** First and last postcode of each range, as the Belgian post numbers them; Brussels has no province. */
const RANGES: readonly (readonly [first: number, last: number, region: Region, province?: Province])[] = [
  [1000, 1299, 'brussels'],
  [1300, 1499, 'wallonia', 'walloon-brabant'],
  [1500, 1999, 'flanders', 'flemish-brabant'],
  [2000, 2999, 'flanders', 'antwerp'],
  [3000, 3499, 'flanders', 'flemish-brabant'],
  [3500, 3999, 'flanders', 'limburg'],
  [4000, 4999, 'wallonia', 'liege'],
  [5000, 5999, 'wallonia', 'namur'],
  [6000, 6599, 'wallonia', 'hainaut'],
  [6600, 6999, 'wallonia', 'luxembourg'],
  [7000, 7999, 'wallonia', 'hainaut'],
  [8000, 8999, 'flanders', 'west-flanders'],
  [9000, 9999, 'flanders', 'east-flanders'],
];

const AREAS: ReadonlySet<string> = new Set(RANGES.flatMap(([, , region, province]) => [region, province ?? region]));

/** The label with the name of each region and province. */
export const AREA_LABELS: Readonly<Record<Area, LabelKey>> = {
  brussels: 'REGION_BRUSSELS',
  flanders: 'REGION_FLANDERS',
  wallonia: 'REGION_WALLONIA',
  antwerp: 'PROVINCE_ANTWERP',
  'east-flanders': 'PROVINCE_EAST_FLANDERS',
  'flemish-brabant': 'PROVINCE_FLEMISH_BRABANT',
  hainaut: 'PROVINCE_HAINAUT',
  liege: 'PROVINCE_LIEGE',
  limburg: 'PROVINCE_LIMBURG',
  luxembourg: 'PROVINCE_LUXEMBOURG',
  namur: 'PROVINCE_NAMUR',
  'walloon-brabant': 'PROVINCE_WALLOON_BRABANT',
  'west-flanders': 'PROVINCE_WEST_FLANDERS',
};

/**
 * The region of a place by its postcode, or null outside Belgium and for anything but four digits.
 * @example regionOf({ CountryID: 10, Zip: '1850' }) // 'flanders'
 * @example regionOf({ CountryID: 50, Zip: '1210' }) // null: Luxembourg has four digits too
 */
export const regionOf = (place: Place): Region | null => rangeOf(place)?.[2] ?? null;

/** The region, and the province where there is one, in which a place lies; empty outside Belgium. */
export function areasOf(place: Place): Area[] {
  const [, , region, province] = rangeOf(place) ?? [];
  return [region, province].filter((area) => area !== undefined);
}

/** Whether a text names a region or a province, as URLs do. */
export const isArea = (text: string): text is Area => AREAS.has(text);

function rangeOf(place: Place) {
  if (place.CountryID !== BELGIUM) return undefined;
  const zip = Number(/^(?:B-)?(\d{4})$/i.exec(place.Zip.trim())?.[1] ?? 0);
  return RANGES.find(([first, last]) => zip >= first && zip <= last);
}

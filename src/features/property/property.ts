import * as z from 'zod';
import { dateText, localizedText } from '../../content/fields/fields.ts';
import type { Remark } from '../../i18n/label-key.ts';
import type { Localized } from '../../i18n/languages.ts';
import { countryId, type PropertyType } from '../place/region.ts';
import { attributeFields } from './attribute-fields.ts';
import { documentItem, morePictures, pictureItem, planItem } from './media-items.ts';

/**
 * The types that the WebIDs of a property name, in their order and each once; unknown numbers are dropped.
 * @example typeKeysOf('2,3', types) // ['apartment', 'commerce']
 */
export function typeKeysOf(webIDs: string, types: readonly Pick<PropertyType, 'WebID' | 'key'>[]): string[] {
  const ids = webIDs.split(',').map((id) => id.trim());
  const keys = ids.map((id) => types.find((type) => String(type.WebID) === id)?.key);
  return [...new Set(keys)].filter((key) => key !== undefined);
}

/** The first day online of what does not say it: it is never new, and the last of a list. */
export const LONG_AGO = '2000-01-01';

const webUrl = z.url({ protocol: /^https?$/, error: 'Expected a full URL that starts with https://' });

/** How the references of the examples of "new-agency" begin: they are to be replaced before the site is public. */
export const EXAMPLE_REFERENCE = 'EXAMPLE-';

/** One property for sale or for rent, one file in content/properties/. */
export const propertySchema = z
  .object({
    $schema: z.string().optional(),
    ID: z
      .number()
      .int()
      .positive()
      .meta({ kind: 'hidden' })
      .describe('Number of the property; the last part of the path of its page'),
    Source: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('CRM from which the property came; written by the importer'),
    EditorFields: z
      .array(z.string())
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Fields that editors took over: an import leaves them as they are, such as ["DescriptionA"]'),
    RecordFile: z.string().min(1).describe('Reference of the agency, such as "1087"'),
    Goal: z
      .number()
      .int()
      .nonnegative()
      .meta({ kind: 'choice', choices: { 0: 'FOR_SALE', 1: 'FOR_RENT' } })
      .describe('0 = for sale, any other number = for rent'),
    Status: z
      .number()
      .int()
      .meta({ kind: 'choice', choices: { 1: 'UNIT_FREE', 2: 'STATUS_SOLD', 4: 'STATUS_RENTED' } })
      .optional()
      .describe('1 active, 2 sold, 4 rented (as the CRM writes it)'),
    Marquee: z
      .number()
      .int()
      .nonnegative()
      .meta({
        kind: 'choice',
        choices: { 0: 'UNIT_FREE', 2: 'STATUS_SOLD', 3: 'STATUS_SOLD', 4: 'STATUS_RENTED', 5: 'STATUS_OPTION' },
      })
      .default(0)
      .describe('Ribbon: 0 none, 2 or 3 sold, 4 rented, 5 under option (settings/site.json)'),
    MarqueeName: localizedText.optional().describe('Text of the ribbon; left out = the usual word'),
    StateDate: dateText
      .optional()
      .describe('Day since which it is sold or rented; left out = the day on which the site showed it first'),
    WebIDs: z
      .string()
      .regex(/^\d+(,\d+)*$/, 'Expected type numbers with commas, such as "1,4"')
      .meta({ kind: 'types' })
      .describe('Types of this property: numbers from property-types.json, with commas'),
    WebID: z
      .number()
      .int()
      .meta({ kind: 'reference', of: 'type', label: 'FIELD_MAIN_TYPE' })
      .optional()
      .describe('The main type; left out = the first of WebIDs'),
    MainTypeName: localizedText.optional().describe('What it is in a word: villa, duplex, shop'),
    TypeDescription: localizedText.optional().describe('Title of the advert'),
    DescriptionA: localizedText
      .meta({ as: 'long' })
      .optional()
      .describe('Text of the advert; an empty line starts a new paragraph'),
    DescriptionB: localizedText.meta({ as: 'long' }).optional().describe('Second text, shown after the first'),
    EasySummary: localizedText
      .meta({ as: 'long' })
      .optional()
      .describe('The same in easy language: short sentences, no jargon, at most 90 words; left out = not shown'),
    Price: z.number().nonnegative().meta({ kind: 'money' }).describe('Price in euros; for rent: per month'),
    Currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { message: 'a currency is three capitals, such as GBP' })
      .optional()
      .describe('Currency of the price when it is not the euro, such as GBP'),
    PublishPrice: z.boolean().describe('false: the price is shown nowhere'),
    PriceUnit: z
      .number()
      .int()
      .meta({ kind: 'choice', choices: { 0: 'CHOICE_NONE', 7: 'CHOICE_STARTING_FROM' } })
      .optional()
      .describe('7 shows "starting from" before the price'),
    PriceUnitText: localizedText.optional().describe('Words behind the price; left out = per month for rent'),
    PublishAddress: z
      .boolean()
      .describe('false: street and number are shown nowhere, the map shows a circle around the town'),
    Street: z.string().optional(),
    HouseNumber: z.string().optional(),
    BoxNr: z.string().optional(),
    Zip: z
      .string()
      .min(1)
      .meta({ kind: 'reference', of: 'town' })
      .describe('Postcode; together with the town it must be in cities.json'),
    City: localizedText.describe('Name of the town'),
    CountryID: countryId,
    CountryName: localizedText.optional(),
    GoogleX: z.number().min(-90).max(90).optional().describe('Latitude'),
    GoogleY: z.number().min(-180).max(180).optional().describe('Longitude'),
    EnergyPerformance: z
      .union([z.number(), z.string()])
      .nullable()
      .optional()
      .describe('Energy score in kWh per m2 and year'),
    EPCLabelText: z
      .string()
      .optional()
      .describe('Label as the certificate writes it; decides in Luxembourg, and for offices and shops'),
    XLargePictureItems: z
      .array(pictureItem)
      .meta({ kind: 'pictures' })
      .default([])
      .describe('Photographs, the best one first'),
    XLargePictureItem: pictureItem
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Main photograph; left out = the first of XLargePictureItems'),
    SmallPictureItem: pictureItem
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Photograph of search hits; left out = the main one'),
    ...morePictures,
    FloorPlans: z.array(planItem).meta({ kind: 'pictures' }).default([]).describe('Floor plans'),
    Videos: z
      .array(z.union([webUrl, z.string().regex(/^\/media\/[^\\]+\.(mp4|webm)$/, 'Expected https://… or /media/….mp4')]))
      .default([])
      .describe('URLs of videos; /media/… for a film below content/media/'),
    VirtualTour: webUrl.meta({ kind: 'link' }).optional().describe('URL of a virtual tour'),
    Documents: z
      .array(documentItem)
      .meta({ kind: 'documents' })
      .default([])
      .describe('Documents that a visitor can request'),
    Manager: z
      .string()
      .meta({ kind: 'reference', of: 'member' })
      .optional()
      .describe('Team member who is responsible for this property: name of a file in content/category/team/'),
    Office: z
      .string()
      .meta({ kind: 'reference', of: 'office' })
      .optional()
      .describe('Office in settings/offices.json; left out = that of its manager, else that of its postcode'),
    ProjectID: z
      .number()
      .int()
      .meta({ kind: 'reference', of: 'project' })
      .optional()
      .describe('Number of the project to which this unit belongs'),
    CreatedDate: dateText.default(LONG_AGO).describe('First day online; left out = long ago'),
    LastChangedDate: dateText.optional(),
    PreviousPrice: z
      .number()
      .positive()
      .meta({ kind: 'money' })
      .optional()
      .describe('Price before the last change, shown beside the new one'),
    InArchive: z
      .boolean()
      .optional()
      .describe('false: it has no page in the archive of sold and rented properties; left out = it has'),
    PublishSoldPrice: z.boolean().optional().describe('true: the archive shows its price too; ask the owner first'),
    Archived: z.literal(true).meta({ kind: 'hidden' }).optional().describe('Filled in when read. Leave out'),
    News: z.enum(['price-cut', 'back']).meta({ kind: 'hidden' }).optional().describe('Filled in when read. Leave out'),
    ...attributeFields,
  })
  .strict();

type Described = z.infer<typeof propertySchema>;
/** One property for sale or for rent, with further attributes by their key (domain/property/attributes.ts). */
export type Property = Described & { [attribute: string]: unknown };

/** A photograph as an export refers to it: a URL, or a file next to the export. */
export interface ImportedPicture {
  source: string;
  /** What tells it apart where its URL changes, because it is signed and expires: the key in the CRM. */
  key?: string;
  id?: number;
  alt?: Localized;
}

/**
 * A property from an export: fields of a property (domain/property) by name, with languages merged and without empty
 * fields.
 */
export interface ImportedProperty {
  /** Its key in the CRM: the site gives it a number of its own, which it keeps. */
  sourceId: string;
  facts: Record<string, unknown>;
  pictures: ImportedPicture[];
  /** Notes for people: what was changed or left out during the import. */
  notes: Remark[];
  /** Why it cannot be used at all: what the site has of it stays as it is. */
  unusable?: Remark;
  /** Whether nothing of it could be read, as when its record is broken. */
  isUnreadable?: boolean;
}

import * as z from 'zod';
import { localizedText } from '../../content/fields/fields.ts';
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
  })
  .strict();
export type City = z.infer<typeof city>;

/** One of the property types, an entry of content/property-types.json. */
export const propertyType = z
  .object({
    ID: z.number().int(),
    WebID: z.number().int().describe('Number that WebIDs of a property refer to'),
    key: z
      .enum(['house', 'apartment', 'commerce', 'land', 'building', 'office', 'garage'])
      .describe('What the site knows it as'),
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

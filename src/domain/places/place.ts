import * as z from 'zod';
import { localizedText } from '../content/fields.ts';

/** The number of Belgium in `CountryID`. */
export const BELGIUM = 10;

/** A town of the working area, an entry of content/cities.json; (zip, name) is the key. */
export const city = z
  .object({
    Zip: z.string().min(1),
    Zips: z.array(z.string()).optional().describe('Further postcodes of the same town (Luxembourg)'),
    Name: localizedText,
    Municipality: localizedText
      .optional()
      .describe('Municipality of a district or borough; left out = it is one itself'),
    CountryID: z
      .number()
      .int()
      .default(BELGIUM)
      .meta({ kind: 'choice', choices: { 10: 'COUNTRY_BELGIUM', 50: 'COUNTRY_LUXEMBOURG' } }),
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

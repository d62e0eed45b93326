import * as z from 'zod';
import { dateText, localizedText } from '../../content/fields/fields.ts';
import { countryId } from '../place/region.ts';
import { pictureItem } from './media-items.ts';
import { LONG_AGO } from './property.ts';

const percent = z.number().min(0).max(100);

/** One new-build project, one file in content/projects/. Its units are properties with its number as ProjectID. */
export const project = z
  .object({
    $schema: z.string().optional(),
    ID: z
      .number()
      .int()
      .positive()
      .meta({ kind: 'hidden' })
      .describe('Number of the project; the last part of the path of its page'),
    TypeDescription: localizedText.describe('Name of the project'),
    DescriptionA: localizedText.meta({ as: 'long' }).optional().describe('Text; an empty line starts a new paragraph'),
    PublicAddress: z.boolean().describe('false: street and number are shown nowhere'),
    Street: z.string().optional(),
    HouseNumber: z.string().optional(),
    BoxNr: z.string().optional(),
    Zip: z.string().min(1).meta({ kind: 'reference', of: 'town' }),
    City: localizedText,
    CountryID: countryId,
    CountryName: localizedText.optional(),
    GoogleX: z.number().optional().describe('Latitude'),
    GoogleY: z.number().optional().describe('Longitude'),
    ExternalWeb: z.string().optional().describe('Website of the project; https is added when it lacks http'),
    Delivery: localizedText.optional().describe('When it is finished, in words'),
    XLargePictureItems: z.array(pictureItem).meta({ kind: 'pictures' }).default([]),
    XLargePictureItem: pictureItem
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Main picture; left out = the first of XLargePictureItems'),
    SmallPictureItem: pictureItem.meta({ kind: 'hidden' }).optional(),
    Elevation: z
      .object({
        Picture: pictureItem.describe('Drawing or photograph of the whole project'),
        Areas: z
          .array(
            z
              .object({
                Unit: z.number().int().describe('ID of the property'),
                X: percent,
                Y: percent,
                Width: percent,
                Height: percent,
              })
              .strict(),
          )
          .describe('Where each unit is on the picture, in percent of its width and height from the upper left corner'),
      })
      .strict()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('A picture on which each unit leads to its page'),
    Manager: z
      .string()
      .meta({ kind: 'reference', of: 'member' })
      .optional()
      .describe('Team member: name of a file in content/category/team/'),
    Office: z
      .string()
      .meta({ kind: 'reference', of: 'office' })
      .optional()
      .describe('Office in settings/offices.json; left out = that of its manager'),
    CreatedDate: dateText.default(LONG_AGO),
    LastChangedDate: dateText.optional(),
  })
  .strict();
export type Project = z.infer<typeof project>;

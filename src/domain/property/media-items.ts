import * as z from 'zod';
import { dateText, image, localizedText } from '../content/fields.ts';

/** A picture as feeds write it; `Url` is a path below content/media/. */
export const pictureItem = z
  .object({
    ID: z.number().int().meta({ kind: 'hidden' }).optional().describe('Number of the picture in the CRM'),
    Url: image.shape.src,
    Width: z.number().int().positive().meta({ kind: 'hidden' }).optional().describe('Width of the original in pixels'),
    Height: z
      .number()
      .int()
      .positive()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Height of the original in pixels'),
    Name: localizedText
      .meta({ label: 'FIELD_ALT' })
      .optional()
      .describe('What the picture shows, per language (alternative text)'),
    v: z.string().meta({ kind: 'hidden' }).optional().describe('Filled in when read. Leave out'),
    tone: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Filled in when read: the colour that holds its place until it is there. Leave out'),
  })
  .strict();
export type PictureItem = z.infer<typeof pictureItem>;

/** A private document of a property; the file is below content/documents/ and is never served without a grant. */
export const documentItem = z
  .object({
    File: z
      .string()
      .regex(/^[^/\\.][^\\]*$/, 'Expected a path below content/documents/')
      .refine((path) => !path.split('/').includes('..'), 'A path may not contain ".."')
      .describe('Path below content/documents/'),
    Title: localizedText.describe('Title per language'),
    Kind: z
      .enum(['energy', 'asbestos', 'planning', 'plan', 'electricity', 'soil', 'other'])
      .describe('Kind of document'),
    Date: dateText.optional(),
    Public: z.boolean().optional().describe('true: may be opened without asking (the energy certificate in Brussels)'),
  })
  .strict();

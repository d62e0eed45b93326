import * as z from 'zod';
import { dateText, image, localizedText } from '../content/fields.ts';
import { ROOMS, type Room } from '../media/rooms.ts';

const room = z
  .enum(Object.keys(ROOMS) as [Room, ...Room[]])
  .meta({ kind: 'choice', choices: ROOMS })
  .describe('The room or place that it shows, such as "kitchen"; shown under the photograph and used by plans');

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
    Room: room.optional(),
    v: z.string().meta({ kind: 'hidden' }).optional().describe('Filled in when read. Leave out'),
    tone: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Filled in when read: the colour that holds its place until it is there. Leave out'),
  })
  .strict();
export type PictureItem = z.infer<typeof pictureItem>;

const percent = z.number().min(0).max(100);

/** A part of a floor plan that leads to a photograph. */
const planArea = z
  .object({
    X: percent.describe('Left edge, in hundredths of the width of the plan'),
    Y: percent.describe('Upper edge, in hundredths of the height of the plan'),
    Width: percent.min(2).describe('Width, in hundredths of the width of the plan'),
    Height: percent.min(2).describe('Height, in hundredths of the height of the plan'),
    Room: room.optional().describe('The room that it is; leads to the first photograph of that room'),
    Photo: image.shape.src
      .optional()
      .describe('Photograph of this property that it leads to; left out = the first one of the room'),
  })
  .strict()
  .refine(({ X, Width }) => X + Width <= 100, {
    path: ['Width'],
    error: 'The area ends right of the plan: X and Width may be 100 together',
  })
  .refine(({ Y, Height }) => Y + Height <= 100, {
    path: ['Height'],
    error: 'The area ends below the plan: Y and Height may be 100 together',
  })
  .refine(({ Room, Photo }) => Room !== undefined || Photo !== undefined, {
    path: ['Room'],
    error: 'Give the Room of the area, or the Photo that it leads to',
  });
export type PlanArea = z.infer<typeof planArea>;

/** A floor plan, with areas that lead to the photographs of the rooms. */
export const planItem = pictureItem
  .extend({ Areas: z.array(planArea).optional().describe('Rooms on the plan that lead to their photographs') })
  .strict();
export type PlanItem = z.infer<typeof planItem>;

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

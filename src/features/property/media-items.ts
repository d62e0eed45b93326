import * as z from 'zod';
import { dateText, image, localizedText } from '../../content/fields/fields.ts';
import { keysOf, listOf, recordOf } from '../../platform/values/values.ts';
import { type ListedPicture, ROOMS } from './photo-list.ts';

const room = z
  .enum(keysOf(ROOMS))
  .meta({ kind: 'choice', choices: ROOMS })
  .describe('The room or place that it shows, such as "kitchen"; shown under the photograph and used by plans');

const percent = z.number().min(0).max(100);

const focus = z
  .object({
    X: percent.describe('From the left, in hundredths of the width'),
    Y: percent.describe('From the top, in hundredths of the height'),
  })
  .strict()
  .meta({ kind: 'hidden' })
  .describe('The point that stays visible where the photograph is cropped; the first one is upright on phones then');

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
    Focus: focus.optional(),
    v: z.string().meta({ kind: 'hidden' }).optional().describe('Filled in when read. Leave out'),
    tone: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Filled in when read: the colour that holds its place until it is there. Leave out'),
  })
  .strict();
export type PictureItem = z.infer<typeof pictureItem>;

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

/** A picture in a field of its own, with its alternative text. */
const onePicture = pictureItem.omit({ ID: true, Room: true, Focus: true }).strict();

/** Two photographs of the same view. */
const beforeAfter = z
  .object({
    Before: onePicture.describe('The older photograph'),
    After: onePicture.describe('The newer photograph of the same view, from the same place'),
    Name: localizedText.optional().describe('What was done, such as "New kitchen, 2024"'),
  })
  .strict();

/** A photograph of everything around one place, twice as wide as high (equirectangular). */
const panorama = pictureItem.omit({ ID: true, Focus: true }).strict();

/** Further pictures of a property. */
export const morePictures = {
  PortraitPictureItem: onePicture
    .optional()
    .describe('Upright photograph that phones show as the first; left out = the first photograph'),
  BeforeAfter: z
    .array(beforeAfter)
    .default([])
    .describe('Pairs of photographs of the same view, before and after works'),
  Panoramas: z
    .array(panorama)
    .default([])
    .describe('360° photographs (equirectangular, twice as wide as high) in which visitors look around'),
};

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

/** The lists of pictures that a property or a project has. */
export const PICTURE_FIELDS = ['XLargePictureItems', 'FloorPlans'] as const;
export type PictureField = (typeof PICTURE_FIELDS)[number];
export type MediaField = PictureField | 'Videos' | 'VirtualTour' | 'Documents';

/** The fields with photographs, films and documents, per kind of content. */
export const MEDIA_FIELDS = {
  properties: ['XLargePictureItems', 'FloorPlans', 'Videos', 'VirtualTour', 'Documents'],
  projects: ['XLargePictureItems'],
} as const satisfies Record<string, readonly MediaField[]>;
export type MediaKind = keyof typeof MEDIA_FIELDS;

/** Fields that an import writes again each time, unless editors took them over. */
const IMPORTED: ReadonlySet<string> = new Set(['XLargePictureItems', 'VirtualTour']);

export const DOCUMENT_KINDS = ['energy', 'asbestos', 'planning', 'plan', 'electricity', 'soil', 'other'] as const;

export type MediaData = Readonly<Record<string, unknown>>;

/** The CRM that decides a field; null when editors do. */
export function sourceOf(data: MediaData, field: MediaField): string | null {
  const { Source, EditorFields } = data;
  if (typeof Source !== 'string' || Source === '' || !IMPORTED.has(field)) return null;
  return Array.isArray(EditorFields) && EditorFields.includes(field) ? null : Source;
}

/** The data with a field that editors decide from now on. */
export function takenOver(data: MediaData, field: MediaField): MediaData {
  const own = Array.isArray(data.EditorFields) ? listOf(data.EditorFields) : [];
  return own.includes(field) ? data : { ...data, EditorFields: [...own, field] };
}

const isPicture = (one: unknown): one is ListedPicture => typeof recordOf(one).Url === 'string';

/** The pictures of a list, the cover first, whether it has a field of its own or not. */
export function picturesOf(data: MediaData, field: PictureField): ListedPicture[] {
  const list = Array.isArray(data[field]) ? listOf(data[field]).filter(isPicture) : [];
  const cover = field === 'XLargePictureItems' && isPicture(data.XLargePictureItem) ? data.XLargePictureItem : null;
  if (!cover) return list;
  return [list.find(({ Url }) => Url === cover.Url) ?? cover, ...list.filter(({ Url }) => Url !== cover.Url)];
}

/**
 * The data with another list of pictures. The first photograph is the cover: a cover or a small photograph of its own
 * goes when it would show another one.
 */
export function withPictures(data: MediaData, field: PictureField, list: readonly ListedPicture[]): MediaData {
  const next: Record<string, unknown> = { ...data, [field]: list };
  if (field !== 'XLargePictureItems') return next;
  delete next.XLargePictureItem;
  const small = isPicture(data.SmallPictureItem) ? data.SmallPictureItem.Url : null;
  const before = picturesOf(data, field)[0]?.Url;
  if (small && (list[0]?.Url !== before || !list.some(({ Url }) => Url === small))) delete next.SmallPictureItem;
  return next;
}

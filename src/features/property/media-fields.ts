import type { ListedPicture } from './photo-list.ts';

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
  const own = Array.isArray(data.EditorFields) ? (data.EditorFields as unknown[]) : [];
  return own.includes(field) ? data : { ...data, EditorFields: [...own, field] };
}

const isPicture = (one: unknown): one is ListedPicture =>
  typeof one === 'object' && one !== null && typeof (one as { Url?: unknown }).Url === 'string';

/** The pictures of a list, the cover first, whether it has a field of its own or not. */
export function picturesOf(data: MediaData, field: PictureField): ListedPicture[] {
  const list = Array.isArray(data[field]) ? (data[field] as unknown[]).filter(isPicture) : [];
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

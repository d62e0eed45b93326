import { slugOf } from '../text/slug.ts';
import { type Crop, cropOfNumbers } from './crop.ts';

/** The widths in which pictures are drawn, in pixels; the widest is for 360° photographs, of which a part is seen. */
export const PICTURE_WIDTHS = [60, 100, 250, 400, 600, 800, 1360, 1920, 3200] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The heights in which logos are drawn, in pixels. */
export const LOGO_HEIGHTS = [75, 125] as const;
export type LogoHeight = (typeof LOGO_HEIGHTS)[number];

/** Hexadecimal digits of the hash of an original in the name of its file. */
const DIGITS = 16;
const LONGEST = 40;
const NAME = /^(.{1,250})-([0-9a-f]{16})(?:-c(\d{1,4})\.(\d{1,4})\.(\d{1,4})\.(\d{1,4}))?\.(jpg|png|webp)$/;

/** What the path of an uploaded picture says. */
export interface PictureName {
  folder: string;
  /** The name that the file had, as far as a URL can hold it. */
  slug: string;
  /** First digits of the SHA-256 of the original. */
  original: string;
  crop: Crop | null;
  ending: string;
}

/** The first digits of a hash, by which an original is found. */
export const shortHash = (hash: string): string => hash.slice(0, DIGITS);

/** A file name as a part of a path: without folders, ending and accents. */
export function slugOfFile(name: string): string {
  const base = name.replace(/^.*[/\\]/s, '').replace(/\.[^.]*$/, '');
  return slugOf(base).slice(0, LONGEST).replace(/-$/, '') || 'file';
}

/**
 * The path of an uploaded picture below content/media/: the same original with the same crop has the same path.
 * @example pathOfPicture({ folder: 'properties/12', slug: 'kitchen', original: '0f…', crop: null, ending: 'jpg' })
 */
export function pathOfPicture({ folder, slug, original, crop, ending }: PictureName): string {
  const part = crop ? `-c${[crop.left, crop.top, crop.width, crop.height].join('.')}` : '';
  return `${folder}/${slug}-${original}${part}.${ending}`;
}

/** What the path of an uploaded picture says; null for a picture that was put there in another way. */
export function readPictureName(path: string): PictureName | null {
  const at = path.lastIndexOf('/');
  const [, slug, original, left, top, width, height, ending] = NAME.exec(path.slice(at + 1)) ?? [];
  if (!slug || !original || !ending || at < 0) return null;
  const crop = left === undefined ? null : cropOfNumbers(Number(left), Number(top), Number(width), Number(height));
  return { folder: path.slice(0, at), slug, original, crop, ending };
}

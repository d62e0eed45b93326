import { hasPicture } from '../media/photo-list.ts';
import { type Photo, photoOf } from './listing.ts';
import type { PictureItem, PlanArea } from './media-items.ts';

/** The photographs of a property or project in their order: the main one first, each once. */
export function photosOf(of: {
  XLargePictureItem?: PictureItem | undefined;
  XLargePictureItems: readonly PictureItem[];
}): Photo[] {
  const all = [of.XLargePictureItem, ...of.XLargePictureItems].map(photoOf);
  return all.filter(
    (photo, at): photo is Photo => photo !== null && all.findIndex((other) => other?.src === photo.src) === at,
  );
}

/**
 * The photograph that an area of a plan leads to: the one it names, however it was cropped since, or the first of its
 * room.
 */
export function photoOfArea({ Photo: url, Room }: PlanArea, photos: readonly Photo[]): Photo | null {
  const named = url && photos.find(({ src }) => hasPicture([{ Url: src }], url));
  return named || (!url && Room && photos.find(({ room }) => room === Room)) || null;
}

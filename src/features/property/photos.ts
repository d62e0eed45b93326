import { type Photo, photoOf } from './listing.ts';
import type { PictureItem, PlanArea } from './media-items.ts';
import { hasPicture, type Room } from './photo-list.ts';

/** A photograph with what only the gallery of a property or project needs of it. */
export interface GalleryPhoto extends Photo {
  room?: Room;
  /** The point that stays visible where it is cropped, in hundredths from the left and the top. */
  focus?: readonly [number, number];
}

function galleryPhoto(item: PictureItem | undefined): GalleryPhoto | null {
  const photo = photoOf(item);
  if (!item || !photo) return null;
  const { Room, Focus } = item;
  return { ...photo, ...(Room && { room: Room }), ...(Focus && { focus: [Focus.X, Focus.Y] as const }) };
}

/** The photographs of a property or project in their order: the main one first, each once. */
export function photosOf(of: {
  XLargePictureItem?: PictureItem | undefined;
  XLargePictureItems: readonly PictureItem[];
}): GalleryPhoto[] {
  const all = [of.XLargePictureItem, ...of.XLargePictureItems].map(galleryPhoto);
  return all.filter(
    (photo, at): photo is GalleryPhoto => photo !== null && all.findIndex((other) => other?.src === photo.src) === at,
  );
}

/**
 * The photograph that an area of a plan leads to: the one it names, however it was cropped since, or the first of its
 * room.
 */
export function photoOfArea({ Photo: url, Room }: PlanArea, photos: readonly GalleryPhoto[]): GalleryPhoto | null {
  const named = url && photos.find(({ src }) => hasPicture([{ Url: src }], url));
  return named || (!url && Room && photos.find(({ room }) => room === Room)) || null;
}

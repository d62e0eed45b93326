import type { LogoHeight, PictureWidth } from '../platform/media/picture-name.ts';

/** A picture below /media/ with the digits of its content hash, without which it cannot be cached for ever. */
export interface MediaSource {
  src: string;
  v?: string | undefined;
  /** The upright part that is shown, as the media endpoint reads it. */
  crop?: string | undefined;
}

/**
 * The URL of a picture in one size.
 * @example mediaUrl({ src: 'photos/house-01.jpg', v: 'ab12cd34' }, { width: 400 })
 * // '/media/photos/house-01.jpg?width=400&format=webp&v=ab12cd34'
 */
export function mediaUrl(
  { src, v, crop }: MediaSource,
  size: { width?: PictureWidth; height?: LogoHeight | 60; format?: 'webp' | 'avif' | 'png' | 'jpeg' },
): string {
  const query = [
    size.width && `width=${size.width}`,
    size.height && `height=${size.height}`,
    crop && `crop=${crop}`,
    `format=${size.format ?? 'webp'}`,
    v && `v=${v}`,
  ].filter(Boolean);
  return `/media/${src.split('/').map(encodeURIComponent).join('/')}?${query.join('&')}`;
}

/** The URL of the small square picture of a search hit, 60 pixels. */
export const thumbUrl = (photo: MediaSource): string => mediaUrl(photo, { width: 60, height: 60 });

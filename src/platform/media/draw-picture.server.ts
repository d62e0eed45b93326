import sharp from 'sharp';
import { type Crop, pixelsOf } from './crop.ts';
import { hasTooManyPixels, openSourcePicture } from './source-picture.server.ts';

/** A picture as it is stored for the site, or why there is none. */
export type DrawnPicture =
  | { ok: true; body: Buffer; ending: 'jpg' | 'png' | 'webp' }
  | { ok: false; problem: 'broken' | 'pixels' };

const QUALITY = 88;

/**
 * Draws an original upright, in sRGB and without any metadata, at most `most` pixels wide and high; `crop` is the part
 * that is kept. A PNG stays one where it is a drawing.
 */
export async function drawPicture(
  bytes: Buffer,
  { most, crop, isDrawing = false }: { most: number; crop?: Crop | null; isDrawing?: boolean },
): Promise<DrawnPicture> {
  const source = await openSourcePicture(bytes);
  if (!source) return { ok: false, problem: (await isTooLarge(bytes)) ? 'pixels' : 'broken' };
  try {
    const { format, hasAlpha } = await source.image.metadata();
    const part = crop ? source.image.extract(pixelsOf(crop, source)) : source.image;
    const drawn = part.resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true });
    if (format === 'png' && isDrawing)
      return { ok: true, body: await drawn.png({ compressionLevel: 9 }).toBuffer(), ending: 'png' };
    if (hasAlpha) return { ok: true, body: await drawn.webp({ quality: QUALITY }).toBuffer(), ending: 'webp' };
    return { ok: true, body: await drawn.jpeg({ quality: QUALITY }).toBuffer(), ending: 'jpg' };
  } catch {
    return { ok: false, problem: 'broken' };
  }
}

/** The size of a picture upright; null when it cannot be used. */
export async function sizeOfPicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const source = await openSourcePicture(bytes);
  return source && { width: source.width, height: source.height };
}

/** Only the header is read. */
async function isTooLarge(bytes: Buffer): Promise<boolean> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return hasTooManyPixels(bytes, { width, height });
  } catch {
    return false;
  }
}

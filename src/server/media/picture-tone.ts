import { readFile } from 'node:fs/promises';
import { toneOf } from '../../domain/tone.ts';
import { openSourcePicture } from './source-picture.ts';

const SIDE = 8;

/** The tone that most of a picture has; null when it is transparent somewhere or cannot be used. */
export async function pictureTone(file: string): Promise<string | null> {
  try {
    const source = await openSourcePicture(await readFile(file));
    if (!source || (await source.image.metadata()).hasAlpha) return null;
    // A JPEG is decoded small for this, which takes milliseconds.
    return toneOf(await source.image.resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer());
  } catch {
    return null;
  }
}

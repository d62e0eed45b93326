import { readFile } from 'node:fs/promises';
import { toneOf } from '../../domain/tone.ts';
import { openSourcePicture } from './source-picture.ts';

/** The tone of a picture's middle colour; null when it is transparent somewhere or cannot be used. */
export async function pictureTone(file: string): Promise<string | null> {
  try {
    const source = await openSourcePicture(await readFile(file));
    if (!source || (await source.image.metadata()).hasAlpha) return null;
    // A JPEG is decoded small for this, which takes milliseconds.
    const small = source.image.resize(8, 8, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
    const { channels } = await small.stats();
    const [red, green, blue] = channels.map(({ mean }) => mean);
    return red === undefined || green === undefined || blue === undefined ? null : toneOf([red, green, blue]);
  } catch {
    return null;
  }
}

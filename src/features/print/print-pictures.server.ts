import { readFile } from 'node:fs/promises';
import type { Media } from '../../platform/media/media.server.ts';
import { openSourcePicture } from '../../platform/media/source-picture.server.ts';
import type { PrintedPicture } from './draw-brochure.server.ts';
import type { PrintPicture } from './print-facts.view.ts';

/** Reads pictures of the media folder for print, at most so many pixels wide; one that cannot be read is left out. */
export async function printedPictures(
  pictures: readonly PrintPicture[],
  media: Pick<Media, 'describe'>,
  pixels: number,
): Promise<PrintedPicture[]> {
  const printed = await Promise.all(
    pictures.map(async (picture) => {
      const found = await media.describe(picture.path);
      const bytes = found?.kind === 'picture' ? await readFile(found.file).catch(() => null) : null;
      const source = bytes && (await openSourcePicture(bytes));
      if (!source) return null;
      // A drawing with a transparent ground is printed on white.
      const image = source.image.resize({ width: pixels, withoutEnlargement: true }).flatten({ background: '#ffffff' });
      return { ...picture, jpeg: await image.jpeg({ quality: 80 }).toBuffer() };
    }),
  );
  return printed.filter((picture) => picture !== null);
}

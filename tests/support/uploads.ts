import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { UploadedFile } from '../../src/platform/http/body.server.ts';

/** A file as a form sent it, on disk. */
export function sentFile(folder: string, name: string, bytes: Buffer): UploadedFile {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { field: 'upload', name, path, bytes: bytes.length, hash, isTooLarge: false };
}

/** A small photograph in one colour, another one for each number. */
export const colouredPhoto = (number: number, width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: (number * 37) % 256, g: number % 256, b: 90 } } })
    .jpeg()
    .toBuffer();

/** A photograph of a phone: it lies on its side, and knows where it was taken. */
export const phonePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#777' } })
    .withExif({
      IFD0: { Make: 'Fotomaker', Software: 'Geheim' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 3/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '3/1 43/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { openSourcePicture } from './source-picture.ts';
import type { Variant } from './variant.ts';

/** Encoded bytes, or why there are none: `changed` means the file no longer holds the content it was asked for. */
export type Rendering =
  | { ok: true; body: Buffer }
  | { ok: false; problem: 'busy' | 'changed' }
  | { ok: false; problem: 'unreadable'; reason: string };

const encoders: Record<Variant['format'], (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 72 }),
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  png: (image) => image.png({ compressionLevel: 9 }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 72, mozjpeg: true }),
};

/** Draws the content with this hash upright, at most at its own size, in sRGB and without any metadata. */
export async function render(file: string, hash: string, { width, height, format }: Variant): Promise<Rendering> {
  const bytes = await readFile(file).catch(() => null);
  // A file replaced a moment ago must not be kept for a year under its predecessor's name.
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) return { ok: false, problem: 'changed' };
  const source = await openSourcePicture(bytes);
  if (!source) return { ok: false, problem: 'unreadable', reason: 'not a JPEG, PNG or WebP of at most 40 million pixels' };
  try {
    const resized = source.image.resize({ width, height, fit: 'cover', withoutEnlargement: true });
    return { ok: true, body: await encoders[format](resized).toBuffer() };
  } catch (error) {
    return { ok: false, problem: 'unreadable', reason: (error as Error).message };
  }
}

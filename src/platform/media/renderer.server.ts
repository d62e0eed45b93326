import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { errorMessage } from '../log/error-facts.ts';
import { pixelsOf } from './crop.ts';
import { openJobQueue } from './job-queue.server.ts';
import { openMediaCache } from './media-cache.server.ts';
import type { MediaDescription } from './media-index.server.ts';
import { openSourcePicture, USABLE_PICTURE } from './source-picture.server.ts';
import { cropOfUpright } from './upright-crop.ts';
import { type Variant, variantKeyOf } from './variant.server.ts';

/** Encoded bytes, or why there are none: `changed` means the file no longer has the requested content. */
export type Rendering =
  | { ok: true; body: Buffer }
  | { ok: false; problem: 'busy' | 'changed' }
  | { ok: false; problem: 'unreadable'; reason: string };

const encoders: Record<Variant['format'], (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 72, effort: 5 }),
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  png: (image) => image.png({ compressionLevel: 9 }),
  jpeg: (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 72, mozjpeg: true }),
};

/** Widths that phones load; their dense screens hide a lower quality. */
const PHONE_WIDTH = 600;
/** Above this size two pictures take more than the first view of a page on a phone has room for. */
const BUSY_BITS_PER_PIXEL = 1.1;
const BUSY_QUALITY = 58;

/** Renders the content with this hash upright, at most at its own size, in sRGB and without any metadata. */
export async function render(file: string, hash: string, variant: Variant): Promise<Rendering> {
  const { width, height, format, crop } = variant;
  const bytes = await readFile(file).catch(() => null);
  // A file that was just replaced must not be cached for a year under the version of its predecessor.
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) return { ok: false, problem: 'changed' };
  const source = await openSourcePicture(bytes);
  if (!source) return { ok: false, problem: 'unreadable', reason: `not a ${USABLE_PICTURE}` };
  try {
    const part = crop ? source.image.extract(pixelsOf(cropOfUpright(crop, source), source)) : source.image;
    const resized = part.resize({ width, height, fit: 'cover', withoutEnlargement: true });
    return { ok: true, body: await encoded(resized, format) };
  } catch (error) {
    return { ok: false, problem: 'unreadable', reason: errorMessage(error) };
  }
}

/** Encodes a picture; a WebP for phones with many details, such as leaves, is encoded again with a lower quality. */
async function encoded(resized: Sharp, format: Variant['format']): Promise<Buffer> {
  const { data, info } = await encoders[format](resized.clone()).toBuffer({ resolveWithObject: true });
  const isSmall = info.size * 8 <= BUSY_BITS_PER_PIXEL * info.width * info.height;
  if (format !== 'webp' || info.width > PHONE_WIDTH || isSmall) return data;
  return resized.webp({ quality: BUSY_QUALITY, effort: 5 }).toBuffer();
}

/** Renders variants, two at a time, and stores them in a folder. */
export interface Renderer {
  rendered(path: string, found: MediaDescription, variant: Variant): Promise<Rendering>;
  statistics(): { renders: number; hits: number; running: number; waiting: number; cacheBytes: number };
  close(): Promise<void>;
}

const maxEncoders = 2;

/** Opens the rendering of variants into a folder. */
export function openRenderer(options: {
  folder: string;
  cacheBytes: number;
  maxWaiting: number;
  forget: (path: string) => void;
  report: (error: unknown) => void;
}): Renderer {
  const { folder, cacheBytes, maxWaiting, forget, report } = options;
  const cache = openMediaCache({ folder, maxBytes: cacheBytes, report });
  const queue = openJobQueue({ maxRunning: maxEncoders, maxWaiting });
  let renders = 0;

  async function draw(path: string, { file, hash }: MediaDescription, variant: Variant): Promise<Rendering> {
    renders += 1;
    const rendering = await render(file, hash, variant);
    if (rendering.ok) return rendering;
    if (rendering.problem === 'changed') forget(path);
    if (rendering.problem === 'unreadable')
      report(new Error(`The picture ${path} cannot be used: ${rendering.reason}`));
    return rendering;
  }

  return {
    rendered: (path, found, variant) =>
      cache.get(
        variantKeyOf(found.hash, variant),
        async () => queue.run(() => draw(path, found, variant)) ?? { ok: false, problem: 'busy' },
      ),
    statistics() {
      const { hits, bytes } = cache.statistics();
      return { renders, hits, running: queue.running(), waiting: queue.waiting(), cacheBytes: bytes };
    },
    close: cache.close,
  };
}

import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { isUnfinished, writeAtomically } from '../files/write.server.ts';
import { errorMessage } from '../log/error-facts.ts';
import { cropOfUpright, pixelsOf } from './crop.ts';
import { openJobQueue } from './job-queue.server.ts';
import type { MediaDescription } from './media-index.server.ts';
import { openSourcePicture, USABLE_PICTURE } from './source-picture.server.ts';
import { type Variant, variantKeyOf } from './variant.server.ts';

/**
 * Renderings on disk by key; each key is made once at a time, and the least recently used are removed beyond the limit.
 */
export interface MediaCache {
  get(key: string, make: () => Promise<Rendering>): Promise<Rendering>;
  statistics(): { hits: number; bytes: number };
  close(): Promise<void>;
}

const touchAfterMs = 60 * 60 * 1000;
const staleTemporaryMs = 10 * 60 * 1000;
const refusalMs = 10 * 60 * 1000;
const maxRefusals = 1_000;
const fillAfterSweep = 0.9;

/** Opens the folder in which rendered variants are stored. */
export function openMediaCache(options: {
  folder: string;
  maxBytes: number;
  report: (error: unknown) => void;
}): MediaCache {
  const { folder, maxBytes, report } = options;
  const flights = new Map<string, Promise<Rendering>>();
  const refusals = openRefusals();
  let bytes = 0;
  let hits = 0;
  const sweep = async () => {
    const files = await filesOf(folder);
    bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxBytes) bytes -= await removed(files, bytes - maxBytes * fillAfterSweep, report);
  };
  // Writing and sweeping run one after the other, so that `bytes` stays correct.
  let turn = sweep().catch(report);

  async function fly(key: string, make: () => Promise<Rendering>): Promise<Rendering> {
    let isStoring = false;
    try {
      const body = await usedFile(join(folder, key), report);
      if (body) hits += 1;
      const rendering: Rendering = body ? { ok: true, body } : await make();
      isStoring = rendering.ok && !body;
      if (rendering.ok && isStoring) store(key, rendering.body);
      if (!rendering.ok && rendering.problem === 'unreadable') refusals.add(key, rendering);
      return rendering;
    } finally {
      if (!isStoring) flights.delete(key);
    }
  }

  // The visitor does not wait for the disk; requests in the meantime share this result.
  function store(key: string, body: Buffer): void {
    turn = turn
      .then(async () => {
        await writeAtomically(join(folder, key), body);
        bytes += body.length;
        if (bytes > maxBytes) await sweep();
      })
      .catch(report)
      .finally(() => flights.delete(key));
  }

  return {
    get(key, make) {
      const refusal = refusals.get(key);
      if (refusal) return Promise.resolve(refusal);
      const flight = flights.get(key) ?? fly(key, make);
      flights.set(key, flight);
      return flight;
    },
    statistics: () => ({ hits, bytes }),
    async close() {
      await Promise.allSettled(flights.values());
      await turn;
    },
  };
}

/** Opens the refusals of a while: without them a broken original would occupy an encoder at each request. */
function openRefusals() {
  const refusals = new Map<string, { rendering: Rendering; untilMs: number }>();
  return {
    get(key: string): Rendering | null {
      const refusal = refusals.get(key);
      return refusal && refusal.untilMs > Date.now() ? refusal.rendering : null;
    },
    add(key: string, rendering: Rendering): void {
      if (refusals.size >= maxRefusals) refusals.clear();
      refusals.set(key, { rendering, untilMs: Date.now() + refusalMs });
    },
  };
}

/** The bytes of a stored file, which count as used now; null when there is none. */
async function usedFile(file: string, report: (error: unknown) => void): Promise<Buffer | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const { size, mtimeMs } = await handle.stat();
    // The file's modification time records the last use: it survives a restart and is visible to other workers.
    if (Date.now() - mtimeMs > touchAfterMs) await handle.utimes(new Date(), new Date()).catch(report);
    return size > 0 ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

/** Removes files in their order until so many bytes are free; returns how many bytes of them are gone. */
async function removed(
  files: readonly { file: string; size: number }[],
  enough: number,
  report: (error: unknown) => void,
): Promise<number> {
  let bytes = 0;
  for (const { file, size } of files) {
    if (bytes >= enough) break;
    try {
      await rm(file, { force: true });
      bytes += size;
    } catch (error) {
      // One that stays must not keep all others.
      report(error);
    }
  }
  return bytes;
}

/** The files of a folder, the least recently used first; temporary files that nobody writes any more are removed. */
async function filesOf(folder: string): Promise<{ file: string; size: number }[]> {
  const files: { file: string; size: number; mtimeMs: number }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) continue;
    if (!isUnfinished(name)) files.push({ file, size: facts.size, mtimeMs: facts.mtimeMs });
    else if (Date.now() - facts.mtimeMs > staleTemporaryMs) await rm(file, { force: true }).catch(() => {});
  }
  return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
}

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

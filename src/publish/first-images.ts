import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { readPacked } from '../platform/files/packed-files.server.ts';
import type { Media } from '../platform/media/media.server.ts';
import { parseVariant } from '../platform/media/variant.server.ts';
import { parsed, textList } from '../platform/values/parsed.ts';

const NAME = 'first-images.json';
const NO_IMAGES = Buffer.from('[]');

/** Writes the URLs of the first images of all pages into the folder of a version. */
export function writeFirstImages(versionDir: string, urls: readonly string[]): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(urls));
}

/** The URLs of the first images of a version as JSON; empty when it has none, and they are drawn when requested. */
function firstImagesOf(versionDir: string): Buffer {
  try {
    return readPacked(join(versionDir, NAME));
  } catch {
    return NO_IMAGES;
  }
}

/**
 * Draws the first images of a version before visitors request them, except those of the previous version; `signal`
 * stops it.
 */
export async function warmFirstImages({
  versionDir,
  beforeDir = null,
  media,
  signal,
  calm = false,
  onStep = () => {},
}: {
  versionDir: string;
  beforeDir?: string | null;
  media: Pick<Media, 'prepare'>;
  signal: AbortSignal;
  /** Pauses three times as long as it draws, because visitors come first. */
  calm?: boolean;
  onStep?: (done: number, all: number) => void;
}): Promise<{ drawn: number; left: number }> {
  const [before, wanted] = [beforeDir ? firstImagesOf(beforeDir) : NO_IMAGES, firstImagesOf(versionDir)];
  // Most versions differ in texts alone, and to parse thousands of URLs stops the running site.
  if (before.equals(wanted)) return { drawn: 0, left: 0 };
  const known = new Set(parsed(textList, before.toString()));
  if (calm) await setImmediate();
  const fresh = parsed(textList, wanted.toString()).filter((src) => !known.has(src));
  let done = 0;
  for (const src of fresh) {
    if (signal.aborted) break;
    const url = new URL(src, 'http://site');
    const parsed = parseVariant(url.searchParams, null);
    const started = performance.now();
    if (parsed.ok) await media.prepare(decodeURIComponent(url.pathname.slice('/media/'.length)), parsed.variant);
    if (calm) await pause((performance.now() - started) * 3, undefined, { signal }).catch(() => {});
    done += 1;
    onStep(done, fresh.length);
  }
  return { drawn: done, left: fresh.length - done };
}

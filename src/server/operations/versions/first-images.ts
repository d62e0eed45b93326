import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Media } from '../../platform/media/media.ts';
import { parseVariant } from '../../platform/media/variant.ts';

const NAME = 'first-images.json';
const ADDRESS = /\/media\/[^\s",]+/g;

const FIRST = 'fetchpriority="high"';

/** The URLs of the pictures that a page shows first, in all the sizes that it offers. */
export function firstImagesIn(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf(FIRST); at >= 0; at = html.indexOf(FIRST, at + 1)) {
    const image = html.lastIndexOf('<img', at);
    if (image < html.lastIndexOf('</', at)) continue;
    let whole = image;
    const tagBefore = (tag: number) => html.lastIndexOf('<', tag - 1);
    // In a picture element the other sources come right before the image.
    for (let tag = tagBefore(image); html.startsWith('<source', tag); tag = tagBefore(tag)) whole = tag;
    for (const [src] of html.slice(whole, at).matchAll(ADDRESS))
      found.push(src.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
  }
  return found.map(apart);
}

/** Copies a text into memory of its own: a substring keeps its whole page in memory, 100 KB each. */
const apart = (text: string): string => Buffer.from(text).toString();

/** Writes the URLs of the first images of all pages into the folder of a version. */
export function writeFirstImages(versionDir: string, urls: readonly string[]): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(urls));
}

function readFirstImages(versionDir: string): string[] {
  const file = join(versionDir, NAME);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
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
  const known = new Set(beforeDir ? readFirstImages(beforeDir) : []);
  const fresh = readFirstImages(versionDir).filter((src) => !known.has(src));
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

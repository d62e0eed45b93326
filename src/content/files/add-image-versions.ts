import { isRecord, recordOf } from '../../platform/values/values.ts';

/** The facts of a picture file: 8 hexadecimal digits of its content hash, and its size in pixels. */
export interface ImageFacts {
  version: string;
  width: number;
  height: number;
}

/** The functions that describe picture files. */
interface Media {
  describe(path: string): Promise<ImageFacts | null>;
  tone(path: string): Promise<string | null>;
}

/**
 * Adds version and size to every picture of the content (`src` or `Url`), so that its URL can be cached forever, and a
 * placeholder colour to the pictures that are shown first. The other pictures of a list get no placeholder colour: each
 * would have to be decoded once for a background that is rarely seen. Things in `done` have them already; what is done
 * now is added.
 */
export async function addImageVersions(content: object, media: Media, done = new WeakSet<object>()): Promise<void> {
  const things = Object.values(content).flatMap((part: unknown) => (Array.isArray(part) ? part : [part]));
  const left = things.filter((thing): thing is object => typeof thing === 'object' && thing && !done.has(thing));
  const pictures: Found[] = [];
  for (const thing of left) collect(thing, pictures);
  const known = new Map<string, ImageFacts | null>();
  const tones = new Map<string, string>();
  for (const { picture, path, isFirst } of pictures) {
    const facts = known.has(path) ? known.get(path) : await media.describe(path);
    known.set(path, facts ?? null);
    if (!facts) continue;
    const tone = isFirst && (tones.get(path) ?? (await media.tone(path)));
    if (tone) tones.set(path, tone);
    Object.assign(
      picture,
      { v: facts.version },
      tone ? { tone } : {},
      path === picture.Url
        ? { Width: facts.width, Height: facts.height }
        : { width: facts.width, height: facts.height },
    );
  }
  for (const thing of left) done.add(thing);
}

interface Found {
  picture: Record<string, unknown>;
  path: string;
  isFirst: boolean;
}

function collect(value: unknown, found: Found[], isFirst = true): void {
  if (Array.isArray(value))
    for (const [at, inner] of value.entries()) collect(inner, found, at === 0 || pathOf(inner) === null);
  if (!isRecord(value)) return;
  const path = pathOf(value);
  if (path !== null) found.push({ picture: value, path, isFirst });
  else for (const inner of Object.values(value)) collect(inner, found);
}

/** The path of a picture; null for anything else. */
function pathOf(value: unknown): string | null {
  const { src, Url } = recordOf(value);
  return typeof Url === 'string' ? Url : typeof src === 'string' ? src : null;
}

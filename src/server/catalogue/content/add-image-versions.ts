/** What is known of a picture file: 8 hexadecimal digits of its content hash, and its size in pixels. */
export interface ImageFacts {
  version: string;
  width: number;
  height: number;
}

/** What tells of picture files. */
interface Media {
  describe(path: string): Promise<ImageFacts | null>;
  tone(path: string): Promise<string | null>;
}

/**
 * Writes version and size into every picture of the content (`src` or `Url`), so that its address can be kept for ever,
 * and
 * the tone that holds its place into those that are shown first. The further ones of a list would have to be decoded,
 * each
 * once, for a ground that is rarely seen.
 */
export async function addImageVersions(content: unknown, media: Media): Promise<void> {
  const pictures: Found[] = [];
  collect(content, pictures);
  const known = new Map<string, ImageFacts | null>();
  const tones = new Map<string, string>();
  for (const { picture, isFirst } of pictures) {
    const feed = typeof picture.Url === 'string';
    const path = (feed ? picture.Url : picture.src) as string;
    const facts = known.has(path) ? known.get(path) : await media.describe(path);
    known.set(path, facts ?? null);
    if (!facts) continue;
    const tone = isFirst && (tones.get(path) ?? (await media.tone(path)));
    if (tone) tones.set(path, tone);
    Object.assign(
      picture,
      { v: facts.version },
      tone ? { tone } : {},
      feed ? { Width: facts.width, Height: facts.height } : { width: facts.width, height: facts.height },
    );
  }
}

interface Found {
  picture: Record<string, unknown>;
  isFirst: boolean;
}

function collect(value: unknown, found: Found[], isFirst = true): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value))
    for (const [at, inner] of value.entries()) collect(inner, found, at === 0 || !isPicture(inner));
  else if (isPicture(value)) found.push({ picture: value, isFirst });
  else for (const inner of Object.values(value)) collect(inner, found);
}

function isPicture(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const { src, Url } = value as { src?: unknown; Url?: unknown };
  return typeof src === 'string' || typeof Url === 'string';
}

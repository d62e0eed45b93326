/** What is known of a picture file: 8 hexadecimal digits of its content hash, and its size in pixels. */
export interface ImageFacts {
  version: string;
  width: number;
  height: number;
}

/** Writes version and size into every picture of the content (`src` or `Url`), so that its address can be kept for ever. */
export async function addImageVersions(content: unknown, describe: (path: string) => Promise<ImageFacts | null>): Promise<void> {
  const pictures: Record<string, unknown>[] = [];
  collect(content, pictures);
  const known = new Map<string, ImageFacts | null>();
  for (const picture of pictures) {
    const feed = typeof picture.Url === 'string';
    const path = (feed ? picture.Url : picture.src) as string;
    const facts = known.has(path) ? known.get(path) : await describe(path);
    known.set(path, facts ?? null);
    if (!facts) continue;
    Object.assign(
      picture,
      { v: facts.version },
      feed ? { Width: facts.width, Height: facts.height } : { width: facts.width, height: facts.height },
    );
  }
}

function collect(value: unknown, found: Record<string, unknown>[]): void {
  if (value === null || typeof value !== 'object') return;
  const record = value as Record<string, unknown>;
  if (!Array.isArray(value) && (typeof record.src === 'string' || typeof record.Url === 'string')) found.push(record);
  else for (const inner of Object.values(record)) collect(inner, found);
}

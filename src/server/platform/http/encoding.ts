/** The encodings in which an answer is sent, the best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const KEPT = 200;
const known = new Map<string, Encoding>();

/** The best encoding for a browser by its `Accept-Encoding`; one that it gives the quality 0 is refused. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const seen = known.get(accepted);
  if (seen) return seen;
  const found =
    (['br', 'gzip'] as const).find((encoding) =>
      new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?![.]\\d*[1-9]))`).test(accepted),
    ) ?? 'identity';
  // Browsers say one of a handful of things; whoever sends others shall not fill the memory.
  if (known.size < KEPT) known.set(accepted, found);
  return found;
}

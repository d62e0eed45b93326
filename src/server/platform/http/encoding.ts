import Negotiator from 'negotiator';

/** The encodings in which a response is sent, the best first. */
export type Encoding = 'br' | 'gzip' | 'identity';

const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity'];
const MAX_CACHED = 200;
const cached = new Map<string, Encoding>();

/** The best encoding for a client by its `Accept-Encoding`; an encoding with the quality 0 is refused. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = cached.get(accepted);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const found = OFFERED.find((encoding) => negotiator.encodings([encoding]).length > 0) ?? 'identity';
  // Browsers send a handful of values; a client that sends others must not fill the memory.
  if (cached.size < MAX_CACHED) cached.set(accepted, found);
  return found;
}

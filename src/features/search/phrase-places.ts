import { slugOf } from '../../platform/text/slug.ts';
import type { Token } from './phrase-tokens.ts';
import { PHRASE_WORDS } from './phrase-words.ts';

/** A place that a phrase can name. */
export interface NamedPlace<Place> {
  /** In all languages. */
  names: readonly string[];
  zips: readonly string[];
  place: Place;
  /** Number of properties there: of two names with the same slips the heavier is meant. */
  stock: number;
}

/** The places by their names, for phrases. */
export interface PhrasePlaces<Place> {
  /** The place whose name begins at a token, the longest one, with its number of tokens. */
  at(tokens: readonly Token[], from: number): { place: Place; length: number } | null;
  /** Every word of a name with the stock of its place, for typing slips. */
  words: ReadonlyMap<string, number>;
}

const LUXEMBOURG = /^L-/;
const MOST_WORDS = 6;
const SHORTEST_PART = 5;

/** Opens the places of an agency; of several with one name or postcode the first is meant. */
export function openPhrasePlaces<Place>(places: readonly NamedPlace<Place>[]): PhrasePlaces<Place> {
  const byName = new Map<string, NamedPlace<Place>>();
  const byZip = new Map<string, NamedPlace<Place>>();
  const words = new Map<string, number>();
  const keep = (map: Map<string, NamedPlace<Place>>, key: string, one: NamedPlace<Place>) => {
    if (key && !map.has(key)) map.set(key, one);
  };
  const parts = uniqueParts(places);
  for (const one of places) {
    for (const name of one.names) {
      const slug = slugOf(name);
      keep(byName, slug, one);
      keep(byName, slug.replace(/\b(?:sint|sainte?)-/g, 'st-'), one);
      for (const word of slug.split('-')) words.set(word, Math.max(words.get(word) ?? 0, one.stock));
    }
    for (const zip of one.zips) keep(byZip, zip, one);
  }
  // Without its prefix a postcode of Luxembourg is found unless Belgium has the same one.
  for (const one of places) for (const zip of one.zips) keep(byZip, zip.replace(LUXEMBOURG, ''), one);
  for (const [part, one] of parts) keep(byName, part, one);
  return {
    words,
    at(tokens, from) {
      const { number, typed, text } = tokens[from]!;
      const next = tokens[from + 1];
      if (text === 'l' && next && byZip.has(`L-${next.typed}`)) return found(byZip.get(`L-${next.typed}`)!, 2);
      // 1860 is a postcode, 1.860 is not.
      if (number !== null) return /^\d{4}$/.test(typed) && byZip.has(typed) ? found(byZip.get(typed)!, 1) : null;
      const most = Math.min(MOST_WORDS, tokens.length - from);
      for (let length = most; length > 0; length -= 1) {
        const name = tokens
          .slice(from, from + length)
          .map(({ text }) => text)
          .join('-');
        const one = byName.get(name);
        if (one) return found(one, length);
      }
      return null;
    },
  };
}

/** Words of names that only one place has: people say Molenbeek to Sint-Jans-Molenbeek. */
function uniqueParts<Place>(places: readonly NamedPlace<Place>[]): Map<string, NamedPlace<Place>> {
  const owners = new Map<string, Set<NamedPlace<Place>>>();
  for (const one of places)
    for (const part of one.names.flatMap((name) => slugOf(name).split('-')))
      if (part.length >= SHORTEST_PART && !PHRASE_WORDS.has(part))
        owners.set(part, (owners.get(part) ?? new Set()).add(one));
  return new Map([...owners].flatMap(([part, own]) => (own.size === 1 ? [[part, [...own][0]!] as const] : [])));
}

const found = <Place>({ place }: NamedPlace<Place>, length: number) => ({ place, length });

import type { PropertyType } from '../place/region.ts';
import type { Feature } from '../property/features.ts';
import type { Goal } from '../property/property-state.ts';
import { correctedTokens, type Token } from './correct-words.ts';
import type { PhrasePlaces } from './phrase-places.ts';
import { type Meaning, PHRASE_WORDS } from './phrase-words.ts';

/** What a search phrase asks. */
export interface Understood<Place> {
  /** Null when the phrase does not say it. */
  goal: Goal | null;
  types: PropertyType['key'][];
  places: Place[];
  minPrice: number | null;
  maxPrice: number | null;
  bedrooms: number | null;
  minSurface: number | null;
  maxSurface: number | null;
  minGround: number | null;
  /** Kilometres around the places. */
  within: number | null;
  /** Worst energy label that is accepted, such as `B`. */
  label: string | null;
  features: Feature[];
  /** Words that were not understood, as they were typed. */
  unknown: string[];
}

/** Below this a price is one per month. */
export const HIGHEST_RENT = 10_000;

/** Sets the range of prices, in whichever order its ends were typed. */
export function setRange(result: Understood<unknown>, low: number, high: number): void {
  // "200 tot 300.000" means thousands in both.
  const least = low < 1000 && high >= 100_000 ? low * 1000 : low;
  // "Between 0 and 300.000" has no lower limit.
  result.minPrice = Math.min(least, high) || null;
  result.maxPrice = Math.max(least, high);
}

/** Adds what is not there yet. */
export function add<T>(all: T[], one: T): void {
  if (!all.includes(one)) all.push(one);
}

/** Makes sense of the whole: "house with garage" wants parking, and 1000 euros are a rent. */
export function settled<Place>(result: Understood<Place>): Understood<Place> {
  const hasRooms = result.bedrooms !== null || result.features.includes('garden');
  if (result.types.includes('garage') && (result.types.length > 1 || hasRooms)) {
    result.types = result.types.filter((type) => type !== 'garage');
    add(result.features, 'parking');
  }
  // Parking alone is what is looked for.
  if (!hasRooms && result.types.length === 0 && result.features.length === 1 && result.features[0] === 'parking') {
    result.types = ['garage'];
    result.features = [];
  }
  // Only an apartment is on the ground floor.
  if (result.features.includes('groundFloor')) add(result.types, 'apartment');
  // The surface of land is that of the plot.
  if (result.types.length === 1 && result.types[0] === 'land' && result.minSurface !== null) {
    result.minGround = result.minSurface;
    result.minSurface = null;
  }
  if (result.places.length === 0) result.within = null;
  const { minPrice, maxPrice } = result;
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) setRange(result, maxPrice, minPrice);
  const highest = result.maxPrice ?? result.minPrice;
  if (result.goal === null && highest !== null) result.goal = highest < HIGHEST_RENT ? 'rent' : 'sale';
  return result;
}

/** One thing that a phrase says. */
export type Item<Place> =
  | (Exclude<Meaning, { is: 'times' | 'number' }> & { typed: string })
  | { is: 'number'; number: number; typed: string }
  | { is: 'place'; place: Place; typed: string }
  | { is: 'unknown'; typed: string };

type Is = Item<unknown>['is'];

/** Reads a phrase from left to right. */
export interface Reader<Place> {
  isOver(): boolean;
  next(): Item<Place>;
  /** Passes over one item of these kinds; whether there was one. */
  skip(...kinds: Is[]): boolean;
  skipAll(...kinds: Is[]): void;
  /** The number that follows, with its factor; null when none does. */
  number(): { number: number; typed: string } | null;
  /** What follows a number and makes it no price. */
  unit(): { is: 'bedrooms' | 'rooms' | 'surface' | 'km'; typed: string } | null;
  /** Passes over euros and "per month", which makes it a rent; whether there was one. */
  unitOfPrice(result: Pick<Understood<unknown>, 'goal'>): boolean;
  /** The second number of a range, as in "200.000 tot 300.000" or "80 tot 120 m²". */
  endOfRange(given?: { onlySurface: boolean }): { number: number; typed: string; isSurface: boolean } | null;
  /** An energy label, `A+` to `G`. */
  labelLetter(): string | null;
  /** The words that belong to "without". */
  negated(typed: string): string;
  /** Whether an article stands before the item that was read last. */
  isAfterArticle(): boolean;
}

const MOST_WORDS = Math.max(...[...PHRASE_WORDS.keys()].map((words) => words.split(' ').length));
const ARTICLES = new Set(['een', 'une', 'un', 'a', 'ein', 'eine', 'einem', 'einen']);
/** Between which a number can end a range of prices. */
const [LOWEST_END, HIGHEST_END] = [200, 1e9];
const RANGE = new Set(['tot', 'bis', 'a', 'to', 'en', 'et', 'and', 'und', 'jusqu']);

/** Opens a phrase; words with typing slips are read as what was probably meant. */
export function openReader<Place>(typed: readonly Token[], places: PhrasePlaces<Place>): Reader<Place> {
  const tokens = correctedTokens(typed, places.words);
  let at = 0;
  const typedOf = (length: number) =>
    tokens
      .slice(at, at + length)
      .map((token) => token.typed)
      .join(' ');

  function word(from: number): { meaning: Meaning; length: number } | null {
    for (let length = Math.min(MOST_WORDS, tokens.length - from); length > 0; length -= 1) {
      const words = tokens
        .slice(from, from + length)
        .map(({ text }) => text)
        .join(' ');
      const meaning = PHRASE_WORDS.get(words);
      if (meaning) return { meaning, length };
    }
    return null;
  }

  function look(): { item: Item<Place>; length: number } {
    const token = tokens[at]!;
    const place = places.at(tokens, at);
    const known = token.number === null ? word(at) : null;
    const isFiller = known && ['filler', 'and', 'to', 'about'].includes(known.meaning.is);
    if (place && (!known || place.length > known.length || (isFiller && place.length === known.length)))
      if (token.number === null || !isAmount(at))
        return { item: { is: 'place', place: place.place, typed: typedOf(place.length) }, length: place.length };
    if (known && known.meaning.is !== 'number' && known.meaning.is !== 'times')
      return { item: { ...known.meaning, typed: typedOf(known.length) }, length: known.length };
    const amount = amountAt(at);
    if (amount)
      return { item: { is: 'number', number: amount.number, typed: typedOf(amount.length) }, length: amount.length };
    return { item: { is: 'unknown', typed: token.typed }, length: 1 };
  }

  /** Whether euros, a month or a unit follow a number that could be a postcode. */
  function isAmount(from: number): boolean {
    const before = from > 0 ? tokens[from - 1]!.text : '';
    const after = word(from + 1)?.meaning.is ?? '';
    const limits = ['most', 'least', 'between', 'euro', 'about'];
    return (
      limits.includes(PHRASE_WORDS.get(before)?.is ?? '') || ['euro', 'month', 'surface', 'km', 'times'].includes(after)
    );
  }

  function amountAt(from: number): { number: number; length: number } | null {
    const token = tokens[from];
    if (!token) return null;
    const spelled = token.number === null ? word(from) : null;
    const number = token.number ?? (spelled?.meaning.is === 'number' ? spelled.meaning.number : null);
    if (number === null) return null;
    let length = spelled?.length ?? 1;
    const factor = from + length < tokens.length ? word(from + length) : null;
    if (factor?.meaning.is !== 'times') return { number, length };
    length += factor.length;
    return { number: Math.round(number * factor.meaning.factor), length };
  }

  function take(length: number): string {
    const words = typedOf(length);
    at += length;
    return words;
  }

  const reader: Reader<Place> = {
    isOver: () => at >= tokens.length,
    next() {
      const { item, length } = look();
      at += length;
      return item;
    },
    skip(...kinds) {
      const known = at < tokens.length && tokens[at]!.number === null ? word(at) : null;
      if (!known || !kinds.includes(known.meaning.is as Is)) return false;
      at += known.length;
      return true;
    },
    skipAll(...kinds) {
      while (reader.skip(...kinds));
    },
    number() {
      const amount = amountAt(at);
      return amount && { number: amount.number, typed: take(amount.length) };
    },
    unit() {
      const known = at < tokens.length ? word(at) : null;
      const is = known?.meaning.is;
      return is === 'bedrooms' || is === 'rooms' || is === 'surface' || is === 'km'
        ? { is, typed: take(known!.length) }
        : null;
    },
    unitOfPrice(result) {
      let hasUnit = false;
      while (at < tokens.length) {
        const known = word(at);
        if (known?.meaning.is !== 'euro' && known?.meaning.is !== 'month') break;
        if (known.meaning.is === 'month') result.goal = 'rent';
        hasUnit = true;
        at += known.length;
      }
      return hasUnit;
    },
    endOfRange({ onlySurface } = { onlySurface: false }) {
      const start = at;
      if (at < tokens.length && RANGE.has(tokens[at]!.text)) at += 1;
      while (at < tokens.length && ['euro', 'most'].includes(PHRASE_WORDS.get(tokens[at]!.text)?.is ?? '')) at += 1;
      const amount = amountAt(at);
      const isSurface = amount !== null && word(at + amount.length)?.meaning.is === 'surface';
      if (amount && (isSurface || (!onlySurface && amount.number >= LOWEST_END && amount.number <= HIGHEST_END)))
        return { number: amount.number, typed: take(amount.length), isSurface };
      at = start;
      return null;
    },
    labelLetter() {
      const text = tokens[at]?.text ?? '';
      if (!/^(?:[a-g]|a\+)$/.test(text)) return null;
      at += 1;
      return text.toUpperCase();
    },
    negated(before) {
      reader.skipAll('filler');
      if (at >= tokens.length) return before;
      const { length } = look();
      return `${before} ${take(length)}`;
    },
    isAfterArticle: () => at > 1 && ARTICLES.has(tokens[at - 2]!.text),
  };
  return reader;
}

import { isOneOf, itemAt } from '../../platform/values/values.ts';
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

const MOST_WORDS = Math.max(...[...PHRASE_WORDS.keys()].map((words) => words.split(' ').length));
const ARTICLES = new Set(['een', 'une', 'un', 'a', 'ein', 'eine', 'einem', 'einen']);
/** Between which a number can end a range of prices. */
const [LOWEST_END, HIGHEST_END] = [200, 1e9];
const RANGE = new Set(['tot', 'bis', 'a', 'to', 'en', 'et', 'and', 'und', 'jusqu']);

/** Reads a phrase from left to right; words with typing slips are read as what was probably meant. */
export class PhraseReader<Place> {
  #tokens: readonly Token[];
  #places: PhrasePlaces<Place>;
  #at = 0;

  constructor(typed: readonly Token[], places: PhrasePlaces<Place>) {
    this.#tokens = correctedTokens(typed, places.words);
    this.#places = places;
  }

  isOver(): boolean {
    return this.#at >= this.#tokens.length;
  }

  next(): Item<Place> {
    const { item, length } = this.#look();
    this.#at += length;
    return item;
  }

  /** Passes over one item of these kinds; whether there was one. */
  skip(...kinds: Is[]): boolean {
    const words = this.#tokens[this.#at]?.number === null ? this.#wordsAt(this.#at) : null;
    if (!words || !isOneOf(kinds, words.meaning.is)) return false;
    this.#at += words.length;
    return true;
  }

  skipAll(...kinds: Is[]): void {
    while (this.skip(...kinds));
  }

  /** The number that follows, with its factor; null when none does. */
  number(): { number: number; typed: string } | null {
    const amount = this.#amountAt(this.#at);
    return amount && { number: amount.number, typed: this.#take(amount.length) };
  }

  /** What follows a number and makes it no price. */
  unit(): { is: 'bedrooms' | 'rooms' | 'surface' | 'km'; typed: string } | null {
    const words = this.#wordsAt(this.#at);
    if (!words) return null;
    const { is } = words.meaning;
    return is === 'bedrooms' || is === 'rooms' || is === 'surface' || is === 'km'
      ? { is, typed: this.#take(words.length) }
      : null;
  }

  /** Passes over euros and "per month", which makes it a rent; whether there was one. */
  unitOfPrice(result: Pick<Understood<unknown>, 'goal'>): boolean {
    let hasUnit = false;
    while (!this.isOver()) {
      const words = this.#wordsAt(this.#at);
      if (words?.meaning.is !== 'euro' && words?.meaning.is !== 'month') break;
      if (words.meaning.is === 'month') result.goal = 'rent';
      hasUnit = true;
      this.#at += words.length;
    }
    return hasUnit;
  }

  /** The second number of a range, as in "200.000 tot 300.000" or "80 tot 120 m²". */
  endOfRange({ onlySurface } = { onlySurface: false }): { number: number; typed: string; isSurface: boolean } | null {
    const start = this.#at;
    if (RANGE.has(this.#textAt(this.#at))) this.#at += 1;
    while (['euro', 'most'].includes(PHRASE_WORDS.get(this.#textAt(this.#at))?.is ?? '')) this.#at += 1;
    const amount = this.#amountAt(this.#at);
    const isSurface = amount !== null && this.#wordsAt(this.#at + amount.length)?.meaning.is === 'surface';
    if (amount && (isSurface || (!onlySurface && amount.number >= LOWEST_END && amount.number <= HIGHEST_END)))
      return { number: amount.number, typed: this.#take(amount.length), isSurface };
    this.#at = start;
    return null;
  }

  /** An energy label, `A+` to `G`. */
  labelLetter(): string | null {
    const text = this.#textAt(this.#at);
    if (!/^(?:[a-g]|a\+)$/.test(text)) return null;
    this.#at += 1;
    return text.toUpperCase();
  }

  /** The words that belong to "without". */
  negated(typed: string): string {
    this.skipAll('filler');
    if (this.isOver()) return typed;
    return `${typed} ${this.#take(this.#look().length)}`;
  }

  /** Whether an article stands before the item that was read last. */
  isAfterArticle(): boolean {
    return ARTICLES.has(this.#textAt(this.#at - 2));
  }

  /** The text of a token; empty where there is none. */
  #textAt(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** The words that follow, as they were typed. */
  #typed(length: number): string {
    return this.#tokens
      .slice(this.#at, this.#at + length)
      .map(({ typed }) => typed)
      .join(' ');
  }

  #take(length: number): string {
    const words = this.#typed(length);
    this.#at += length;
    return words;
  }

  /** The longest words with a meaning that begin at a token. */
  #wordsAt(from: number): { meaning: Meaning; length: number } | null {
    for (let length = Math.min(MOST_WORDS, this.#tokens.length - from); length > 0; length -= 1) {
      const words = this.#tokens
        .slice(from, from + length)
        .map(({ text }) => text)
        .join(' ');
      const meaning = PHRASE_WORDS.get(words);
      if (meaning) return { meaning, length };
    }
    return null;
  }

  /** What comes next, and of how many tokens it is. */
  #look(): { item: Item<Place>; length: number } {
    const token = itemAt(this.#tokens, this.#at);
    const place = this.#places.at(this.#tokens, this.#at);
    const words = token.number === null ? this.#wordsAt(this.#at) : null;
    const isFiller = words && ['filler', 'and', 'to', 'about'].includes(words.meaning.is);
    if (place && (!words || place.length > words.length || (isFiller && place.length === words.length)))
      if (token.number === null || !this.#isAmount(this.#at))
        return { item: { is: 'place', place: place.place, typed: this.#typed(place.length) }, length: place.length };
    if (words && words.meaning.is !== 'number' && words.meaning.is !== 'times')
      return { item: { ...words.meaning, typed: this.#typed(words.length) }, length: words.length };
    const amount = this.#amountAt(this.#at);
    if (!amount) return { item: { is: 'unknown', typed: token.typed }, length: 1 };
    const { number, length } = amount;
    return { item: { is: 'number', number, typed: this.#typed(length) }, length };
  }

  /** Whether euros, a month or a unit follow a number that could be a postcode. */
  #isAmount(from: number): boolean {
    const after = this.#wordsAt(from + 1)?.meaning.is ?? '';
    const limits = ['most', 'least', 'between', 'euro', 'about'];
    return (
      limits.includes(PHRASE_WORDS.get(this.#textAt(from - 1))?.is ?? '') ||
      ['euro', 'month', 'surface', 'km', 'times'].includes(after)
    );
  }

  #amountAt(from: number): { number: number; length: number } | null {
    const token = this.#tokens[from];
    if (!token) return null;
    const spelled = token.number === null ? this.#wordsAt(from) : null;
    const number = token.number ?? (spelled?.meaning.is === 'number' ? spelled.meaning.number : null);
    if (number === null) return null;
    const length = spelled?.length ?? 1;
    const factor = this.#wordsAt(from + length);
    if (factor?.meaning.is !== 'times') return { number, length };
    return { number: Math.round(number * factor.meaning.factor), length: length + factor.length };
  }
}

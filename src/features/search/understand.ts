import { LONGEST_KM } from '../listing/area.ts';
import { tokensOf } from './correct-words.ts';
import type { PhrasePlaces } from './phrase-places.ts';
import { add, HIGHEST_RENT, PhraseReader, setRange, settled, type Understood } from './read-phrase.ts';

type Limit = 'most' | 'least' | 'more' | 'about';

const LOWEST_PRICE = 200;
/** The highest number that a list takes. */
const HIGHEST = 1e9;
/** What "near" means, in kilometres. */
const NEAR_KM = 5;
/** The largest surface, in square metres. */
const LARGEST = 1e6;
/** What prices are multiples of. */
const ROUND = 500;
/** How far "about" reaches. */
const ABOUT = 0.1;

/**
 * Understands what a visitor typed into the search box: rules, no model. Words in four languages may be mixed.
 * @example understand('appartement met 2 slaapkamers in gent tot 300000', places)
 * // { types: ['apartment'], bedrooms: 2, places: [Gent], maxPrice: 300000, goal: null, unknown: [], … }
 */
export function understand<Place>(phrase: string, places: PhrasePlaces<Place>): Understood<Place> {
  const reader = new PhraseReader(tokensOf(phrase), places);
  const result: Understood<Place> = {
    ...{ goal: null, types: [], places: [], minPrice: null, maxPrice: null, bedrooms: null, minSurface: null },
    ...{ maxSurface: null, minGround: null, within: null, label: null, features: [], unknown: [] },
  };
  while (!reader.isOver()) readNext(reader, result);
  return settled(result);
}

function readNext<Place>(reader: PhraseReader<Place>, result: Understood<Place>): void {
  const item = reader.next();
  switch (item.is) {
    case 'type':
      add(result.types, item.key);
      return;
    case 'goal':
      result.goal = item.goal;
      return;
    case 'feature':
      add(result.features, item.feature);
      return;
    case 'place':
      add(result.places, item.place);
      return;
    case 'month':
      result.goal = 'rent';
      return;
    case 'without':
      result.unknown.push(reader.negated(item.typed));
      return;
    case 'bedrooms':
      // "With a bedroom": one.
      if (reader.isAfterArticle()) result.bedrooms ??= 1;
      return;
    case 'most':
    case 'least':
    case 'more':
    case 'about':
      readLimit(item.is, reader, result);
      return;
    case 'near':
      result.within ??= NEAR_KM;
      return;
    case 'between':
      readRange(reader, result);
      return;
    case 'label':
      readLabel(reader, result, item.typed);
      return;
    case 'number':
      readNumber(item.number, item.typed, reader, result);
      return;
    case 'unknown':
      result.unknown.push(item.typed);
      return;
  }
}

function readLimit<Place>(kind: Limit, reader: PhraseReader<Place>, result: Understood<Place>): void {
  reader.skipAll('euro', 'filler');
  const amount = reader.number();
  // "max" without a number says nothing.
  if (!amount) return;
  const { number, typed } = amount;
  if (readUnit(number, typed, reader, result, kind)) return;
  if (!isPrice(number)) return void result.unknown.push(typed);
  if (kind === 'about') setRange(result, Math.round(number * (1 - ABOUT)), Math.round(number * (1 + ABOUT)));
  else if (kind === 'most') result.maxPrice = number;
  else result.minPrice = number;
  reader.unitOfPrice(result);
  const end = kind === 'least' || kind === 'more' ? reader.endOfRange() : null;
  if (end) endRange(number, end, reader, result);
}

/** Reads what follows a number when it is no price; false when nothing does. */
function readUnit<Place>(
  number: number,
  typed: string,
  reader: PhraseReader<Place>,
  result: Understood<Place>,
  kind: Limit | null = null,
): boolean {
  const unit = reader.unit();
  if (unit === null) return false;
  const isKnown = number > 0 && number <= LARGEST && Number.isInteger(number);
  const least = kind === 'more' && unit.is !== 'surface' ? number + 1 : number;
  if (unit.is === 'km' && number > 0 && number <= LONGEST_KM) result.within = Math.ceil(number);
  else if (unit.is === 'surface' && isKnown) result[kind === 'most' ? 'maxSurface' : 'minSurface'] = least;
  else if (unit.is === 'bedrooms' && isKnown && kind !== 'most' && number < 100) result.bedrooms = least;
  else if (unit.is === 'rooms' && isKnown && kind !== 'most' && number < 100) result.bedrooms = Math.max(1, least - 1);
  // A list has no largest number of bedrooms.
  else result.unknown.push(`${typed} ${unit.typed}`);
  return true;
}

function readRange<Place>(reader: PhraseReader<Place>, result: Understood<Place>): void {
  reader.skipAll('euro', 'filler');
  const low = reader.number();
  if (!low) return;
  reader.unitOfPrice(result);
  const high = reader.endOfRange();
  if (!high) {
    readNumber(low.number, low.typed, reader, result);
    return;
  }
  endRange(low.number, high, reader, result);
}

function readLabel<Place>(reader: PhraseReader<Place>, result: Understood<Place>, typed: string): void {
  // "A" and "D" are words of their own too.
  let letter = reader.labelLetter();
  while (!letter && reader.skip('label', 'filler', 'most', 'least', 'to')) letter = reader.labelLetter();
  if (letter) result.label = letter;
  else result.unknown.push(typed);
}

function readNumber<Place>(
  number: number,
  typed: string,
  reader: PhraseReader<Place>,
  result: Understood<Place>,
): void {
  if (readUnit(number, typed, reader, result)) return;
  const end = reader.endOfRange({ onlySurface: !isPrice(number) });
  if (end) {
    endRange(number, end, reader, result);
    return;
  }
  const hasUnit = reader.unitOfPrice(result);
  // A reference is a number too, but hardly ever a round one.
  const isRound = number >= HIGHEST_RENT && number % ROUND === 0;
  if (isPrice(number) && (hasUnit || isRound || result.goal === 'rent')) result.maxPrice = number;
  else result.unknown.push(typed);
}

/** Keeps a range of surfaces or prices. */
function endRange<Place>(
  low: number,
  { number: high, typed, isSurface }: { number: number; typed: string; isSurface: boolean },
  reader: PhraseReader<Place>,
  result: Understood<Place>,
): void {
  if (isSurface) {
    const unit = reader.unit();
    const [least, most] = [Math.floor(Math.min(low, high)), Math.ceil(Math.max(low, high))];
    if (most > 0 && most <= LARGEST) [result.minSurface, result.maxSurface] = [least || null, most];
    else result.unknown.push(`${low} ${typed} ${unit?.typed ?? ''}`);
    return;
  }
  setRange(result, low, high);
  reader.unitOfPrice(result);
}

const isPrice = (number: number) => number >= LOWEST_PRICE && number <= HIGHEST;

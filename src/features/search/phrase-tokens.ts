import { plainText } from './search-index.ts';

/** A word or a number of a phrase. */
export interface Token {
  /** Without accents and capitals. */
  text: string;
  /** As it was typed. */
  typed: string;
  /** Null for a word. */
  number: number | null;
}

const LONGEST = 200;
const NUMBER = String.raw`\d{1,3}(?:[ .,'\u00A0\u202F]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)|\d+`;
const TOKEN = new RegExp(String.raw`${NUMBER}|m2(?![a-z0-9])|[a-z]+\+?|[<>€]`, 'g');

/**
 * The words and numbers of a phrase. Points and blanks before three digits belong to the number.
 * @example tokensOf('Flat tot € 300.000').map(({ text }) => text) // ['flat', 'tot', '€', '300000']
 */
export function tokensOf(phrase: string): Token[] {
  const typed = phrase.slice(0, LONGEST).normalize('NFC').replaceAll('²', '2').replaceAll('ß', 'ss');
  // Letter by letter, so that places in one text are places in the other.
  const letters = [...typed].map((letter) => plainText(letter)[0] ?? ' ');
  return [...letters.join('').matchAll(TOKEN)].map(({ 0: text, index }) => {
    const number = numberOf(text);
    return {
      text: number === null ? text : String(number),
      typed: [...typed].slice(index, index + text.length).join(''),
      number,
    };
  });
}

function numberOf(text: string): number | null {
  if (!/^\d/.test(text)) return null;
  if (/^\d{1,3}(?:\D\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ''));
  return Number(text.replace(',', '.'));
}

import { type RawBuilder, sql } from 'kysely';
import { searchedDigits } from '../../platform/text/contact-details.ts';

/** What somebody looks for: words, or a telephone number with the words it was typed in. */
export interface SearchTerm {
  words: readonly string[];
  /** The digits of a telephone number; empty for words. */
  digits: string;
}

const NUMBER = /(?<![^\s])\+?[\d(][\d\s./()-]{4,30}\d(?!\S)/;
/** Characters between the digits of a telephone number. */
const BETWEEN = [' ', '\u00a0', '.', '/', '-', '(', ')'];

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

/** The terms of a text, in lower case; all of them have to be found. At most `most` words count. */
export function searchTerms(text: string, most = 8): SearchTerm[] {
  const lower = text.trim().toLowerCase();
  const number = NUMBER.exec(lower);
  const digits = number ? searchedDigits(number[0]) : '';
  const rest = number && digits ? lower.replace(number[0], ' ') : lower;
  const words = wordsIn(rest)
    .slice(0, most)
    .map((word) => ({ words: [word], digits: '' }));
  // Its groups alone mean nothing: "58" is in many references.
  return number && digits ? [...words, { words: [number[0]], digits }] : words;
}

/** Whether a text contains a term; a telephone number is found however it was typed there. */
export function containsTerm(text: string, { words, digits }: SearchTerm): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word)) || (digits !== '' && plainDigits(lower).includes(digits));
}

const plainDigits = (text: string) => BETWEEN.reduce((all, one) => all.replaceAll(one, ''), text);

/** The condition that an SQL text contains a term, on both engines. */
export function containsTermSql(text: RawBuilder<unknown>, { words, digits }: SearchTerm): RawBuilder<boolean> {
  const likes = words.map((word) => sql`lower(${text}) like ${`%${word.replace(/[!%_]/g, '!$&')}%`} escape '!'`);
  const all = sql<boolean>`(${sql.join(likes, sql` and `)})`;
  if (digits === '') return all;
  const plain = BETWEEN.reduce((inner, one) => sql`replace(${inner}, ${one}, '')`, text);
  return sql<boolean>`(${all} or ${plain} like ${`%${digits}%`})`;
}

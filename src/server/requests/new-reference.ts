import { randomInt } from 'node:crypto';

// Without vowels no word, without 0 1 I O L nothing that is misread over the telephone.
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXZ';
const LENGTH = 5;

/**
 * A number a visitor can read out: year and month in Brussels, then 5 of 27 signs by chance.
 * @example newReference(new Date('2026-11-20T13:32:00Z')) // '2611-7KQ4M'
 */
export function newReference(moment: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Brussels',
    year: '2-digit',
    month: '2-digit',
  }).formatToParts(moment);
  const part = (type: 'year' | 'month') => parts.find((found) => found.type === type)!.value;
  return `${part('year')}${part('month')}-${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
}

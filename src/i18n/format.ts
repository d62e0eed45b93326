import type { Language } from './languages.ts';

/** The locale whose conventions a language follows here: the Belgian ones. */
export function localeOf(language: Language): string {
  return `${language}-BE`;
}

const NUMBERS = new Intl.NumberFormat('nl-BE', { maximumFractionDigits: 2 });

/**
 * A number in Belgian notation, in every language alike: point for thousands, comma for decimals.
 * @example formatNumber(1560) // '1.560'
 */
export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

/**
 * A number with its unit after a non-breaking space.
 * @example formatQuantity(214, 'm²') // '214 m²'
 */
export function formatQuantity(value: number, unit: string): string {
  return `${formatNumber(value)}\u00a0${unit}`;
}

const DATE = /^(\d{4}-\d{2}-(\d{2}))(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
const FEED_DATE = /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/;
const OFFSET = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', timeZoneName: 'longOffset' });

/**
 * The moment of an ISO date, a feed date (`2026-10-11 09:30:00`) or `/Date(ms)/`, or null when there is none. A date
 * alone starts at midnight UTC. A time without a zone is Brussels time, whatever the time zone of the machine.
 */
export function parseDate(value: string | null | undefined): Date | null {
  const text = value?.trim() ?? '';
  const milliseconds = FEED_DATE.exec(text)?.[1];
  const moment = milliseconds === undefined ? isoMoment(text) : new Date(Number(milliseconds));
  return moment && !Number.isNaN(moment.getTime()) ? moment : null;
}

function isoMoment(text: string): Date | null {
  const [, date, day, time, zone] = DATE.exec(text) ?? [];
  // JavaScript parses 31 February as 3 March.
  const midnight = new Date(date ?? '');
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null;
  if (time === undefined) return midnight;
  if (zone) return new Date(`${date}T${time}${zone.toUpperCase()}`);
  const asUtc = new Date(`${date}T${time}Z`);
  return Number.isNaN(asUtc.getTime()) ? null : new Date(`${date}T${time}${brusselsOffset(asUtc)}`);
}

/** The offset of Brussels from UTC at a moment: `+02:00`. */
function brusselsOffset(moment: Date): string {
  const name = OFFSET.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '';
  return /[+-]\d{2}:\d{2}$/.exec(name)?.[0] ?? 'Z';
}

const DAY_MONTH_YEAR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/**
 * A date as day-month-year, in the agency's time zone; empty when it cannot be parsed.
 * @example formatDate('2026-10-14') // '14-10-2026'
 */
export function formatDate(value: string | null | undefined): string {
  const date = parseDate(value);
  return date ? DAY_MONTH_YEAR.format(date).replaceAll('/', '-') : '';
}

/**
 * A date in words; empty when it cannot be parsed.
 * @example formatDateInWords('2034-11-08', 'nl') // '8 november 2034'
 */
export function formatDateInWords(value: string | null | undefined, language: Language): string {
  const date = parseDate(value);
  if (!date) return '';
  // Creating a format costs a hundred times as much as using it.
  const words =
    IN_WORDS.get(language) ??
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'Europe/Brussels' });
  IN_WORDS.set(language, words);
  return words.format(date);
}

const IN_WORDS = new Map<Language, Intl.DateTimeFormat>();

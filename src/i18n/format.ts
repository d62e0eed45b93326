import type { Language } from './languages.ts';

/** The locale whose conventions a language follows here: the Belgian ones. */
export function localeOf(language: Language): string {
  return `${language}-BE`;
}

/** Creating a format costs a hundred times as much as using it. */
function keptPerLanguage<Format>(create: (language: Language) => Format): (language: Language) => Format {
  const kept = new Map<Language, Format>();
  return (language) => {
    const format = kept.get(language) ?? create(language);
    kept.set(language, format);
    return format;
  };
}

/** Dutch and French write numbers as Belgium does: `1.560,5` and `€ 559.000`. Other languages have their own way. */
const numberLocale = (language: Language) => (language === 'nl' || language === 'fr' ? 'nl-BE' : language);

const numbers = keptPerLanguage(
  (language) => new Intl.NumberFormat(numberLocale(language), { maximumFractionDigits: 2 }),
);
/** The currency of prices that say no other. */
export const EURO = 'EUR';

const currencyFormat = (language: Language, currency: string) =>
  new Intl.NumberFormat(numberLocale(language), {
    style: 'currency',
    currency,
    signDisplay: 'negative',
    trailingZeroDisplay: 'stripIfInteger',
  });
const euros = keptPerLanguage((language) => currencyFormat(language, EURO));

/**
 * A number in the notation of a language.
 * @example formatNumber(1560.5, 'nl') // '1.560,5'
 * @example formatNumber(1560.5, 'en') // '1,560.5'
 */
export function formatNumber(value: number, language: Language): string {
  return numbers(language).format(value);
}

/**
 * A number with its unit after a non-breaking space.
 * @example formatQuantity(214, 'm²', 'nl') // '214 m²'
 */
export function formatQuantity(value: number, unit: string, language: Language): string {
  return `${formatNumber(value, language)}\u00a0${unit}`;
}

/**
 * An amount in euros in the notation of a language; decimals only when there are any. The text `NaN` shows that the
 * amount is not a number.
 * @example formatEuro(595000, 'nl') // '€ 595.000'
 * @example formatEuro(595000, 'en') // '€595,000'
 */
export function formatEuro(amount: number, language: Language): string {
  return Number.isFinite(amount) ? euros(language).format(amount) : 'NaN';
}

/**
 * An amount in a currency, given by its three letters, in the notation of a language.
 * @example formatMoney(450000, 'GBP', 'nl') // '£ 450.000'
 */
export const formatMoney = (amount: number, currency: string, language: Language): string =>
  currency === EURO ? formatEuro(amount, language) : currencyFormat(language, currency).format(amount);

/**
 * What stands for a currency in a language.
 * @example currencySign('GBP', 'nl') // '£'
 */
export const currencySign = (currency: string, language: Language): string =>
  currencyFormat(language, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/**
 * A length of time in words.
 * @example formatDuration(24, 'month', 'nl') // '24 maanden'
 */
export function formatDuration(
  count: number,
  unit: 'minute' | 'hour' | 'day' | 'month' | 'year',
  language: Language,
): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
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

const dayMonthYear = keptPerLanguage(
  (language) =>
    new Intl.DateTimeFormat(NUMERIC_DATE[language] ?? language, {
      timeZone: 'Europe/Brussels',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
);
const NUMERIC_DATE: Readonly<Record<Language, string>> = { nl: 'nl-NL', fr: 'fr-FR', en: 'en-GB', de: 'de-DE' };

/**
 * A date in figures, in the agency's time zone; empty when it cannot be parsed.
 * @example formatDate('2026-10-14', 'nl') // '14-10-2026'
 * @example formatDate('2026-10-14', 'de') // '14.10.2026'
 */
export function formatDate(value: string | null | undefined, language: Language): string {
  const date = parseDate(value);
  return date ? dayMonthYear(language).format(date) : '';
}

const dayWords = keptPerLanguage(
  (language) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'Europe/Brussels' }),
);

/**
 * A date in words; empty when it cannot be parsed.
 * @example formatDateInWords('2034-11-08', 'nl') // '8 november 2034'
 */
export function formatDateInWords(value: string | null | undefined, language: Language): string {
  const date = parseDate(value);
  return date ? withFirst(dayWords(language).format(date), language) : '';
}

const months = keptPerLanguage(
  (language) =>
    new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'Europe/Brussels' }),
);

/**
 * The month of a date; empty when it cannot be parsed.
 * @example formatMonth('2034-11-08', 'nl') // 'november 2034'
 */
export function formatMonth(value: string | null | undefined, language: Language): string {
  const date = parseDate(value);
  return date ? months(language).format(date) : '';
}

const WEEKDAY = { timeZone: 'Europe/Brussels', weekday: 'long', day: 'numeric', month: 'long' } as const;
const weekdays = keptPerLanguage((language) => new Intl.DateTimeFormat(localeOf(language), WEEKDAY));
const shortDays = keptPerLanguage(
  (language) => new Intl.DateTimeFormat(localeOf(language), { ...WEEKDAY, weekday: 'short', month: 'short' }),
);
const weekdaysOfYear = keptPerLanguage(
  (language) => new Intl.DateTimeFormat(localeOf(language), { ...WEEKDAY, year: 'numeric' }),
);

/**
 * The day of a moment with its weekday.
 * @example formatWeekday('2026-11-24T08:30:00Z', 'nl') // 'dinsdag 24 november'
 */
export function formatWeekday(iso: string, language: Language, { year = false } = {}): string {
  return withFirst((year ? weekdaysOfYear : weekdays)(language).format(new Date(iso)), language);
}

/**
 * Weekday, day and month of a moment as three short words, in Brussels time.
 * @example formatShortDay('2026-11-24T08:30:00Z', 'nl') // ['di', '24', 'nov']
 */
export function formatShortDay(iso: string, language: Language): [weekday: string, day: string, month: string] {
  const parts = shortDays(language).formatToParts(new Date(iso));
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    (parts.find((part) => part.type === type)?.value ?? '').replace(/\.$/, '');
  return [of('weekday'), of('day'), of('month')];
}

/** French counts the first day of a month: `1er`. Intl does not. */
function withFirst(day: string, language: Language): string {
  return language === 'fr' ? day.replace(/(^|\s)1(?=\s\p{L})/u, (_, before) => `${before}1er`) : day;
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time of a moment in Brussels, such as `09:30`; in French `9 h 30`. */
export function formatTime(iso: string, language: Language): string {
  return formatClock(clock.format(new Date(iso)), language);
}

/**
 * A time of day in the notation of a language.
 * @example formatClock('09:00', 'fr') // '9 h'
 */
export function formatClock(time: string, language: Language): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
  if (language !== 'fr' || !hours) return time;
  return `${Number(hours)}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
}

/**
 * A text that goes on within a line: with a small first letter.
 * @example withinLine('Vanaf € 559.000', 'nl') // 'vanaf € 559.000'
 */
export const withinLine = (text: string, language: Language): string =>
  text.charAt(0).toLocaleLowerCase(language) + text.slice(1);

/** A noun within a line: German ones keep their capital. */
export const nounWithinLine = (noun: string, language: Language): string =>
  language === 'de' ? noun : withinLine(noun, language);

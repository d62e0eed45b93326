import type { Listing } from '../../../domain/property/listing.ts';
import { listedPriceOf } from '../../../domain/property/price.ts';
import { localeOf } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import type { Language } from '../../../i18n/languages.ts';

const OPTIONS = { timeZone: 'Europe/Brussels' } as const;

/**
 * Day and time of a moment in the words of a language, in Brussels time.
 * @example momentInWords('2026-11-24T08:30:00Z', 'en') // 'Tuesday 24 November 2026, 09:30'
 */
export function momentInWords(iso: string, language: Language): string {
  return `${dayInWords(iso, language, true)}, ${timeInWords(iso)}`;
}

/** The day of a moment, such as `dinsdag 24 november`. */
export function dayInWords(iso: string, language: Language, withYear = false): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    ...OPTIONS,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(iso));
}

/** The time of a moment, such as `09:30`. */
export function timeInWords(iso: string): string {
  return new Intl.DateTimeFormat('nl-BE', { ...OPTIONS, hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}

/** The price of a listing as one line of plain text, for mails, the map and social cards. */
export function priceWords(listing: Listing, language: Language, t: Translate): string {
  const price = listedPriceOf(listing, language);
  if (price.kind === 'hidden') return t('PRICE_ON_REQUEST');
  const amount = price.from ? t('STARTING_FROM', { price: price.amount }) : price.amount;
  return [amount, price.unit ?? (price.perMonth ? t('PER_MONTH') : '')].filter(Boolean).join(' ');
}

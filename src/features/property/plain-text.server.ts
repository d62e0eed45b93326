import { formatEuro, formatTime, formatWeekday } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Language } from '../../i18n/languages.ts';
import { placeWords } from '../place/address.ts';
import { type Listing, titleOf } from './listing.ts';
import { listedPriceOf, priceInWords } from './price.ts';
import { isAvailable } from './property-state.ts';

/**
 * Day and time of a moment in the words of a language, in Brussels time.
 * @example momentInWords('2026-11-24T08:30:00Z', 'en') // 'Tuesday 24 November 2026, 09:30'
 */
export function momentInWords(iso: string, language: Language): string {
  const [date, time] = [formatWeekday(iso, language, { year: true }), formatTime(iso, language)];
  return labelsIn(language)('MOMENT', { date, time });
}

/** A listing in one line, such as `Huis met tuin, 9000 Gent (A-1001)`. */
export const titleAndTown = (listing: Listing, language: Language): string =>
  `${titleOf(listing, language)}, ${placeWords(listing, language)} (${listing.reference})`;

/** The price of a listing as one line of plain text, for mails, the map and social cards. */
export const priceWords = (listing: Listing, language: Language, t: Translate): string =>
  priceInWords(listedPriceOf(listing, language), t);

/** The lowest price of the units of a project that are for sale, in words. */
export function projectPriceWords(
  projectId: number,
  listings: readonly Listing[],
  language: Language,
  t: Translate,
): string {
  const prices = listings.flatMap((listing) =>
    listing.projectId === projectId && isAvailable(listing) && listing.goal === 'sale' && listing.price
      ? [listing.price]
      : [],
  );
  return prices.length > 0
    ? t('STARTING_FROM', { price: formatEuro(Math.min(...prices), language) })
    : t('PRICE_ON_REQUEST');
}

import type { Site } from '../../content/site/site.ts';
import { formatNumber, formatTime, formatWeekday } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { type Language, localized } from '../../i18n/languages.ts';
import type { ContentCard } from '../../platform/mail/mail-content.ts';
import { placeWords, postalAddressOf } from '../place/address.ts';
import { type Listing, titleOf } from './listing.ts';
import { listedPriceOf, priceInWords } from './price.ts';

/**
 * The address of a property in one line, for a mail. `isPublic`: without the street that the agency hides.
 * @example addressWords(listing, site, 'nl', { isPublic: true }) // 'Stationsstraat 18, 9000 Gent'
 */
export function addressWords(
  listing: Listing,
  site: Pick<Site, 'addresses'>,
  language: Language,
  { isPublic }: { isPublic: boolean },
): string {
  const { PublishAddress = false, ...street } = site.addresses[listing.id] ?? {};
  const box = labelsIn(language)('BOX');
  const place = { ...street, Zip: listing.zip, City: listing.city, CountryID: listing.countryId };
  const address = postalAddressOf(place, PublishAddress || !isPublic, { box }, language);
  return [address.street, address.place].filter(Boolean).join(', ');
}

/** Views per day with one decimal. */
const perDay = (value: number, language: string) => formatNumber(Math.round(value * 10) / 10, language);

/** The words of a comparison with similar properties; null where there are too few. */
export const comparisonWords = (
  comparison: { own: number; median: number; count: number } | null,
  language: string,
): string | null =>
  // A median of nothing tells nothing.
  comparison === null || comparison.median === 0
    ? null
    : labelsIn(language)('COMPARED_VIEWS', {
        own: perDay(comparison.own, language),
        median: perDay(comparison.median, language),
        number: comparison.count,
      });

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

/** A property in a mail: photograph, title, town and price; `kicker` is above the title (left out = the
 * reference), `more` behind the price. */
export function listingCard(
  listing: Listing,
  { site, siteUrl }: { site: Site; siteUrl: string },
  language: string,
  { kicker, more = '' }: { kicker?: string; more?: string } = {},
): ContentCard {
  const { photo } = listing;
  const t = labelsIn(language);
  const price = priceWords(listing, language, t);
  return {
    image: photo && {
      src: `${siteUrl}/media/${photo.src}?width=600&format=jpeg${photo.v ? `&v=${photo.v}` : ''}`,
      alt: localized(photo.alt, language),
    },
    kicker: kicker ?? t('REF_SHORT', { id: listing.reference }),
    title: titleOf(listing, language),
    href: siteUrl + site.listingPath(listing, language),
    lines: [[placeWords(listing, language), price, more].filter(Boolean).join(' · ')],
  };
}

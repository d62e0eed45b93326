import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/localized.ts';
import type { ContentCard } from '../../platform/mail/mail-content.ts';
import { placeWords } from '../place/address.ts';
import { type Listing, titleOf } from './listing.ts';
import { priceWords } from './plain-text.server.ts';

/** A property in a mail: photograph, title, town and price; `kicker` is above the title, `more` behind the price. */
export function listingCard(
  listing: Listing,
  { site, siteUrl }: { site: Site; siteUrl: string },
  language: string,
  { kicker, more = '' }: { kicker: string; more?: string },
): ContentCard {
  const { photo } = listing;
  const price = priceWords(listing, language, labelsIn(language));
  return {
    image: photo && {
      src: `${siteUrl}/media/${photo.src}?width=600&format=jpeg${photo.v ? `&v=${photo.v}` : ''}`,
      alt: localized(photo.alt, language),
    },
    kicker,
    title: titleOf(listing, language),
    href: siteUrl + site.listingPath(listing, language),
    lines: [[placeWords(listing, language), price, more].filter(Boolean).join(' · ')],
  };
}

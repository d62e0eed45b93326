import { createHash } from 'node:crypto';
import type { Site } from '../../content/site/site.ts';
import { digestOf } from '../../content/site/tracked-site.server.ts';
import { formatQuantity } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { townWords } from '../place/address.ts';
import { type Listing, type Photo, titleOf } from '../property/listing.ts';
import { stateText } from '../property/property-state.ts';
import { priceWords } from '../property/words.server.ts';

/** Size of a social card in pixels. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The texts of a property's social card; it is drawn again when one of these changes. */
export interface CardFacts {
  agency: string;
  title: string;
  price: string;
  /** Town, bedrooms, surface. */
  line: string;
  label: { text: string; step: number } | null;
  photo: Photo | null;
  /** Digest of the brand: colours, type and logo are drawn too. */
  brand: string;
}

const MOST_TITLE = 110;

/** The facts of a property's social card in one language; all public, because a listing holds no others. */
export function cardFacts(listing: Listing, site: Pick<Site, 'settings'>, language: string, t: Translate): CardFacts {
  const title = titleOf(listing, language);
  return {
    agency: site.settings.site.agency.name,
    title: title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).trimEnd()}…` : title,
    price: listing.gone ? stateText(listing, language, t) : priceWords(listing, language, t),
    line: [
      townWords(listing, language),
      listing.bedrooms > 0 ? t('BEDROOMS_COUNT', { count: listing.bedrooms }) : '',
      listing.living > 0 ? formatQuantity(listing.living, 'm²', language) : '',
    ]
      .filter(Boolean)
      .join(', '),
    label: listing.label && { text: listing.label.text, step: listing.label.step },
    photo: listing.photo,
    brand: digestOf(site.settings.brand),
  };
}

/** Incremented when the drawing of cards changes, so that old cards are not served as new. */
const RECIPE = 1;

/** 8 hexadecimal digits of the hash of the facts of a card. */
export function cardVersion(facts: CardFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, facts]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * The URL of the social card of a property.
 * @example cardUrl('nl', 1087, facts) // '/card/nl/1087.jpg?v=1f2e3d4c'
 */
export function cardUrl(language: string, id: number, facts: CardFacts): string {
  return `/card/${language}/${id}.jpg?v=${cardVersion(facts)}`;
}

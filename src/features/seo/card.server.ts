import { createHash } from 'node:crypto';
import type { Site } from '../../content/site/site.ts';
import { digestOf } from '../../content/site/tracked-site.server.ts';
import { formatQuantity, withinLine } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import { placeOf, placeWords, townWords } from '../place/address.ts';
import { type Listing, type Photo, titleOf } from '../property/listing.ts';
import { photosOf } from '../property/photos.ts';
import { priceInWords, projectOffer } from '../property/price.ts';
import type { Project } from '../property/project.ts';
import { stateText } from '../property/property-state.ts';
import { priceWords } from '../property/words.server.ts';

/** Size of a social card in pixels. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The texts of a social card; it is drawn again when one of these changes. */
export interface CardFacts {
  agency: string;
  title: string;
  /** Price or state; empty: none. */
  price: string;
  /** What is below it, such as town, bedrooms, surface; empty: none. */
  line: string;
  label: { text: string; step: number } | null;
  photo: Photo | null;
  /** Digest of the brand: colours, type and logo are drawn too. */
  brand: string;
}

const MOST_TITLE = 110;

type Settings = Pick<Site, 'settings'>;

/** The facts of a property's social card in one language; all public, because a listing holds no others. */
export function cardFacts(listing: Listing, site: Settings, language: string, t: Translate): CardFacts {
  return {
    ...factsOf(titleOf(listing, language), listing.photo, site),
    price: listing.gone ? stateText(listing, language, t) : priceWords(listing, language, t),
    line: [
      townWords(listing, language),
      listing.bedrooms > 0 ? t('BEDROOMS_COUNT', { count: listing.bedrooms }) : '',
      listing.living > 0 ? formatQuantity(listing.living, 'm²', language) : '',
    ]
      .filter(Boolean)
      .join(', '),
    label: listing.label && { text: listing.label.text, step: listing.label.step },
  };
}

/** The facts of the card of a new-build project: where it is, and from which price its free units begin. */
export function projectCardFacts(
  { project, units }: { project: Project; units: readonly Listing[] },
  site: Settings,
  language: string,
  t: Translate,
): CardFacts {
  const title = localized(project.TypeDescription, language) || Object.values(project.TypeDescription)[0] || '';
  const { free, price } = projectOffer(units, language);
  return {
    ...factsOf(title, photosOf(project)[0] ?? null, site),
    price: free.length > 0 ? withinLine(priceInWords(price, t), language) : '',
    line: t('NEW_BUILD_IN', { town: placeWords(placeOf(project), language) }),
  };
}

/** The facts of the card of the agency, for every page without a picture of its own. */
export function agencyCardFacts(site: Settings, language: string): CardFacts {
  const { agency } = site.settings.site;
  const { name, tagline, street, zip, city, socialImage } = agency;
  return {
    ...factsOf(localized(tagline, language) || name, socialImage ?? null, site),
    line: `${street}, ${zip} ${localized(city, language)}`,
  };
}

function factsOf(title: string, photo: Photo | null, { settings }: Settings): CardFacts {
  return {
    agency: settings.site.agency.name,
    title: title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1).trimEnd()}…` : title,
    price: '',
    line: '',
    label: null,
    photo,
    brand: digestOf(settings.brand),
  };
}

/** The path of a card: its language, and `agency`, the ID of a property, or `project-` and the ID of a project. */
export const CARD_PATH = /^\/card\/([a-z]{2})\/(\d{1,12}|project-\d{1,12}|agency)\.jpg$/;

/** The facts of the card of a path; null when there is no such property or project. */
export function namedCardFacts(name: string, site: Site, language: string, t: Translate): CardFacts | null {
  if (name === 'agency') return agencyCardFacts(site, language);
  // Each card has one name: with zeros before the ID it would be drawn and stored again.
  const project = site.projects.find(({ ID }) => name === `project-${ID}`);
  if (project) return projectCardFacts({ project, units: site.unitsOf(project.ID) }, site, language, t);
  const listing = site.listing(Number(name));
  return listing && String(listing.id) === name ? cardFacts(listing, site, language, t) : null;
}

/** Incremented when the drawing of cards changes, so that old cards are not served as new. */
const RECIPE = 2;

/** 8 hexadecimal digits of the hash of the facts of a card. */
export function cardVersion(facts: CardFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, facts]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * The URL of a social card.
 * @example cardUrl('nl', 1087, facts) // '/card/nl/1087.jpg?v=1f2e3d4c'
 */
export function cardUrl(language: string, name: number | string, facts: CardFacts): string {
  return `/card/${language}/${name}.jpg?v=${cardVersion(facts)}`;
}

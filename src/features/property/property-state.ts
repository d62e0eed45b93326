import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import type { MarqueeMeaning, SiteSettings } from '../agency/site-settings.ts';
import { type Place, regionOf } from '../place/region.ts';
import type { Listing } from './listing.ts';

/** What a state of a property means wherever it is shown. */
interface PropertyState {
  /** No longer available: no price, no viewing, grey on cards and map. */
  gone: boolean;
  /** The word on the ribbon; null for none. */
  word: LabelKey | null;
  /** The sentence on the page of the property; null for none. */
  sentence: LabelKey | null;
  /** `availability` of the offer (schema.org). */
  availability: 'https://schema.org/InStock' | 'https://schema.org/SoldOut';
}

const available = { gone: false, sentence: null, availability: 'https://schema.org/InStock' } as const;
const gone = { gone: true, availability: 'https://schema.org/SoldOut' } as const;

/** The states of a property, for card, page, portal, map, social card, mails, forms and linked data. */
export const PROPERTY_STATES: Readonly<Record<MarqueeMeaning, PropertyState>> = {
  none: { ...available, word: null },
  option: { ...available, word: 'STATUS_OPTION' },
  sold: { ...gone, word: 'STATUS_SOLD', sentence: 'ERROR_PROPERTY_SOLD' },
  rented: { ...gone, word: 'STATUS_RENTED', sentence: 'ERROR_PROPERTY_RENTED' },
};

/** Whether a property can be had: neither sold, rented nor in option. */
export const isAvailable = ({ gone, meaning }: Pick<Listing, 'gone' | 'meaning'>): boolean =>
  !gone && meaning !== 'option';

/** The state in words: the agency's own wording, else the word of the state; empty for an available property. */
export function stateText(
  { marqueeName, meaning }: Pick<Listing, 'marqueeName' | 'meaning'>,
  language: string,
  t: Translate,
): string {
  const { word } = PROPERTY_STATES[meaning];
  return localized(marqueeName, language) || (word ? t(word) : '');
}

/**
 * The sentence about a property that is no longer available: the agency's own wording, else the general sentence; empty
 * for an available property.
 * @example stateSentence({ meaning: 'sold', marqueeName: { nl: 'Verkocht onder voorbehoud' } }, 'nl', t)
 * // 'Verkocht onder voorbehoud.'
 */
export function stateSentence(
  { marqueeName, meaning }: Pick<Listing, 'marqueeName' | 'meaning'>,
  language: string,
  t: Translate,
): string {
  const { word, sentence } = PROPERTY_STATES[meaning];
  if (!sentence) return '';
  const own = localized(marqueeName, language);
  return own && word && own !== t(word) ? `${own}.` : t(sentence);
}

const OF_STATUS: ReadonlyMap<number | undefined, MarqueeMeaning> = new Map([
  [2, 'sold'],
  [4, 'rented'],
]);

/**
 * The state of a property: its status when that says sold or rented, else its Marquee number in the site's map.
 * @example marqueeOf({ Marquee: 3 }, { '0': 'none', '3': 'sold' }) // 'sold'
 */
export function marqueeOf(
  property: { Status?: number | undefined; Marquee?: number | undefined },
  map: Readonly<Record<string, MarqueeMeaning>>,
): MarqueeMeaning {
  const key = String(property.Marquee ?? 0);
  return OF_STATUS.get(property.Status) ?? (Object.hasOwn(map, key) ? map[key] : undefined) ?? 'none';
}

/** Whether a property is no longer available. */
export const isGone = (meaning: MarqueeMeaning): boolean => PROPERTY_STATES[meaning].gone;

/** The agency's words for a state in the region of a property; null for the usual words. */
export function wordsOfRegion(
  meaning: MarqueeMeaning,
  place: Place,
  { stateWords = [] }: Pick<SiteSettings, 'stateWords'>,
): Localized | null {
  const region = regionOf(place);
  return stateWords.find((words) => words.region === region && words.state === meaning)?.words ?? null;
}

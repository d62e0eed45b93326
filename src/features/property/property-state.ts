import { formatMonth } from '../../i18n/format.ts';
import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import type { MarqueeMeaning, SiteSettings } from '../agency/settings.ts';
import { type Place, regionOf } from '../place/region.ts';

/** What a property is offered for. */
export type Goal = 'sale' | 'rent';

/**
 * What a property is offered for: 0 is for sale, any other number is for rent.
 * @example goalOf({ Goal: 1 }) // 'rent'
 */
export function goalOf(property: { Goal: number }): Goal {
  return property.Goal === 0 ? 'sale' : 'rent';
}

/** Whether a property is available. */
export type PropertyStatus = 'open' | 'option' | 'sold' | 'rented' | 'gone';

/** The state of a property when it was last seen. */
export interface PropertyBefore {
  status: PropertyStatus;
  /** Euros; null when hidden. */
  price: number | null;
}

/** Something that happened to a property between two catalogues. */
export interface PropertyEvent {
  kind: 'new' | 'price-cut' | 'price-rise' | 'back' | 'sold' | 'gone';
  oldPrice: number | null;
  newPrice: number | null;
}

/** The state of a listing, with the agency's own wording. */
interface StateFacts {
  meaning: MarqueeMeaning;
  gone: boolean;
  marqueeName: Localized | null;
}

export const statusOf = ({ meaning }: Pick<StateFacts, 'meaning'>): PropertyStatus =>
  meaning === 'none' ? 'open' : meaning;

const isOver = (status: PropertyStatus): boolean => status === 'sold' || status === 'rented' || status === 'gone';

/**
 * What happened to a property since it was last seen; null stands for "never seen" and for "no longer in the
 * catalogue".
 * @example propertyEvents({ status: 'sold', price: 300000 }, { status: 'open', price: 295000 })
 * // [{ kind: 'back', ... }]
 */
export function propertyEvents(before: PropertyBefore | null, after: PropertyBefore | null): PropertyEvent[] {
  const prices = { oldPrice: before?.price ?? null, newPrice: after?.price ?? null };
  if (!before) return after && !isOver(after.status) ? [{ kind: 'new', ...prices }] : [];
  if (!after) return before.status === 'gone' ? [] : [{ kind: 'gone', ...prices }];
  if (isOver(before.status) && !isOver(after.status)) return [{ kind: 'back', ...prices }];
  if (!isOver(before.status) && isOver(after.status)) return [{ kind: 'sold', ...prices }];
  const { oldPrice, newPrice } = prices;
  // A price that becomes visible or hidden has not changed.
  if (isOver(after.status) || oldPrice === null || newPrice === null || oldPrice === newPrice) return [];
  return [{ kind: newPrice < oldPrice ? 'price-cut' : 'price-rise', ...prices }];
}

/** What a state of a property means wherever it is shown. */
interface PropertyState {
  /** No longer available: no price, no viewing, grey on cards and map. */
  gone: boolean;
  /** The word on the ribbon; null for none. */
  word: LabelKey | null;
  /** The sentence on the page of the property; null for none. */
  sentence: LabelKey | null;
  /** `availability` of the offer (schema.org). */
  availability: 'https://schema.org/InStock' | 'https://schema.org/LimitedAvailability' | 'https://schema.org/SoldOut';
}

const available = { gone: false, sentence: null, availability: 'https://schema.org/InStock' } as const;
const gone = { gone: true, availability: 'https://schema.org/SoldOut' } as const;

/** The states of a property, for card, page, portal, map, social card, mails, forms and linked data. */
export const PROPERTY_STATES: Readonly<Record<MarqueeMeaning, PropertyState>> = {
  none: { ...available, word: null },
  option: { ...available, word: 'STATUS_OPTION', availability: 'https://schema.org/LimitedAvailability' },
  sold: { ...gone, word: 'STATUS_SOLD', sentence: 'ERROR_PROPERTY_SOLD' },
  rented: { ...gone, word: 'STATUS_RENTED', sentence: 'ERROR_PROPERTY_RENTED' },
};

/** Whether a property can be had: neither sold, rented nor in option. */
export const isAvailable = ({ gone, meaning }: Pick<StateFacts, 'gone' | 'meaning'>): boolean =>
  !gone && meaning !== 'option';

/** The state in words: the agency's own wording, else the word of the state; empty for an available property. */
export function stateText(
  { marqueeName, meaning }: Pick<StateFacts, 'marqueeName' | 'meaning'>,
  language: string,
  t: Translate,
): string {
  const { word } = PROPERTY_STATES[meaning];
  return localized(marqueeName, language) || (word ? t(word) : '');
}

/**
 * The state of a property that was sold or let, with the month in which that happened where it is known.
 * @example stateSince({ meaning: 'sold', marqueeName: null, goneOn: '2026-04-17' }, 'nl', t) // 'Verkocht, april 2026'
 */
export const stateSince = (
  facts: Pick<StateFacts, 'marqueeName' | 'meaning'> & { goneOn?: string },
  language: string,
  t: Translate,
): string => [stateText(facts, language, t), formatMonth(facts.goneOn, language)].filter(Boolean).join(', ');

/**
 * The sentence about a property that is no longer available: the agency's own wording, else the general sentence; empty
 * for an available property.
 * @example stateSentence({ meaning: 'sold', marqueeName: { nl: 'Verkocht onder voorbehoud' } }, 'nl', t)
 * // 'Verkocht onder voorbehoud.'
 */
export function stateSentence(
  { marqueeName, meaning }: Pick<StateFacts, 'marqueeName' | 'meaning'>,
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

/** The two fields in which a CRM says whether a property is available: who decides one of them decides the other. */
const AVAILABILITY: readonly string[] = ['Marquee', 'Status'];

/** A field with those that say the same fact. */
export const togetherWith = (field: string): readonly string[] =>
  AVAILABILITY.includes(field) ? AVAILABILITY : [field];

interface StateFields {
  Status?: unknown;
  Marquee?: unknown;
}

/** A property as an editor reads it: where its status says sold or rented, its Marquee number does so as well. */
export function withMarquee<Data extends StateFields>(property: Data, map: SiteSettings['marquee']): Data {
  const meaning = OF_STATUS.get(Number(property.Status));
  if (!meaning || map[String(property.Marquee)] === meaning) return property;
  const number = Object.keys(map).findLast((one) => map[one] === meaning);
  return number === undefined ? property : { ...property, Marquee: Number(number) };
}

/** A property with the status that its Marquee number says, where an editor changed what `withMarquee` showed. */
export function withStatus<Data extends StateFields>(
  property: Data,
  before: StateFields | null,
  map: SiteSettings['marquee'],
): Data {
  if (property.Status === undefined || property.Marquee === (before && withMarquee(before, map))?.Marquee)
    return property;
  const meaning = map[String(property.Marquee)];
  return { ...property, Status: [...OF_STATUS.keys()].find((one) => OF_STATUS.get(one) === meaning) ?? 1 };
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

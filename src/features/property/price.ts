import { EURO, formatMoney } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import type { Language } from '../../i18n/languages.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import { goalOf } from './goal.ts';
import type { Listing } from './listing.ts';

/** What the price of a property depends on. */
export interface PriceFacts {
  Price: number;
  PublishPrice: boolean;
  /** Three letters; left out = euros. */
  Currency?: string | undefined;
  PriceUnit?: number | undefined;
  PriceUnitText?: Localized | undefined;
  Goal: number;
}

/** A price as it is shown, or the fact that it is hidden from the public. */
export type Price =
  | { kind: 'hidden' }
  | { kind: 'shown'; amount: string; from: boolean; unit: string | null; perMonth: boolean };

const STARTING_FROM = 7;

/** The currency of the amounts of a property, in three letters; a draft may hold anything. */
export function currencyOf(property: unknown): string {
  const { Currency } = (property ?? {}) as { Currency?: unknown };
  return typeof Currency === 'string' && /^[A-Z]{3}$/.test(Currency) ? Currency : EURO;
}

/** Whether a price can be added to and compared with others. */
const isInEuros = (property: PriceFacts) => currencyOf(property) === EURO;

/** The public price in euros, with which the site searches, sorts and calculates; null when there is none. */
export const euroPriceOf = (property: PriceFacts): number | null =>
  isShown(property) && isInEuros(property) ? property.Price : null;

const isShown = (property: PriceFacts) =>
  property.PublishPrice && Number.isFinite(property.Price) && property.Price > 0;

/**
 * The price of a property in a language; a price of 0 is not filled in and therefore hidden.
 * @example priceOf({ Price: 595000, PublishPrice: true, PriceUnit: 7, Goal: 0 }, 'nl') // shown, from: true
 */
export function priceOf(property: PriceFacts, language: Language): Price {
  if (!isShown(property)) return { kind: 'hidden' };
  const hasUnit = Object.values(property.PriceUnitText ?? {}).some((text) => text !== '');
  return {
    kind: 'shown',
    amount: formatMoney(property.Price, currencyOf(property), language),
    from: property.PriceUnit === STARTING_FROM,
    unit: localized(property.PriceUnitText, language) || null,
    // A unit written only in another language may be "per year"; then no period is stated.
    perMonth: goalOf(property) === 'rent' && !hasUnit,
  };
}

/** A price in one line of plain text. */
export function priceInWords(price: Price, t: Translate): string {
  if (price.kind === 'hidden') return t('PRICE_ON_REQUEST');
  const amount = price.from ? t('STARTING_FROM', { price: price.amount }) : price.amount;
  return [amount, price.unit ?? (price.perMonth ? t('PER_MONTH') : '')].filter(Boolean).join(' ');
}

/** Whether the price is a public rent per month in euros. */
export const isPerMonth = (property: PriceFacts): boolean => {
  if (!isInEuros(property)) return false;
  const price = priceOf(property, 'nl');
  return price.kind === 'shown' && price.perMonth;
};

/** The price of a property as lists know it: hidden when they do not. */
export function listedPriceOf(
  listing: Pick<Listing, 'price' | 'foreignPrice' | 'priceUnit' | 'priceUnitText' | 'goal'>,
  language: Language,
): Price {
  const facts = {
    Price: listing.price ?? listing.foreignPrice?.amount ?? 0,
    Currency: listing.foreignPrice?.currency,
    PublishPrice: true,
    PriceUnit: listing.priceUnit ?? undefined,
    PriceUnitText: listing.priceUnitText ?? undefined,
    Goal: listing.goal === 'sale' ? 0 : 1,
  };
  return priceOf(facts, language);
}

/**
 * The price per square metre of living surface in whole euros, or null when it would be unknown, hidden or misleading.
 * @example pricePerM2Of({ Price: 595000, PublishPrice: true, Goal: 0, SurfaceLiving: 214 }) // 2780
 */
export function pricePerM2Of(property: PriceFacts & { SurfaceLiving?: unknown }): number | null {
  const surface = property.SurfaceLiving;
  if (goalOf(property) !== 'sale' || euroPriceOf(property) === null || property.PriceUnit === STARTING_FROM)
    return null;
  return typeof surface === 'number' && surface > 0 ? Math.round(property.Price / surface) : null;
}

/**
 * The lowest and the highest price among available properties; null when no price is known.
 * @example priceRangeOf([{ price: 595000, gone: false }, { price: null, gone: false }])
 * // { low: 595000, high: 595000 }
 */
export function priceRangeOf(
  listings: readonly Pick<Listing, 'price' | 'gone'>[],
): { low: number; high: number } | null {
  const prices = listings.flatMap(({ price, gone }) => (price === null || gone ? [] : [price]));
  return prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : null;
}

import { EURO, formatMoney } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { type Language, type Localized, localized } from '../../i18n/languages.ts';
import { recordOf } from '../../platform/values/values.ts';
import type { Property } from './property.ts';
import { type Goal, goalOf, isAvailable } from './property-state.ts';

/** What a tenant pays, in euros. */
export interface RentCosts {
  charges: number;
  /** Rent and charges. */
  perMonth: number;
  /** Null when the property states no deposit. */
  deposit: number | null;
  /** The first month and the deposit. */
  atStart: number;
}

const amountIn = (property: Property, key: string): number => {
  const value = property[key];
  return typeof value === 'number' && value > 0 ? value : 0;
};

/**
 * The monthly charges of a tenant in euros: the charges, or else the common and the private ones that Brussels asks
 * for; null for a sale, a hidden rent, another period, or when none stated.
 */
export function chargesOf(property: Property & PriceFacts): number | null {
  if (!isPerMonth(property)) return null;
  const parts = amountIn(property, 'CommonCharges') + amountIn(property, 'PrivateCharges');
  return amountIn(property, 'ChargesRenter') || parts || null;
}

/**
 * The sums that a tenant wants to know; null when the rent is hidden, not per month, or when neither charges nor a
 * deposit are stated.
 * @example rentCostsOf(rentalOf({ Price: 1000, ChargesRenter: 100, Deposit: 2000 }))
 * // { charges: 100, perMonth: 1100, deposit: 2000, atStart: 3100 }
 */
export function rentCostsOf(property: Property & PriceFacts): RentCosts | null {
  const [charges, deposit] = [chargesOf(property), amountIn(property, 'Deposit') || null];
  if (!isPerMonth(property) || (charges === null && deposit === null)) return null;
  const perMonth = property.Price + (charges ?? 0);
  return { charges: charges ?? 0, perMonth, deposit, atStart: perMonth + (deposit ?? 0) };
}

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

/** Whether a price is the lowest of several. */
export const isFrom = (unit: number | null | undefined): boolean => unit === STARTING_FROM;

/** The currency of the amounts of a property, in three letters; a draft may hold anything. */
export function currencyOf(property: unknown): string {
  const { Currency } = recordOf(property);
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
    from: isFrom(property.PriceUnit),
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
const isPerMonth = (property: PriceFacts): boolean => {
  if (!isInEuros(property)) return false;
  const price = priceOf(property, 'nl');
  return price.kind === 'shown' && price.perMonth;
};

/**
 * What a new-build project offers: its units that can be had, and the lowest price among them, from which the others
 * begin.
 */
export function projectOffer<Unit extends ListedPrice & Parameters<typeof isAvailable>[0]>(
  units: readonly Unit[],
  language: Language,
): { free: Unit[]; price: Price } {
  const free = units.filter(isAvailable);
  const priced = free.filter(({ goal, price }) => goal === 'sale' && price !== null);
  const [lowest] = priced.sort((one, other) => Number(one.price) - Number(other.price));
  const price = lowest ? listedPriceOf(lowest, language) : HIDDEN;
  const isSeveral = new Set(priced.map((unit) => unit.price)).size > 1;
  return { free, price: price.kind === 'shown' && isSeveral ? { ...price, from: true } : price };
}

const HIDDEN: Price = { kind: 'hidden' };

/** What a listing has of a price. */
interface ListedPrice {
  goal: Goal;
  price: number | null;
  foreignPrice?: { amount: number; currency: string };
  priceUnit: number | null;
  priceUnitText: Localized | null;
}

/** The price of a property as lists know it: hidden when they do not. */
export function listedPriceOf(listing: ListedPrice, language: Language): Price {
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
  if (goalOf(property) !== 'sale' || euroPriceOf(property) === null || isFrom(property.PriceUnit)) return null;
  return typeof surface === 'number' && surface > 0 ? Math.round(property.Price / surface) : null;
}

/**
 * The lowest and the highest price among available properties; null when no price is known.
 * @example priceRangeOf([{ price: 595000, gone: false }, { price: null, gone: false }])
 * // { low: 595000, high: 595000 }
 */
export function priceRangeOf(
  listings: readonly { price: number | null; gone: boolean }[],
): { low: number; high: number } | null {
  const prices = listings.flatMap(({ price, gone }) => (price === null || gone ? [] : [price]));
  return prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : null;
}

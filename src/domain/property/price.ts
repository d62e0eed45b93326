import type { Language } from '../../i18n/languages.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import { goalOf } from './goal.ts';
import type { Listing } from './listing.ts';

/** What the price of a home hangs on. */
export interface PriceFacts {
  Price: number;
  PublishPrice: boolean;
  PriceUnit?: number | undefined;
  PriceUnitText?: Localized | undefined;
  Goal: number;
}

/** A price as it is shown, or the fact that it is kept from the public. */
export type Price = { kind: 'hidden' } | { kind: 'shown'; amount: string; from: boolean; unit: string | null; perMonth: boolean };

const STARTING_FROM = 7;
const EUROS = new Intl.NumberFormat('nl-BE', { style: 'currency', currency: 'EUR', signDisplay: 'negative' });

/**
 * An amount in euros the Belgian way, in every language alike; decimals only when there are any.
 * The text `NaN` tells that the amount is no number.
 * @example formatEuro(595000) // '€ 595.000'
 */
export function formatEuro(amount: number): string {
  if (!Number.isFinite(amount)) return 'NaN';
  return EUROS.format(amount).replace(/,00$/, '');
}

const isShown = (home: PriceFacts) => home.PublishPrice && Number.isFinite(home.Price) && home.Price > 0;

/**
 * The price of a home in a language; a price of 0 is not filled in and therefore hidden.
 * @example priceOf({ Price: 595000, PublishPrice: true, PriceUnit: 7, Goal: 0 }, 'nl') // shown, from: true
 */
export function priceOf(home: PriceFacts, language: Language): Price {
  if (!isShown(home)) return { kind: 'hidden' };
  const hasUnit = Object.values(home.PriceUnitText ?? {}).some((text) => text !== '');
  return {
    kind: 'shown',
    amount: formatEuro(home.Price),
    from: home.PriceUnit === STARTING_FROM,
    unit: localized(home.PriceUnitText, language) || null,
    // A unit written in another language only may be "per year": then nothing is claimed.
    perMonth: goalOf(home) === 'rent' && !hasUnit,
  };
}

/** The price of a home as lists know it: hidden when they do not. */
export function listedPriceOf(home: Pick<Listing, 'price' | 'priceUnit' | 'priceUnitText' | 'goal'>, language: Language): Price {
  const facts = {
    Price: home.price ?? 0,
    PublishPrice: home.price !== null,
    PriceUnit: home.priceUnit ?? undefined,
    PriceUnitText: home.priceUnitText ?? undefined,
    Goal: home.goal === 'sale' ? 0 : 1,
  };
  return priceOf(facts, language);
}

/**
 * The price of a square metre of living surface in whole euros, or null when it would be unknown, hidden or misleading.
 * @example pricePerM2Of({ Price: 595000, PublishPrice: true, Goal: 0, SurfaceLiving: 214 }) // 2780
 */
export function pricePerM2Of(home: PriceFacts & { SurfaceLiving?: unknown }): number | null {
  const surface = home.SurfaceLiving;
  if (goalOf(home) !== 'sale' || !isShown(home) || home.PriceUnit === STARTING_FROM) return null;
  return typeof surface === 'number' && surface > 0 ? Math.round(home.Price / surface) : null;
}

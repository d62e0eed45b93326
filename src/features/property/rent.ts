import { isPerMonth, type PriceFacts } from './price.ts';
import type { Property } from './property.ts';

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

import { regionOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import type { Property } from '../property/property.ts';
import type { CostStart } from './cost-query.ts';
import type { CostSettings } from './cost-settings.ts';
import { type PriceTax, purchaseCosts } from './purchase-costs.ts';

/** The interest and the years that a computation starts with. */
export const loanStart = ({ loan }: CostSettings) => ({ percent: loan?.percent ?? 0, years: loan?.years ?? 20 });

/** The sum that is borrowed for a price: the settings' share, or all but the buyer's own means; 0 without a loan. */
export function borrowed(price: number, own: number | null, { loan }: CostSettings): number {
  return loan ? Math.max(0, price - (own ?? price * loan.ownShare)) : 0;
}

/** What the costs of a property are computed with at first; null for a hidden price and outside Belgium. */
export function costStartOf(listing: Listing, settings: CostSettings): CostStart | null {
  const { goal, price, charges } = listing;
  const region = regionOf({ CountryID: listing.countryId, Zip: listing.zip });
  if (!region || price === null) return null;
  return { goal, price, region, charges: charges ?? 0, ...loanStart(settings) };
}

/** The tax on the price of a property. */
export const priceTaxOf = ({ VAT }: Property): PriceTax =>
  VAT === 'included' ? 'included' : VAT === 'regime' || VAT === 'excluded' ? 'vat' : 'duty';

/** Whether the page of a property states its costs already. */
const hasOwnFigures = ({ RegistrationRights, NotaryFees }: Property): boolean =>
  RegistrationRights !== undefined || NotaryFees !== undefined;

/**
 * Price and costs of a purchase with the usual loan and without reliefs, in euros, rounded to hundreds for one line of
 * the page; null where they cannot be computed, and where the agency states its own figures.
 */
export function roundTotalOf(property: Property, listing: Listing, settings: CostSettings): number | null {
  const start = costStartOf(listing, settings);
  if (start?.goal !== 'sale' || start.price === null || listing.gone || hasOwnFigures(property)) return null;
  const { price, region } = start;
  const loan = borrowed(price, null, settings);
  const tax = priceTaxOf(property);
  const costs = purchaseCosts({ price, region, tax, typeKeys: listing.typeKeys, relief: null, loan }, settings);
  return costs && Math.round(costs.total / 100) * 100;
}

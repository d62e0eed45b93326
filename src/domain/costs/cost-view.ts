import type { Loan } from '../costs/loan.ts';
import { regionOf } from '../places/region.ts';
import type { Listing } from '../property/listing.ts';
import type { Relief } from '../settings/cost-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { type CostQuery, type CostStart, parseCostQuery } from './cost-query.ts';
import { borrowed, costStartOf, loanStart } from './costs-of-property.ts';
import { type PurchaseCosts, purchaseCosts, reliefsOf, taxOf } from './purchase-costs.ts';

/** What a site knows that a computation needs. */
interface Known {
  settings: Pick<Settings, 'costs' | 'site'>;
  listing(id: number): Listing | null | undefined;
}

/** What the page of the costs shows. */
export interface CostView {
  query: CostQuery;
  reliefs: Relief[];
  /** Own means in euros. */
  own: number;
  /** Null without a price, and where the settings lack a rule. */
  costs: PurchaseCosts | null;
  loan: Loan | null;
  /** Deposit in months of rent. */
  months: number;
  sources: { source: string; checked: string }[];
}

/** Computes the costs for the URL of a visitor. */
export function costViewOf(search: URLSearchParams, site: Known): CostView {
  const settings = site.settings.costs;
  const listing = site.listing(Number(search.get('property')));
  const { agency } = site.settings.site;
  const start: CostStart = (listing && costStartOf(listing, settings)) ?? {
    ...{ goal: 'sale', price: null, charges: 0, ...loanStart(settings) },
    region: regionOf({ CountryID: 10, Zip: agency.zip }) ?? 'flanders',
  };
  const query = parseCostQuery(search, start);
  const deposit = settings.deposit[query.region];
  const allowed = deposit?.confirmed ? deposit : undefined;
  const { price } = query;
  const amount = borrowed(price ?? 0, query.own, settings);
  const tax = taxOf(settings, query);
  const isSale = query.goal === 'sale';
  const costs = isSale && price ? purchaseCosts({ ...query, price, loan: amount }, settings) : null;
  const used = isSale ? [tax, costs?.relief, settings.notary, ...(amount > 0 ? [settings.mortgage] : [])] : [allowed];
  return {
    ...{ query, costs, own: (price ?? 0) - amount },
    reliefs: tax ? reliefsOf(tax, price ?? 0) : [],
    loan: isSale && amount > 0 ? { amount, percent: query.percent, years: query.years } : null,
    months: Math.min(query.months ?? allowed?.months ?? 0, allowed?.months ?? 3),
    sources: used.flatMap((one) => (one ? [{ source: one.source, checked: one.checked }] : [])),
  };
}

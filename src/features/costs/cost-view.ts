import type { SiteSettings } from '../agency/site-settings.ts';
import { type Region, regionOf } from '../place/region.ts';
import { DWELLINGS } from '../property/energy.ts';
import type { Listing } from '../property/listing.ts';
import { type CostQuery, type CostStart, parseCostQuery } from './cost-query.ts';
import type { CostSettings, Relief } from './cost-settings.ts';
import { borrowed, costStartOf, loanStart } from './costs-of-property.ts';
import type { Loan } from './loan.ts';
import { appliesAt, type PurchaseCosts, purchaseCosts, reliefsOf, taxOf } from './purchase-costs.ts';

/** What a site knows that a computation needs. */
interface Known {
  settings: { costs: CostSettings; site: SiteSettings };
  listing(id: number): Listing | null | undefined;
}

/** What the page of the costs shows. */
export interface CostView {
  query: CostQuery;
  /** Price or rent in euros; null where it is missing or another field cannot be read. */
  price: number | null;
  reliefs: Relief[];
  /** What the reliefs that do not apply at this price are called, with their highest price. */
  limits: Relief[];
  /** true: the relief that was asked for does not apply here. */
  lostRelief: boolean;
  /** The rule about deposits, which holds for dwellings only. */
  deposit: CostSettings['deposit'][Region];
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
  const typeKeys = listing?.typeKeys ?? null;
  const isDwelling = !typeKeys || typeKeys.some((key) => DWELLINGS.includes(key));
  const rule = settings.deposit[query.region];
  const deposit = rule?.confirmed && isDwelling ? rule : undefined;
  const isSale = query.goal === 'sale';
  // With a field that cannot be read nothing is computed: the sum would be another than the one asked for.
  const price = Object.keys(query.wrong).length > 0 ? null : query.price;
  const amount = borrowed(price ?? 0, query.own, settings);
  const tax = taxOf(settings, query);
  const costs = isSale && price ? purchaseCosts({ ...query, price, typeKeys, loan: amount }, settings) : null;
  const used = isSale ? [tax, costs?.relief, settings.notary, ...(amount > 0 ? [settings.mortgage] : [])] : [deposit];
  const reliefs = tax && query.tax !== 'included' ? reliefsOf(tax, typeKeys) : [];
  return {
    ...{ query, costs, deposit, price },
    reliefs: reliefs.filter((one) => appliesAt(one, price ?? 0)),
    limits: reliefs.filter((one) => !appliesAt(one, price ?? 0)),
    lostRelief: query.relief !== null && costs !== null && costs.relief === null,
    loan: costs && amount > 0 ? { amount, percent: query.percent, years: query.years } : null,
    months: Math.min(query.months ?? deposit?.months ?? 0, deposit?.months ?? 3),
    sources: used.flatMap((one) => (one && price ? [{ source: one.source, checked: one.checked }] : [])),
  };
}

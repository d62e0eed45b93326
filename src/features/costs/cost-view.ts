import type { LabelKey } from '../../i18n/label-key.ts';
import type { SiteSettings } from '../agency/settings.ts';
import { type Region, regionOf } from '../place/region.ts';
import { DWELLINGS } from '../property/energy.ts';
import type { Listing } from '../property/listing.ts';
import type { Property } from '../property/property.ts';
import { type CostQuery, type CostStart, parseCostQuery } from './cost-query.ts';
import {
  appliesAt,
  type CostLine,
  type Loan,
  type PriceTax,
  type PurchaseCosts,
  purchaseCosts,
  reliefsOf,
  taxOf,
} from './purchase-costs.ts';
import type { CostSettings, Relief } from './settings.ts';

/** The interest and the years that a computation starts with. */
const loanStart = ({ loan }: CostSettings) => ({ percent: loan?.percent ?? 0, years: loan?.years ?? 20 });

/** The sum that is borrowed for a price: the settings' share, or all but the buyer's own means; 0 without a loan. */
function borrowed(price: number, own: number | null, { loan }: CostSettings): number {
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

/** What each region is called. */
export const REGION_LABELS: Readonly<Record<Region, LabelKey>> = {
  flanders: 'REGION_FLANDERS',
  brussels: 'REGION_BRUSSELS',
  wallonia: 'REGION_WALLONIA',
};

/** What a tenant pays to move in: the first month with its charges, and the deposit; euros. */
export interface MoveIn {
  lines: CostLine[];
  total: number;
}

/** The sum to move in, and what it consists of; `months` is the deposit in months of rent. */
export function moveInOf({ charges }: Pick<CostQuery, 'charges'>, rent: number, months: number): MoveIn {
  const lines: CostLine[] = [
    { label: 'COSTS_FIRST_MONTH', amount: rent },
    ...(charges > 0 ? [{ label: 'COSTS_FIRST_CHARGES' as const, amount: charges }] : []),
    ...(months > 0 ? [{ label: 'COSTS_DEPOSIT' as const, amount: rent * months }] : []),
  ];
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}

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

import { amountIn } from '../../platform/text/figures.ts';
import { REGIONS, type Region } from '../place/region.ts';
import { PRICE_TAXES, type PriceTax } from './purchase-costs.ts';

/** What the page of the costs computes with; each state of it has a URL. */
export interface CostQuery {
  goal: 'sale' | 'rent';
  /** The property from whose page the visitor came; null for none. */
  property: number | null;
  /** Price or monthly rent in euros; null when it is not filled in. */
  price: number | null;
  region: Region;
  tax: PriceTax;
  relief: string | null;
  /** Means without a loan, in euros; null = the usual share. */
  own: number | null;
  /** Interest per year in percent. */
  percent: number;
  years: number;
  /** Charges per month in euros, and the deposit in months of rent. */
  charges: number;
  months: number | null;
  /** The texts that could not be read, by the names of their fields. */
  wrong: Record<string, string>;
}

/** Fields of the query that come from a property or from the settings. */
export type CostStart = Pick<CostQuery, 'goal' | 'price' | 'region' | 'percent' | 'years' | 'charges'>;

/** The lowest and the highest value of each field. */
export const COST_LIMITS = {
  price: [1, 100_000_000],
  own: [0, 100_000_000],
  percent: [0, 20],
  years: [1, 40],
  charges: [0, 100_000],
  months: [0, 3],
} as const;

/**
 * Reads the costs page's URL; what is missing comes from `start`. A text that is no number is kept out and named in
 * `wrong`.
 */
export function parseCostQuery(search: URLSearchParams, start: CostStart): CostQuery {
  const wrong: Record<string, string> = {};
  const read = <Other>(name: keyof typeof COST_LIMITS, parse: (text: string) => number | null, other: Other) => {
    const text = search.get(name)?.trim() ?? '';
    if (!text) return other;
    const value = parse(text);
    const [least, most] = COST_LIMITS[name];
    if (value !== null && value >= least && value <= most) return value;
    wrong[name] = text;
    return other;
  };
  const region = search.get('region');
  const property = search.get('property') ?? '';
  return {
    goal: goalIn(search.get('goal')) ?? start.goal,
    property: /^\d{1,9}$/.test(property) ? Number(property) : null,
    price: read('price', amountIn, start.price),
    region: REGIONS.find((one) => one === region) ?? start.region,
    tax: PRICE_TAXES.find((one) => one === search.get('tax')) ?? 'duty',
    relief: /^[a-z0-9-]{1,40}$/.exec(search.get('relief') ?? '')?.[0] ?? null,
    own: read('own', amountIn, null),
    percent: read('percent', decimalIn, start.percent),
    years: read('years', wholeIn, start.years),
    charges: read('charges', amountIn, start.charges),
    months: read('months', decimalIn, null),
    wrong,
  };
}

const goalIn = (text: string | null) => (text === 'sale' || text === 'rent' ? text : null);

/** A number with a comma or a point; null when it is none. */
function decimalIn(text: string): number | null {
  return /^\d{1,3}(?:[.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : null;
}

const wholeIn = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : null);

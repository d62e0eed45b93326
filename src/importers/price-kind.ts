import { listedIn } from './source-values.ts';
/** What the number of a price is. A site shows totals of sales and rents of a month. */
export type PriceKind =
  | 'total'
  | 'from'
  | 'month'
  | 'year'
  | 'quarter'
  | 'week'
  | 'm2'
  | 'm2-month'
  | 'm2-year'
  | 'text';

/** What an export says about its price; what is left out is not said. */
export interface PriceTerms {
  /** The kind, or the word of the vendor when it is not known. */
  kind?: PriceKind | { unknown: string } | undefined;
  currency?: string | undefined;
}

const WORDS: Readonly<Record<PriceKind, string>> = {
  ...{ total: 'in total', from: 'a starting price', month: 'per month', quarter: 'per quarter', week: 'per week' },
  ...{ year: 'per year', m2: 'per m²', 'm2-month': 'per m² and month', 'm2-year': 'per m² and year' },
  text: 'a text of the agency',
};
const EUROS = /^(?:|eur|euro|€)$/i;
/** Signs of one currency; that of the dollar has several. */
const SIGNS: Readonly<Record<string, string>> = { '£': 'GBP', KČ: 'CZK', ZŁ: 'PLN' };
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** What a rent may be called and still be one of a month: CRMs write "total" for it too. */
const OF_A_MONTH: readonly unknown[] = [undefined, 'month', 'total'];
const OF_A_SALE: readonly unknown[] = [undefined, 'total', 'from'];

/** The three letters of another currency than the euro; null for the euro, undefined for what is not known. */
export function currencyIn(text: string): string | null | undefined {
  const written = text.trim().toUpperCase();
  const code = listedIn(SIGNS, written) ?? written;
  return EUROS.test(written) ? null : CURRENCIES.has(code) ? code : undefined;
}

/**
 * Why the site cannot show a price as what it is; null when it can. `goal` is 0 for sale and 1 for rent.
 * @example whyNotShown({ kind: 'year' }, 1) // 'per year'
 */
export function whyNotShown({ kind, currency = '' }: PriceTerms, goal: number): string | null {
  if (currencyIn(currency) === undefined) return `in ${currency.trim()}, which is no currency`;
  if (typeof kind === 'object') return `"${kind.unknown}", which is not known`;
  if ((goal === 1 ? OF_A_MONTH : OF_A_SALE).includes(kind)) return null;
  return WORDS[kind!];
}

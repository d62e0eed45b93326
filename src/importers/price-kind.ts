import type { LabelKey } from '../i18n/label-key.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
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

const WORDS: Readonly<Record<PriceKind, LabelKey>> = {
  total: 'REMARK_KIND_TOTAL',
  from: 'REMARK_KIND_FROM',
  month: 'REMARK_KIND_MONTH',
  quarter: 'REMARK_KIND_QUARTER',
  week: 'REMARK_KIND_WEEK',
  year: 'REMARK_KIND_YEAR',
  m2: 'REMARK_KIND_M2',
  'm2-month': 'REMARK_KIND_M2_MONTH',
  'm2-year': 'REMARK_KIND_M2_YEAR',
  text: 'REMARK_KIND_TEXT',
};
const EUROS = /^(?:|eur|euro|€)$/i;
/** Signs of one currency; that of the dollar has several. */
const SIGNS: Readonly<Record<string, string>> = { '£': 'GBP', KČ: 'CZK', ZŁ: 'PLN' };
/** The letters of two currencies are words of adverts. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').filter((code) => !['ALL', 'TOP'].includes(code)));
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
 * @example whyNotShown({ kind: 'year' }, 1) // { label: 'REMARK_KIND_YEAR' }
 */
export function whyNotShown({ kind, currency = '' }: PriceTerms, goal: number): Remark | null {
  if (currencyIn(currency) === undefined) return remark('REMARK_NO_CURRENCY', { currency: currency.trim() });
  if (typeof kind === 'object') return remark('REMARK_KIND_UNKNOWN', { word: kind.unknown });
  if ((goal === 1 ? OF_A_MONTH : OF_A_SALE).includes(kind)) return null;
  return remark(WORDS[kind!]);
}

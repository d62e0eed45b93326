import { isPlausible } from '../features/property/plausible.ts';
import { EURO } from '../i18n/format.ts';
import type { LabelKey } from '../i18n/label-key.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { numberOf, type ThreeDigits } from './numbers.ts';
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
const OF_A_MONTH: readonly PriceKind[] = ['month', 'total'];
const OF_A_SALE: readonly PriceKind[] = ['total', 'from'];

/** The three letters of another currency than the euro; null for the euro, undefined for what is not known. */
function currencyIn(text: string): string | null | undefined {
  const written = text.trim().toUpperCase();
  const code = listedIn(SIGNS, written) ?? written;
  return EUROS.test(written) ? null : CURRENCIES.has(code) ? code : undefined;
}

/**
 * Why the site cannot show a price as what it is; null when it can. `goal` is 0 for sale and 1 for rent.
 * @example whyNotShown({ kind: 'year' }, 1) // { label: 'REMARK_KIND_YEAR' }
 */
function whyNotShown({ kind, currency = '' }: PriceTerms, goal: number): Remark | null {
  if (currencyIn(currency) === undefined) return remark('REMARK_NO_CURRENCY', { currency: currency.trim() });
  if (typeof kind === 'object') return remark('REMARK_KIND_UNKNOWN', { word: kind.unknown });
  if (kind === undefined || (goal === 1 ? OF_A_MONTH : OF_A_SALE).includes(kind)) return null;
  return remark(WORDS[kind]);
}

/** The number behind "from" in `PriceUnit`. */
export const STARTING_FROM = 7;
/** A price of 1 is how agencies write "on request" where a CRM asks for a number. */
const ON_REQUEST = 1;

/** What an export says of a price. */
interface GivenPrice {
  value: unknown;
  /** What its column of currencies says. */
  currency: unknown;
  terms: PriceTerms;
  three: ThreeDigits | undefined;
  /** 0 for sale, 1 for rent. */
  goal: number;
  /** The numbers of its types. */
  types: unknown;
}

/** The price as the site keeps it, with what is said of it. A price of 0 is shown as on request. */
interface ReadPrice {
  Price: number;
  Currency?: string;
  isFrom: boolean;
  notes: Remark[];
}

/** Reads a price; one that the site cannot show as what it is becomes one on request, and is named. */
export function readPrice({ value, currency, terms, three, goal, types }: GivenPrice): ReadPrice {
  const notes: Remark[] = [];
  const written = String(value ?? '').slice(0, 40);
  const isFrom = terms.kind === 'from';
  const onRequest = (why: Remark): ReadPrice => ({ Price: 0, isFrom, notes: [...notes, why] });
  const signed = numberOf(value, three) === null ? signedAmount(value) : null;
  const read = signed?.amount ?? numberOf(value, three);
  if (value === undefined || value === null) return { Price: 0, isFrom, notes };
  if (read === null) return onRequest(remark('REMARK_PRICE_NO_NUMBER', { price: written }));
  const inThousands = numberOf(value, 'thousands');
  const isPrice = (price: number) => isPlausible('Price', price, goal, types);
  const isGrouped = inThousands !== null && inThousands !== read && !isPrice(read) && isPrice(inThousands);
  const Price = isGrouped ? inThousands : read;
  if (isGrouped) notes.push(remark('REMARK_PRICE_READ_AS', { price: written, amount: Price }));
  if (Price === ON_REQUEST) return onRequest(remark('REMARK_PRICE_NONE'));
  const kind = terms.kind ?? kindIn(written);
  const named = [terms.currency, currency].map((one) => String(one ?? '')).find((one) => one.trim() !== '') ?? '';
  const why = Price === 0 ? null : whyNotShown({ kind, currency: named }, goal);
  if (why) return onRequest(remark('REMARK_PRICE_IS', { price: Price, what: why }));
  const code = currencyIn(named) ?? EURO;
  if (signed && named.trim() !== '' && code !== signed.currency)
    return onRequest(remark('REMARK_PRICE_CURRENCIES', { price: written, signed: signed.currency, currency: code }));
  const own = signed?.currency ?? code;
  return { Price, ...(own !== EURO && { Currency: own }), isFrom, notes };
}

/** What a price is by the words behind it, as in "1.200 €/maand" and "25 euro per m²". */
const KIND_WORDS: readonly (readonly [RegExp, PriceKind])[] = [
  [/m[²2]\s*(?:\/|per|par|pro|en|et)\s*(?:jaar|an|year|jahr)/i, 'm2-year'],
  [/m[²2]\s*(?:\/|per|par|pro|en|et)\s*(?:maand|mois|month|monat)/i, 'm2-month'],
  [/m[²2]\s*$/i, 'm2'],
  [/(?:\/|per|par|pro)\s*(?:jaar|an|year|jahr)\s*$/i, 'year'],
  [/(?:\/|per|par|pro)\s*(?:maand|mois|month|monat)\s*$/i, 'month'],
];

/** What a price is by the words behind it; undefined where there are none. */
export const kindIn = (written: string): PriceKind | undefined =>
  KIND_WORDS.find(([words]) => words.test(written.trim()))?.[1];

/** An amount with the sign or the letters of another currency, as in "£ 450.000"; null for anything else. */
function signedAmount(value: unknown): { amount: number; currency: string } | null {
  const [, before = '', digits = '', after = ''] =
    /^([^\d\s.,-]{1,3})?\s*(\d[\d.,'’\s]*\d)\s*([^\d\s.,-]{1,3})?$/.exec(String(value ?? '').trim()) ?? [];
  const [currency, amount] = [currencyIn(before || after), numberOf(digits)];
  return currency && amount !== null ? { amount, currency } : null;
}

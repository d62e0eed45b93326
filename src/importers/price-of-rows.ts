import { isPlausible } from '../features/property/plausible.ts';
import { EURO } from '../i18n/format.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { numberOf, type ThreeDigits } from './numbers.ts';
import { currencyIn, type PriceKind, type PriceTerms, whyNotShown } from './price-kind.ts';

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
  const isPrice = (price: number | null) => price !== null && isPlausible('Price', price, goal, types);
  const isGrouped = inThousands !== read && !isPrice(read) && isPrice(inThousands);
  const Price = isGrouped ? inThousands! : read;
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

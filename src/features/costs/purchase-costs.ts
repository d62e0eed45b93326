import type { LabelKey } from '../../i18n/label-key.ts';
import type { Region } from '../place/region.ts';
import type { CostSettings, PurchaseTax, Relief } from './settings.ts';

/** A loan that is paid back in equal monthly sums. */
export interface Loan {
  /** Euros. */
  amount: number;
  /** Interest in percent per year. */
  percent: number;
  years: number;
}

/** What is paid in one year, and what is still owed at its end; euros. */
export interface LoanYear {
  year: number;
  interest: number;
  repaid: number;
  owed: number;
}

/**
 * The interest per month as a fraction. Belgian mortgage loans derive it actuarially: twelve months of it are the
 * yearly rate (Code of Economic Law, book VII; before it the act of 4 August 1992).
 */
const monthlyRate = (percent: number): number => (1 + percent / 100) ** (1 / 12) - 1;

/**
 * The sum that is paid each month, in euros.
 * @example monthlyPayment({ amount: 200_000, percent: 3, years: 20 }) // 1105.15 to the cent
 */
export function monthlyPayment({ amount, percent, years }: Loan): number {
  const rate = monthlyRate(percent);
  const months = years * 12;
  return rate === 0 ? amount / months : (amount * rate) / (1 - (1 + rate) ** -months);
}

/** The loan year by year: interest, what is paid back, and what is still owed. */
export function loanYears(loan: Loan): LoanYear[] {
  const [rate, payment] = [monthlyRate(loan.percent), monthlyPayment(loan)];
  let owed = loan.amount;
  return Array.from({ length: loan.years }, (_, at) => {
    const before = owed;
    let interest = 0;
    for (let month = 0; month < 12; month += 1) {
      interest += owed * rate;
      owed -= payment - owed * rate;
    }
    return { year: at + 1, interest, repaid: before - owed, owed: Math.max(0, owed) };
  });
}

/** What is due on a price: registration duty, VAT on top of it, or VAT that the price contains. */
export const PRICE_TAXES = ['duty', 'vat', 'included'] as const;
export type PriceTax = (typeof PRICE_TAXES)[number];

/** What a computation of the costs of a purchase starts with. */
export interface Purchase {
  /** Price in euros. */
  price: number;
  region: Region;
  /** The tax on the price. */
  tax: PriceTax;
  /** The types of the property; null where they are not known. */
  typeKeys: readonly string[] | null;
  /** The relief that the buyer chose, by its id; null for none. */
  relief: string | null;
  /** Sum that is borrowed against a mortgage, in euros. */
  loan: number;
}

/** One line of the costs, in euros to the cent. */
export interface CostLine {
  label: LabelKey;
  amount: number;
  /** What it was computed with: a rate, a part of the price that is free, the sum that a mortgage secures. */
  detail?: { rate?: number; free?: number; secured?: number; fixed?: number };
}

export interface PurchaseCosts {
  lines: CostLine[];
  /** All costs without the price. */
  costs: number;
  /** Price and costs. */
  total: number;
  /** The relief that was counted; null for none. */
  relief: Relief | null;
  /** true: the notary's fee for the deed of the loan is not among the lines, because no scale is confirmed. */
  lacksLoanFee: boolean;
}

const cents = (euros: number): number => Math.round(euros * 100) / 100;

/**
 * The fee of a notary by a scale of bands.
 * @example feeOf(300_000, SCALE_J) // 2477.65
 */
export function feeOf(amount: number, scale: readonly (readonly [number | null, number])[]): number {
  let [fee, from] = [0, 0];
  for (const [upTo, rate] of scale) {
    const top = Math.min(amount, upTo ?? Number.POSITIVE_INFINITY);
    if (top > from) fee += (top - from) * rate;
    from = upTo ?? from;
  }
  return cents(fee);
}

/** The tax on a purchase; null where the settings state none that is confirmed. */
export function taxOf(settings: CostSettings, { region, tax: kind }: Pick<Purchase, 'region' | 'tax'>) {
  const tax = kind === 'duty' ? settings.duty[region] : settings.vat;
  return tax?.confirmed ? tax : null;
}

/** The reliefs of a tax for a property, whatever its price. */
export const reliefsOf = ({ reliefs }: PurchaseTax, typeKeys: Purchase['typeKeys']): Relief[] =>
  reliefs.filter(
    ({ confirmed, types }) => confirmed && (!types || !typeKeys || typeKeys.some((key) => types.includes(key))),
  );

/** Whether a relief applies at a price. */
export const appliesAt = ({ highestPrice }: Relief, price: number): boolean =>
  price <= (highestPrice ?? Number.POSITIVE_INFINITY);

/**
 * What a purchase costs beside the price. Null where the settings lack the tax of the region or the scale of the
 * notary, so that no sum is shown that leaves out its greater part.
 */
export function purchaseCosts(purchase: Purchase, settings: CostSettings): PurchaseCosts | null {
  const { price, loan } = purchase;
  const { notary, mortgage } = settings;
  const tax = taxOf(settings, purchase);
  // A price that contains its tax needs no rate.
  if (!notary?.confirmed || (!tax && purchase.tax !== 'included')) return null;
  const reliefs = tax ? reliefsOf(tax, purchase.typeKeys) : [];
  const relief = reliefs.find((one) => one.id === purchase.relief && appliesAt(one, price)) ?? null;
  const [rate, free] = [relief?.rate ?? tax?.rate ?? 0, Math.min(relief?.free ?? 0, price)];
  const fee = feeOf(price, notary.scale);
  const taxLine: CostLine = {
    label: purchase.tax === 'vat' ? 'COSTS_VAT' : 'COSTS_DUTY',
    amount: cents((price - free) * rate),
    detail: { rate, ...(free > 0 && { free }) },
  };
  const lines: CostLine[] = [
    ...(purchase.tax === 'included' ? [] : [taxLine]),
    { label: 'COSTS_NOTARY_FEE', amount: fee },
    { label: 'COSTS_FILE', amount: notary.fileCosts },
    { label: 'COSTS_NOTARY_VAT', amount: cents((fee + notary.fileCosts) * notary.vat), detail: { rate: notary.vat } },
  ];
  const isLent = loan > 0 && mortgage?.confirmed === true;
  if (isLent) lines.push(...mortgageLines(loan, mortgage));
  const costs = cents(lines.reduce((sum, { amount }) => sum + amount, 0));
  return { lines, costs, total: cents(price + costs), relief, lacksLoanFee: isLent && !mortgage.scale };
}

function mortgageLines(loan: number, mortgage: NonNullable<CostSettings['mortgage']>): CostLine[] {
  const secured = loan * mortgage.secured;
  const fee = mortgage.scale ? feeOf(loan, mortgage.scale) : 0;
  const rate = mortgage.duty + mortgage.inscription;
  return [
    {
      label: 'COSTS_MORTGAGE_DUTY',
      amount: cents(secured * rate + mortgage.fixed),
      detail: { rate, secured, fixed: mortgage.fixed },
    },
    ...(fee > 0 ? [{ label: 'COSTS_MORTGAGE_FEE' as const, amount: fee }] : []),
    { label: 'COSTS_MORTGAGE_FILE', amount: mortgage.fileCosts },
    {
      label: 'COSTS_MORTGAGE_VAT',
      amount: cents((fee + mortgage.fileCosts) * mortgage.vat),
      detail: { rate: mortgage.vat },
    },
  ];
}

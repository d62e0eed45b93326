import type { CostQuery } from './cost-query.ts';
import type { CostLine } from './purchase-costs.ts';

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

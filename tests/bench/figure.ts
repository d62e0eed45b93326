/** One line of the table. */
export interface Figure {
  name: string;
  /** As it is shown, with its unit. */
  value: string;
  /** The plain number, for the next run to compare with. */
  number: number;
  target?: string | undefined;
  /** What was measured in the same run to judge it by. */
  reference?: string | undefined;
  /**
   * A broken budget fails the run. Set for bytes, which are exact, and for processor times whose limit is far above
   * what is measured.
   */
  withinBudget?: boolean;
}

/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number => percentile(numbers, 50);

/** The nearest-rank percentile of some numbers; NaN of none. */
export function percentile(numbers: readonly number[], hundredths: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? Number.NaN;
}

/** A number with at most the given number of digits behind the point. */
export const rounded = (number: number, digits = 0): string => String(Number(number.toFixed(digits)));

/** A line for bytes that must not be more than a budget. */
export function bytesFigure(name: string, bytes: number, budget: number | null, reference?: string): Figure {
  return {
    name,
    value: `${bytes} bytes`,
    number: bytes,
    target: budget === null ? undefined : `<= ${budget}`,
    reference,
    ...(budget !== null && { withinBudget: bytes <= budget }),
  };
}

/** The table as text, with the numbers of an earlier run where there are any. */
export function tableOf(figures: readonly Figure[], earlier: ReadonlyMap<string, number>): string {
  const rows = [
    ['figure', 'value', 'target', 'reference in this run', 'run before'],
    ...figures.map(({ name, value, number, target, reference, withinBudget }) => [
      name,
      withinBudget === false ? `${value} BROKEN` : value,
      target ?? '',
      reference ?? '',
      earlier.has(name) && Number.isFinite(number) ? rounded(earlier.get(name)!, 2) : '',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(rows[0]!), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
}

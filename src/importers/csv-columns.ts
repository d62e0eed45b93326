import { ATTRIBUTES } from '../features/property/attributes.ts';
import { boundsOf, isPlausible } from '../features/property/plausible.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { numberOf, type ThreeDigits, threeDigitsIn, unclearSignOf } from './numbers.ts';
import { kindIn } from './price-of-rows.ts';
import { NUMBERS } from './property-of-rows.ts';
import { goalNumberOf } from './source-values.ts';

/** The rows of a table by the names of our fields; their cells are changed where a column is read as a whole. */
type Rows = readonly Record<string, string | number>[];

/** Fields with a number, except coordinates, which have no thousands. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...NUMBERS.filter((name) => !name.startsWith('Google')),
  'EnergyPerformance',
  ...ATTRIBUTES.filter(({ kind }) => !['text', 'date', 'choice', 'yesNo'].includes(kind)).map(({ key }) => key),
]);

/**
 * Turns the amounts of a table into numbers, each column as a whole: what one sign before three digits means follows
 * from the other cells of the column, else from what is plausible. Returns what remained unclear.
 */
export function readAmounts(rows: Rows): Remark[] {
  const notes: Remark[] = [];
  for (const field of AMOUNTS) {
    const cells = rows.map((row) => row[field] ?? '');
    const known = threeDigitsIn(cells);
    let unclear: { cell: string; three: ThreeDigits } | null = null;
    for (const [at, cell] of cells.entries()) {
      const sign = unclearSignOf(cell);
      // What stands behind a price says what it is.
      if (sign === null || (field === 'Price' && kindIn(String(cell)))) continue;
      const goal = goalNumberOf(rows[at]?.Goal ?? '');
      const read = (three: ThreeDigits) => numberOf(cell, three)!;
      const fits = (three: ThreeDigits) => isPlausible(field, read(three), goal);
      const isOnlyDecimal = fits('decimals') && !fits('thousands');
      const three = known[sign] ?? (isOnlyDecimal ? 'decimals' : 'thousands');
      rows[at]![field] = read(three);
      if (boundsOf(field, goal) && fits('decimals') && fits('thousands')) unclear ??= { cell: String(cell), three };
    }
    if (unclear !== null)
      notes.push(
        remark('REMARK_AMOUNT_UNCLEAR', { field, value: unclear.cell, amount: numberOf(unclear.cell, unclear.three)! }),
      );
  }
  return notes;
}

/** Fields with a day. */
const DAYS = [
  'CreatedDate',
  'LastChangedDate',
  ...ATTRIBUTES.filter(({ kind }) => kind === 'date').map(({ key }) => key),
];
const TWO_NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})(?=\2\d{2,4}\b)/;

/** Puts the day before the month in a column that has the month first, as in the United States. */
export function readDays(rows: Rows): Remark[] {
  return DAYS.flatMap((field) => {
    const found = rows.flatMap((row) => {
      const [, first, , second] = TWO_NUMBERS.exec(String(row[field] ?? '').trim()) ?? [];
      return first ? [{ row, first: Number(first), second: Number(second) }] : [];
    });
    const isMonthFirst = found.some(({ second }) => second > 12) && found.every(({ first }) => first <= 12);
    if (!isMonthFirst) return [];
    for (const { row } of found) row[field] = String(row[field]).trim().replace(TWO_NUMBERS, '$3$2$1');
    return [remark('REMARK_MONTH_FIRST', { field })];
  });
}

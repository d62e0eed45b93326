import { stringify } from 'csv-stringify/sync';

/** Marks a file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What separates cells: a comma, as programs expect it, or the semicolon by which Excel in Belgium tells columns apart.
 */
export type Separator = ',' | ';';

/**
 * Lines of a CSV file (RFC 4180); text that a spreadsheet would run as a formula gets a leading apostrophe.
 * @example csvLines([['=1+1', 'b', null]]) // "'=1+1,b,\r\n"
 */
export function csvLines(rows: readonly (readonly unknown[])[], separator: Separator = ','): string {
  return stringify(
    rows.map((row) => row.map(plainCell)),
    { record_delimiter: 'windows', delimiter: separator },
  );
}

/** A CSV file with a byte order mark. */
export const csvFile = (rows: readonly (readonly unknown[])[], separator: Separator = ','): string =>
  BYTE_ORDER_MARK + csvLines(rows, separator);

/**
 * The text of a cell. The library's own escaping of formulas would also change telephone numbers that begin with a
 * plus.
 */
function plainCell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isFormula = /^\s*[=+\-@]/.test(text) && !/^[+-]?\d[\d .,]*$/.test(text);
  return isFormula ? `'${text}` : text;
}

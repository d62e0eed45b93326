/**
 * One line of a CSV file (RFC 4180); what a spreadsheet would run as a formula is quoted with an apostrophe.
 * @example csvLine(['=1+1', 'a "b"', null]) // '\'=1+1,"a ""b""",\r\n'
 */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = /^[\s]*[=+\-@]/.test(text) && !/^[+-]?\d[\d .,]*$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

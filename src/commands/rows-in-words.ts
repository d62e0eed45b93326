/**
 * Numbers of rows by table in one line.
 * @example rowsInWords({ leads: 2, saved_searches: 1 }) // '2 leads, 1 saved searches'
 */
export function rowsInWords(rows: Readonly<Record<string, number>>): string {
  const counted = Object.entries(rows).filter(([, number]) => number > 0);
  return counted.map(([table, number]) => `${number} ${table.replaceAll('_', ' ')}`).join(', ') || 'nothing';
}

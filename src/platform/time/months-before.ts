/**
 * The same moment a number of months earlier; in a shorter month the 31st becomes its last day.
 * @example monthsBefore(Date.parse('2026-03-31T00:00:00Z'), 1).toISOString() // '2026-02-28T00:00:00.000Z'
 */
export function monthsBefore(nowMs: number, months: number): Date {
  const moment = new Date(nowMs);
  const day = moment.getUTCDate();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  if (moment.getUTCDate() !== day) moment.setUTCDate(0);
  return moment;
}

const DAY_MS = 86_400_000;

/** Whether something of that date still counts as new today. */
export function isNew(created: string, forDays: number, today = new Date()): boolean {
  const age = today.getTime() - Date.parse(created.replace(' ', 'T'));
  return age >= 0 && age < forDays * DAY_MS;
}

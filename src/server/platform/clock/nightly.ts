const HOUR = 3;
const MINUTE = 30;
const ZONE = 'Europe/Brussels';
const DAY_MS = 86_400_000;

const inBrussels = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });

/** The day in Brussels as eight figures: 20261121. */
export function dayInBrussels(nowMs: number): string {
  return inBrussels.format(nowMs).slice(0, 10).replaceAll('-', '');
}

/** The next moment at which it is 03:30 in Brussels, in milliseconds since 1970; summer time included. */
export function nextNight(nowMs: number): number {
  for (let day = 0; ; day += 1) {
    const date = inBrussels.format(nowMs + day * DAY_MS).slice(0, 10);
    const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
    // Brussels is one hour ahead of UTC, or two.
    for (const ahead of [2, 1]) {
      const moment = Date.UTC(year, month - 1, dayOfMonth, HOUR - ahead, MINUTE);
      if (moment > nowMs && inBrussels.format(moment) === `${date} 0${HOUR}:${MINUTE}`) return moment;
    }
  }
}

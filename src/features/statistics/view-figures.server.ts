import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { dayBefore, viewPeriods } from './views.ts';

/** Views in the four periods of the figures. */
export interface PeriodSums {
  today: number;
  week: number;
  month: number;
  total: number;
}

/** Page views of a property. */
export interface ViewFigures extends PeriodSums {
  /** Largest total first; a name that is none of our own sources was imported, such as that of a portal. */
  sources: (PeriodSums & { source: string })[];
  /** The last 30 days, oldest first, without gaps. */
  days: { day: string; views: number }[];
}

/** Reads the page views of a property on a day in Brussels. */
export async function viewFigures(
  { db }: Pick<Database, 'db'>,
  propertyId: string,
  now = new Date(),
): Promise<ViewFigures> {
  const periods = viewPeriods(brusselsDay(now));
  const since = (day: string) => sql<number>`sum(case when day >= ${day} then views else 0 end)`;
  const rows = await db
    .selectFrom('view_counts')
    .select([
      'source',
      since(periods.today).as('today'),
      since(periods.week).as('week'),
      since(periods.month).as('month'),
      sql<number>`sum(views)`.as('total'),
    ])
    .where('property_id', '=', propertyId)
    .where('day', '<=', periods.today)
    .groupBy('source')
    .execute();
  const daily = await db
    .selectFrom('view_counts')
    .select(['day', sql<number>`sum(views)`.as('views')])
    .where('property_id', '=', propertyId)
    .where('day', '>=', periods.chart)
    .where('day', '<=', periods.today)
    .groupBy('day')
    .execute();
  const byDay = new Map(daily.map(({ day, views }) => [day, Number(views)]));
  const sources = rows
    .map(({ source, today, week, month, total }) => ({
      source,
      today: Number(today),
      week: Number(week),
      month: Number(month),
      total: Number(total),
    }))
    .sort((a, b) => b.total - a.total || a.source.localeCompare(b.source));
  const sum = (period: keyof PeriodSums) => sources.reduce((all, one) => all + one[period], 0);
  return {
    today: sum('today'),
    week: sum('week'),
    month: sum('month'),
    total: sum('total'),
    sources,
    days: Array.from({ length: 30 }, (_, at) => {
      const day = dayBefore(periods.today, 29 - at);
      return { day, views: byDay.get(day) ?? 0 };
    }),
  };
}

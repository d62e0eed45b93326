import { sql } from 'kysely';
import { brusselsDay } from '../../../../domain/time/brussels-day.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OwnedProperty } from './owned-property.ts';

/** The figures of a property besides its page views. */
export interface PropertyFigures {
  /** Number of viewings per day of the chart. */
  viewings: Record<string, number>;
  documents: number;
  leads: number;
  /** Number of saved searches that were notified of this property. */
  searches: number;
}

/** Reads the figures of a property besides its page views. */
export async function propertyFigures(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  now = new Date(),
): Promise<PropertyFigures> {
  const from = new Date(now.getTime() - 32 * 86_400_000).toISOString();
  const { rows: viewings } = await sql<{ at: string }>`
    select starts_at as at from viewings where property_id = ${property.id} and state in ('confirmed', 'done')
      and starts_at >= ${from} and starts_at < ${now.toISOString()}
    union all select at from property_entries where property_id = ${property.id} and kind = 'viewing'
      and at >= ${from} and at < ${now.toISOString()}`.execute(db);
  const perDay: Record<string, number> = {};
  for (const { at } of viewings) {
    const day = brusselsDay(new Date(at));
    perDay[day] = (perDay[day] ?? 0) + 1;
  }
  const { rows } = await sql<Record<'documents' | 'leads' | 'searches', number>>`
    select (select count(*) from document_openings where property_id = ${property.id}) as documents,
      (select count(*) from leads where property_id = ${property.id}) as leads,
      (select count(distinct search_id) from alerts where property_id = ${property.id} and state <>
        'dropped') as searches`.execute(db);
  const sums = rows[0]!;
  return {
    viewings: perDay,
    documents: Number(sums.documents),
    leads: Number(sums.leads),
    searches: Number(sums.searches),
  };
}

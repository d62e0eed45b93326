import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import type { OwnedProperty } from './owned-property.server.ts';
import { OWNER_SUGGESTION } from './owner-suggestion.ts';

/** The events of a property since a moment, and its next viewing. */
export interface PropertyOverview {
  since: string;
  views: number;
  viewings: number;
  leads: number;
  documents: number;
  alerts: number;
  /** Moment of the next viewing that is not cancelled; null when there is none. */
  nextViewing: string | null;
  /** Changes of price and state, newest first. */
  events: { kind: string; at: string; oldPrice: number | null; newPrice: number | null }[];
}

/** Sums up a property since a moment. */
export async function propertyOverview(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  since: string,
  now = new Date(),
): Promise<PropertyOverview> {
  const nowText = now.toISOString();
  const { rows } = await sql<
    Record<'views' | 'viewings' | 'leads' | 'documents' | 'alerts', number> & { next: string | null }
  >`
    select
      (select coalesce(sum(views), 0) from view_counts where property_id = ${property.id} and day >=
        ${brusselsDay(new Date(since))}) as views,
      (select count(*) from viewings where property_id = ${property.id} and state in ('confirmed',
        'done') and starts_at >= ${since} and starts_at < ${nowText})
        + (select count(*) from property_entries where property_id = ${property.id} and kind =
          'viewing' and at >= ${since} and at < ${nowText}) as viewings,
      (select count(*) from leads where property_id = ${property.id} and form <> ${OWNER_SUGGESTION}
        and created_at >= ${since}) as leads,
      (select count(*) from document_openings where property_id = ${property.id} and at >= ${since}) as documents,
      (select count(*) from alerts where property_id = ${property.id} and state <> 'dropped' and
        coalesce(sent_at, due_at) >= ${since}) as alerts,
      (select min(at) from (
        select starts_at as at from viewings where property_id = ${property.id} and state in
          ('requested', 'confirmed') and starts_at >= ${nowText}
        union all select at from property_entries where property_id = ${property.id} and kind =
          'viewing' and at >= ${nowText}) as coming) as next`.execute(db);
  const sums = rows[0]!;
  const events = await db
    .selectFrom('property_events')
    .select(['kind', 'at', 'old_price', 'new_price'])
    .where('property_id', '=', property.id)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(10)
    .execute();
  return {
    since,
    views: Number(sums.views),
    viewings: Number(sums.viewings),
    leads: Number(sums.leads),
    documents: Number(sums.documents),
    alerts: Number(sums.alerts),
    nextViewing: sums.next,
    events: events.map(({ kind, at, old_price, new_price }) => ({
      kind,
      at,
      oldPrice: old_price,
      newPrice: new_price,
    })),
  };
}

/** The figures of a property besides its page views. */
interface PropertyFigures {
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
      (select count(*) from leads where property_id = ${property.id} and form <> ${OWNER_SUGGESTION}) as leads,
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

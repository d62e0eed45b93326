import type { Kysely } from 'kysely';
import { formatShortDay, formatTime, formatWeekday } from '../../i18n/format.ts';
import { labelled, type Translate } from '../../i18n/label-key.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import { remarkIn } from '../form/form.ts';

/** A viewing in the agenda, with what was said of it afterwards. */
export interface AgendaViewing extends ViewingRow {
  comment: string | null;
  interest: 'yes' | 'maybe' | 'no' | null;
  reportedAt: string | null;
  /** What the visitor wrote with it; empty for nothing. */
  remark: string;
}

/** The viewings with their reports and the forms by which they were booked. */
const withFacts = (db: Kysely<Schema>) =>
  db
    .selectFrom('viewings')
    .leftJoin('viewing_feedback', 'viewing_feedback.viewing_id', 'viewings.id')
    .leftJoin('leads', 'leads.id', 'viewings.lead_id')
    .selectAll('viewings')
    .select(['viewing_feedback.comment', 'viewing_feedback.interest', 'viewing_feedback.given_at as reportedAt'])
    .select('leads.form_values');

const withRemark = <Row extends { form_values: string | null }>({ form_values, ...row }: Row) => ({
  ...row,
  remark: remarkIn(form_values),
});

/** The viewings that begin between two moments, in their order; holds that ran out are left out. */
export async function agendaOf(
  { db }: Pick<Database, 'db'>,
  { from, to, agent }: { from: string; to: string; agent?: string | undefined },
  nowMs = Date.now(),
): Promise<AgendaViewing[]> {
  const now = new Date(nowMs).toISOString();
  let query = withFacts(db)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where(({ eb, and, or }) => or([eb('state', '!=', 'requested'), and([eb('held_until', '>', now)])]))
    .orderBy('starts_at')
    .orderBy('viewings.id');
  if (agent) query = query.where('agent_id', '=', agent);
  return (await query.execute()).map(withRemark);
}

/** A viewing with its report; null when there is none with this ID. */
export async function agendaViewing({ db }: Pick<Database, 'db'>, id: string): Promise<AgendaViewing | null> {
  const row = await withFacts(db).where('viewings.id', '=', id).executeTakeFirst();
  return row ? withRemark(row) : null;
}

/** The viewings of these leads that were not cancelled, in the order in which they were booked. */
export async function viewingsOfLeads(
  { db }: Pick<Database, 'db'>,
  leadIds: readonly string[],
): Promise<Pick<ViewingRow, 'id' | 'lead_id' | 'starts_at'>[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom('viewings')
    .select(['id', 'lead_id', 'starts_at'])
    .where('lead_id', 'in', leadIds)
    .where('state', '!=', 'cancelled')
    .orderBy('id')
    .execute();
}

/** Records that a visitor did not come; false for a viewing that is still to come, or was cancelled. */
export async function markMissed({ db }: Pick<Database, 'db'>, id: string, nowMs = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('viewings')
    .set({ state: 'missed' })
    .where('id', '=', id)
    .where('state', 'in', ['confirmed', 'done', 'missed'])
    .where('starts_at', '<', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A viewing as operators see it; `startsAt` in UTC. */
export interface ListedViewing {
  startsAt: string;
  endsAt: string;
  state: ViewingRow['state'];
  propertyId: string;
  agent: string;
  name: string;
  email: string;
  phone: string | null;
}

/**
 * Viewings in the order of their times. Without `all` only those to come that are confirmed, or requested and still
 * held.
 */
export async function listViewings(
  { db }: Database,
  { agent, property, all = false }: { agent?: string; property?: string; all?: boolean } = {},
  nowMs = Date.now(),
): Promise<ListedViewing[]> {
  const now = new Date(nowMs).toISOString();
  let query = db.selectFrom('viewings').selectAll().orderBy('starts_at').orderBy('id');
  if (agent) query = query.where('agent_id', '=', agent);
  if (property) query = query.where('property_id', '=', property);
  if (!all)
    query = query
      .where('starts_at', '>', now)
      .where(({ eb, and, or }) =>
        or([eb('state', '=', 'confirmed'), and([eb('state', '=', 'requested'), eb('held_until', '>', now)])]),
      );
  return (await query.execute()).map((row) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    propertyId: row.property_id,
    agent: row.agent_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
  }));
}

const capitalised = (text: string, language: Language) => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** The afternoon begins, in Brussels time. */
const NOON = '12:00';

/** Free times of a viewing as choices under their day: value in UTC, label in Brussels time. */
export function viewingChoices(
  slots: readonly { startsAt: string; seats: number; isOpenHouse?: true }[],
  language: Language,
  t: Translate,
) {
  const days = Map.groupBy(slots, ({ startsAt }) => formatWeekday(startsAt, language));
  return [...days].flatMap(([day, times]) =>
    times.map(({ startsAt, seats, isOpenHouse }) => ({
      value: startsAt,
      label: [
        formatTime(startsAt, language),
        isOpenHouse && t('OPEN_HOUSE').toLocaleLowerCase(language),
        seats > 1 && t('APPOINTMENT_SEATS_LEFT', { count: seats }),
      ]
        .filter((part) => typeof part === 'string')
        .join(', '),
      group: capitalised(day, language),
      groupNote: labelled('', t('APPOINTMENT_TIMES', { count: times.length }), language),
      groupShort: [...formatShortDay(startsAt, language), t('APPOINTMENT_TIMES', { count: times.length })],
      part: t(formatTime(startsAt, 'nl') < NOON ? 'MORNING' : 'AFTERNOON'),
    })),
  );
}

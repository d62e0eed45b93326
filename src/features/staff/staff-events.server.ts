import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StaffEventRow } from '../../platform/database/staff-schema.ts';

/** What is written into the audit. */
export interface NewStaffEvent {
  /** Null for a command of the operator, and for somebody who is not logged in. */
  staffId: string | null;
  who: string;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
}

const LONGEST_SUBJECT = 300;
const COUNTED_MS = 15 * 60_000;

/** Writes one line of the audit, as part of the transaction of what was done. */
export async function recordStaffEvent(db: Kysely<Schema>, event: NewStaffEvent, nowMs = Date.now()): Promise<void> {
  await db
    .insertInto('staff_events')
    .values(rowOf(event, null, nowMs))
    .execute();
}

/** Writes a line at most once for each person, action, subject and day. */
export async function recordOncePerDay(db: Kysely<Schema>, event: NewStaffEvent, nowMs = Date.now()): Promise<void> {
  const key = keyOf(event, new Date(nowMs).toISOString().slice(0, 10));
  await db
    .insertInto('staff_events')
    .values(rowOf(event, key, nowMs))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

/** Writes a line, or counts it in the one of the same quarter of an hour, so that many of them are one line. */
export async function countStaffEvent(db: Kysely<Schema>, event: NewStaffEvent, nowMs = Date.now()): Promise<void> {
  const key = keyOf(event, String(Math.floor(nowMs / COUNTED_MS)));
  await db
    .insertInto('staff_events')
    .values(rowOf(event, key, nowMs))
    .onConflict((conflict) =>
      conflict.column('once_key').doUpdateSet((eb) => ({ count: eb('staff_events.count', '+', 1) })),
    )
    .execute();
}

const keyOf = ({ staffId, action, subject }: NewStaffEvent, time: string): string =>
  createHash('sha256')
    .update([staffId ?? '', action, subject, time].join('\n'))
    .digest('base64url');

function rowOf(event: NewStaffEvent, onceKey: string | null, nowMs: number) {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    id: newId(nowMs),
    at: new Date(nowMs).toISOString(),
    staff_id: event.staffId,
    who: event.who,
    action: event.action,
    subject: event.subject.slice(0, LONGEST_SUBJECT),
    before: json(event.before),
    after: json(event.after),
    once_key: onceKey,
    count: 1,
  };
}

/** Which lines of the audit are shown; left out = all. */
export interface StaffEventFilter {
  /** ID of a member of staff, or `nobody`: commands, and logins that were refused. */
  who?: string | undefined;
  action?: string | undefined;
  /** Moments in milliseconds since 1970; the second one is not part of it. */
  fromMs?: number | undefined;
  untilMs?: number | undefined;
  /** Only lines before the one with this ID, to continue a list. */
  before?: string | undefined;
  limit?: number | undefined;
}

/** Lines of the audit, newest first. */
export async function listStaffEvents(
  db: Kysely<Schema>,
  { who, action, fromMs, untilMs, before, limit = 50 }: StaffEventFilter = {},
): Promise<StaffEventRow[]> {
  let query = db.selectFrom('staff_events').selectAll();
  if (who === 'nobody') query = query.where('staff_id', 'is', null);
  else if (who) query = query.where('staff_id', '=', who);
  if (action) query = query.where('action', '=', action);
  // An ID begins with the moment of its creation, so that each index that ends with it also finds a time.
  if (fromMs !== undefined) query = query.where('id', '>=', momentOf(fromMs));
  if (untilMs !== undefined) query = query.where('id', '<', momentOf(untilMs));
  if (before) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

const momentOf = (ms: number) => Math.max(0, ms).toString(36).padStart(9, '0');

const PAGE = 500;

/** All lines of a filter, newest first, read in pages. */
export async function* eachStaffEvent(db: Kysely<Schema>, filter: StaffEventFilter): AsyncGenerator<StaffEventRow> {
  let { before } = filter;
  for (;;) {
    const page = await listStaffEvents(db, { ...filter, before, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    before = last.id;
  }
}

/** After this time somebody counts as gone. */
const PRESENT_MS = 60_000;

/** Records that somebody reads something, such as a lead, at this moment. */
export async function setPresent(
  { db }: Pick<Database, 'db'>,
  staffId: string,
  subject: string,
  nowMs = Date.now(),
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await db
    .deleteFrom('staff_presence')
    .where('at', '<', new Date(nowMs - PRESENT_MS).toISOString())
    .execute();
  await db
    .insertInto('staff_presence')
    .values({ staff_id: staffId, subject: subject.slice(0, 40), at })
    .onConflict((conflict) => conflict.columns(['staff_id', 'subject']).doUpdateSet({ at }))
    .execute();
}

/** The names of others who read the same at this moment. */
export async function presentAt(
  { db }: Pick<Database, 'db'>,
  subject: string,
  exceptId: string,
  nowMs = Date.now(),
): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_presence')
    .innerJoin('staff', 'staff.id', 'staff_presence.staff_id')
    .select('staff.name')
    .where('subject', '=', subject)
    .where('staff_id', '!=', exceptId)
    .where('at', '>=', new Date(nowMs - PRESENT_MS).toISOString())
    .orderBy('staff.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Records that somebody no longer reads something, unless another page of theirs said so after this moment. */
export async function leave(
  { db }: Pick<Database, 'db'>,
  staffId: string,
  subject: string,
  presentAtMs: number,
): Promise<void> {
  await db
    .deleteFrom('staff_presence')
    .where('staff_id', '=', staffId)
    .where('subject', '=', subject)
    .where('at', '<=', new Date(presentAtMs).toISOString())
    .execute();
}

/** Everybody who reads a lead at this moment, with who has that lead. */
export const readersNow = (
  { db }: Pick<Database, 'db'>,
  nowMs = Date.now(),
): Promise<{ subject: string; staff_id: string; name: string; assigned_to: string | null }[]> =>
  db
    .selectFrom('staff_presence')
    .innerJoin('staff', 'staff.id', 'staff_presence.staff_id')
    .innerJoin('leads', 'leads.reference', 'staff_presence.subject')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['subject', 'staff_id', 'staff.name', 'lead_work.assigned_to'])
    .where('at', '>=', new Date(nowMs - PRESENT_MS).toISOString())
    .orderBy('staff.name')
    .execute();

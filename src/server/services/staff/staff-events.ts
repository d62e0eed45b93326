import type { Kysely } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StaffEventRow } from '../../platform/database/staff-schema.ts';

/** What is written into the audit. */
export interface NewStaffEvent {
  /** Null for a command of the operator. */
  staffId: string | null;
  who: string;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
}

const LONGEST_SUBJECT = 300;

/** Writes one line of the audit, as part of the transaction of what was done. */
export async function recordStaffEvent(db: Kysely<Schema>, event: NewStaffEvent, nowMs = Date.now()): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await db
    .insertInto('staff_events')
    .values({
      id: newId(nowMs),
      at: new Date(nowMs).toISOString(),
      staff_id: event.staffId,
      who: event.who,
      action: event.action,
      subject: event.subject.slice(0, LONGEST_SUBJECT),
      before: json(event.before),
      after: json(event.after),
    })
    .execute();
}

/** Lines of the audit, newest first; `before` continues a list after the line with this ID. */
export async function listStaffEvents(
  db: Kysely<Schema>,
  { before, limit = 50 }: { before?: string | undefined; limit?: number } = {},
): Promise<StaffEventRow[]> {
  const query = db.selectFrom('staff_events').selectAll().orderBy('id', 'desc').limit(limit);
  return (before ? query.where('id', '<', before) : query).execute();
}

import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';

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

import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { StaffEventRow } from '../../platform/database/staff-schema.ts';

export { recordStaffEvent } from './record-staff-event.server.ts';

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
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

import type { Database } from '../database/database.ts';
import type { RequestRow } from '../database/schema.ts';
import { normalisedEmail } from './normalised-email.ts';
import { type RequestRecord, requestRecordOf } from './request-record.ts';

/** Which requests are wanted; left out = all. */
export interface RequestFilter {
  form?: string | undefined;
  status?: RequestRow['status'] | undefined;
  email?: string | undefined;
  /** ISO moment or day. */
  since?: string | undefined;
  /** Only those before this id, to go on where a list ended. */
  before?: string | undefined;
  limit?: number | undefined;
}

/** The newest requests first. */
export async function listRequests(
  { db }: Database,
  { form, status, email, since, before, limit = 50 }: RequestFilter = {},
): Promise<RequestRecord[]> {
  let query = db.selectFrom('requests').selectAll();
  if (form) query = query.where('form', '=', form);
  if (status) query = query.where('status', '=', status);
  if (email) query = query.where('email', '=', normalisedEmail(email));
  if (since) query = query.where('created_at', '>=', since);
  // An id begins with the moment of its making.
  if (before) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(requestRecordOf);
}

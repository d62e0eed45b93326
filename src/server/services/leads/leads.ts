import type { Database } from '../../platform/database/database.ts';
import type { MailRow, RequestRow } from '../../platform/database/schema.ts';
import { normalisedEmail } from '../../platform/mail/normalised-email.ts';

/** A stored request as the agency sees and exports it. */
export interface RequestRecord {
  id: string;
  reference: string;
  form: string;
  status: RequestRow['status'];
  language: string;
  page: string;
  propertyId: string | null;
  projectId: string | null;
  email: string | null;
  answers: Record<string, unknown>;
  campaign: Record<string, string>;
  consentVersion: string;
  createdAt: string;
  handledAt: string | null;
}

/** The request in a row of the database. */
export function requestRecordOf(row: RequestRow): RequestRecord {
  return {
    id: row.id,
    reference: row.reference,
    form: row.form,
    status: row.status,
    language: row.language,
    page: row.page,
    propertyId: row.property_id,
    projectId: row.project_id,
    email: row.email,
    answers: JSON.parse(row.answers) as Record<string, unknown>,
    campaign: JSON.parse(row.campaign) as Record<string, string>,
    consentVersion: row.consent_version,
    createdAt: row.created_at,
    handledAt: row.handled_at,
  };
}

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

/** A request with the state of its mails. */
export interface FoundRequest extends RequestRecord {
  mails: Pick<MailRow, 'id' | 'kind' | 'to_address' | 'state' | 'attempts' | 'sent_at' | 'last_error'>[];
}

/** The request with this reference, or null. */
export async function findRequest({ db }: Database, reference: string): Promise<FoundRequest | null> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) return null;
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'to_address', 'state', 'attempts', 'sent_at', 'last_error'])
    .where('request_id', '=', row.id)
    .orderBy('id')
    .execute();
  return { ...requestRecordOf(row), mails };
}

/** Marks a request as handled; `already` when it was, null when there is none with this reference. */
export async function markHandled(
  { db }: Database,
  reference: string,
  nowMs: number = Date.now(),
): Promise<'handled' | 'already' | null> {
  const { numUpdatedRows } = await db
    .updateTable('requests')
    .set({ status: 'handled', handled_at: new Date(nowMs).toISOString() })
    .where('reference', '=', reference)
    .where('status', '=', 'new')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'handled';
  const known = await db.selectFrom('requests').select('id').where('reference', '=', reference).executeTakeFirst();
  return known ? 'already' : null;
}

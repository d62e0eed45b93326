import type { Database } from '../../platform/database/database.server.ts';
import type { LeadRow, OutboxRow } from '../../platform/database/schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import type { FormValues, PropertyToValue } from '../form/form.ts';
import { storedValues } from '../form/form.ts';
import { formNamed } from './forms.ts';

/** A stored lead as the agency sees and exports it. */
export interface Lead {
  id: string;
  reference: string;
  form: string;
  status: LeadRow['status'];
  language: string;
  page: string;
  propertyId: string | null;
  projectId: string | null;
  email: string | null;
  values: FormValues;
  campaign: Record<string, string>;
  source: LeadRow['source'];
  consentVersion: string;
  createdAt: string;
  handledAt: string | null;
}

/** The lead in a row of the database. */
export function leadOf(row: LeadRow): Lead {
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
    values: storedValues(row.form_values),
    campaign: JSON.parse(row.campaign),
    source: row.source,
    consentVersion: row.consent_version,
    createdAt: row.created_at,
    handledAt: row.handled_at,
  };
}

/** Which leads are selected; left out = all. */
export interface LeadFilter {
  form?: string | undefined;
  status?: LeadRow['status'] | undefined;
  email?: string | undefined;
  /** ISO moment or day. */
  since?: string | undefined;
  /** Only leads before this ID, to continue where a list ended. */
  before?: string | undefined;
  limit?: number | undefined;
}

/** Lists leads, newest first. */
export async function listLeads(
  { db }: Database,
  { form, status, email, since, before, limit = 50 }: LeadFilter = {},
): Promise<Lead[]> {
  let query = db.selectFrom('leads').selectAll();
  if (form) query = query.where('form', '=', form);
  if (status) query = query.where('status', '=', status);
  if (email) query = query.where('email', '=', normalisedEmailAddress(email));
  if (since) query = query.where('created_at', '>=', since);
  // An ID begins with the moment of its creation.
  if (before) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(leadOf);
}

/** A lead with the state of its mails. */
export interface LeadWithMails extends Lead {
  mails: Pick<OutboxRow, 'id' | 'kind' | 'recipient' | 'state' | 'attempts' | 'sent_at' | 'last_error'>[];
}

/** Finds the lead with this reference; null when there is none. */
export async function findLead({ db }: Database, reference: string): Promise<LeadWithMails | null> {
  const row = await db
    .selectFrom('leads')
    .selectAll()
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) return null;
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'state', 'attempts', 'sent_at', 'last_error'])
    .where('lead_id', '=', row.id)
    .where('target', 'is', null)
    .orderBy('id')
    .execute();
  return { ...leadOf(row), mails };
}

/** The reference of the lead with this ID; null when there is none. */
export async function leadReference({ db }: Pick<Database, 'db'>, id: string): Promise<string | null> {
  const row = await db.selectFrom('leads').select('reference').where('id', '=', id).executeTakeFirst();
  return row?.reference ?? null;
}

/** Marks a lead as handled; `already` when it was, null when there is none with this reference. */
export async function markHandled(
  { db }: Database,
  reference: string,
  nowMs: number = Date.now(),
): Promise<'handled' | 'already' | null> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ status: 'handled', handled_at: new Date(nowMs).toISOString() })
    .where('reference', '=', reference)
    .where('status', '=', 'new')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'handled';
  const known = await db.selectFrom('leads').select('id').where('reference', '=', reference).executeTakeFirst();
  return known ? 'already' : null;
}

/** The property that a lead offers for sale or rent; null when it offers none, or there is no such lead. */
export async function propertyToValueOf(database: Database, reference: string): Promise<PropertyToValue | null> {
  const lead = await findLead(database, reference);
  return (lead && formNamed(lead.form)?.propertyToValue?.(lead.values)) ?? null;
}

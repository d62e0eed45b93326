import type { Kysely, Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { LeadRow, OutboxRow, Schema } from '../../platform/database/schema.ts';
import { GIVE_UP_MS } from '../../platform/outbox/outbox.server.ts';
import type { RecordEvent, RecordedType } from '../../platform/outbox/record-event.ts';
import { type FormValues, storedValues, textOf } from '../form/form.ts';
import { formNamed } from '../lead/forms.ts';
import {
  bodyOf,
  type ErasureEvent,
  type EventPerson,
  type EventProperty,
  type LeadEvent,
  type OpeningEvent,
  type OutgoingEvent,
  type SearchEvent,
  type ViewingEvent,
} from './outgoing-event.ts';
import type { WebhookTarget } from './settings.ts';

/** What is stored about an event, and the lead it belongs to. */
export interface EventData {
  data: OutgoingEvent['data'];
  leadId: string | null;
}

interface Parts extends Pick<Ctx, 'site' | 'siteUrl'> {
  transaction: Transaction<Schema>;
}

const PERSON = ['firstName', 'lastName', 'email', 'phone'];
const MESSAGE = ['message', 'remark'];
/** The subject of a lead is described as a property or project. */
const APART: ReadonlySet<string> = new Set([...PERSON, ...MESSAGE, 'newsletter', 'property', 'project']);

/** The lead of this ID; null when there is none, or when its form is not for other systems. */
async function leadData(parts: Parts, id: string): Promise<EventData | null> {
  const lead = await leadOf(parts, id);
  if (!lead || formNamed(lead.form)?.staysHere) return null;
  const values = storedValues(lead.form_values);
  const { reference, form, language, page } = lead;
  const data: LeadEvent = {
    id,
    reference,
    form,
    language,
    page: page.startsWith('/') ? parts.siteUrl + page : page,
    property: lead.property_id ? await propertyOf(parts, lead.property_id, language) : null,
    project: lead.project_id ? Number(lead.project_id) : null,
    person: personOf(values),
    message: MESSAGE.map((name) => textOf(values, name)).find(Boolean) ?? null,
    fields: fieldsOf(values),
    consent: { version: lead.consent_version, newsletter: values.newsletter === true },
    campaign: JSON.parse(lead.campaign),
  };
  return { data, leadId: id };
}

/** The viewing of this ID; null when there is none. */
async function viewingData(parts: Parts, id: string): Promise<EventData | null> {
  const row = await parts.transaction.selectFrom('viewings').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const lead = row.lead_id ? await leadOf(parts, row.lead_id) : null;
  const data: ViewingEvent = {
    id,
    reference: lead?.reference ?? null,
    // Whether somebody came is not told to other systems.
    state: row.state === 'missed' ? 'done' : row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    agent: row.agent_id,
    language: row.language,
    property: await propertyOf(parts, row.property_id, row.language),
    person: lead
      ? personOf(storedValues(lead.form_values))
      : { firstName: null, lastName: row.name, email: row.email, phone: row.phone },
  };
  return { data, leadId: row.lead_id };
}

/** The saved search of this ID; null when there is none. */
async function searchData(parts: Parts, id: string): Promise<EventData | null> {
  const row = await parts.transaction.selectFrom('saved_searches').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const lead = row.lead_id ? await leadOf(parts, row.lead_id) : null;
  const criteria = storedValues(row.criteria);
  const data: SearchEvent = {
    id,
    reference: lead?.reference ?? null,
    language: row.language,
    frequency: row.frequency,
    person: personOf(criteria),
    criteria: fieldsOf(criteria),
  };
  return { data, leadId: row.lead_id };
}

/** The opening of a document by a known person; null for one by anybody. */
async function openingData(parts: Parts, id: string): Promise<EventData | null> {
  const row = await parts.transaction
    .selectFrom('document_openings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const lead = row?.lead_id ? await leadOf(parts, row.lead_id) : null;
  if (!row || !lead) return null;
  const data: OpeningEvent = {
    id,
    reference: lead.reference,
    document: row.document,
    property: await propertyOf(parts, row.property_id, lead.language),
    person: personOf(storedValues(lead.form_values)),
  };
  return { data, leadId: lead.id };
}

async function leadOf({ transaction }: Parts, id: string): Promise<LeadRow | null> {
  return (await transaction.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

function personOf(values: FormValues): EventPerson {
  const given = (name: string) => textOf(values, name) || null;
  return {
    firstName: given('firstName'),
    lastName: given('lastName'),
    email: given('email'),
    phone: given('phone'),
  };
}

function fieldsOf(values: FormValues): FormValues {
  const given = Object.entries(values).filter(([name, value]) => !APART.has(name) && value !== '' && value !== false);
  return Object.fromEntries(given);
}

async function propertyOf({ transaction, site, siteUrl }: Parts, id: string, language: string): Promise<EventProperty> {
  const listing = site.listing(Number(id));
  const imported = await transaction
    .selectFrom('import_ids')
    .selectAll()
    .where('property_id', '=', Number(id))
    .executeTakeFirst();
  return {
    id: Number(id),
    reference: listing?.reference ?? id,
    source: imported?.source ?? null,
    sourceId: imported?.source_id ?? null,
    goal: listing?.goal ?? null,
    url: listing && siteUrl + site.listingPath(listing, language),
  };
}

const READERS = {
  'lead.created': leadData,
  'viewing.booked': viewingData,
  'viewing.changed': viewingData,
  'viewing.cancelled': viewingData,
  'search.confirmed': searchData,
  'document.opened': openingData,
} as const satisfies Record<RecordedType, unknown>;

/** What records the events of a site for its webhook targets, in the transaction of what happened. */
export function eventRecorder({ site, siteUrl }: { site: Site; siteUrl: string }): RecordEvent {
  return async (transaction, { type, id, waitMs }) => {
    const targets = site.settings.webhooks.targets.filter(({ events }) => events.includes(type));
    if (targets.length === 0) return [];
    const found = await READERS[type]({ transaction, site, siteUrl }, id);
    return found ? insert(transaction, targets.filter(takes(found.data)), { type, ...found }, waitMs) : [];
  };
}

/** Skarabee takes leads about its own publications only. */
const takes =
  (data: OutgoingEvent['data']) =>
  ({ format }: WebhookTarget) =>
    format !== 'skarabee' || ('property' in data && data.property?.source === 'skarabee');

/** Tells the targets that a person was erased, in the transaction that erases them. */
export async function recordErasure(
  transaction: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  data: ErasureEvent,
): Promise<void> {
  const receivers = targets.filter(({ events }) => events.includes('person.erased'));
  if (receivers.length > 0) await insert(transaction, receivers, { type: 'person.erased', data, leadId: null });
}

async function insert(
  transaction: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  { type, data, leadId }: Pick<OutgoingEvent, 'type' | 'data'> & { leadId: string | null },
  waitMs = 0,
): Promise<string[]> {
  if (targets.length === 0) return [];
  const nowMs = Date.now();
  const timestamp = new Date(nowMs).toISOString();
  const rows = targets.map(({ name, format }): OutboxRow => {
    const id = newId(nowMs);
    return {
      id,
      message_id: `msg_${id}`,
      kind: type,
      recipient: name,
      target: name,
      reply_to: null,
      subject: '',
      text: bodyOf({ type, timestamp, data }, format === 'flat' ? 'flat' : 'standard'),
      html: null,
      headers: '{}',
      attachments: '[]',
      state: 'pending',
      attempts: 0,
      next_attempt_at: new Date(nowMs + waitMs).toISOString(),
      give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
      lease_owner: null,
      lead_id: leadId,
      created_at: timestamp,
      sent_at: null,
      last_error: null,
      address_refused: 0,
    };
  });
  await transaction.insertInto('outbox').values(rows).execute();
  return rows.map(({ id }) => id);
}

import type { Transaction } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { LeadRow, Schema } from '../../platform/database/schema.ts';
import { type FormValues, storedValues, textOf } from '../form/form.ts';
import { formNamed } from '../lead/forms.ts';
import type {
  EventPerson,
  EventProperty,
  LeadEvent,
  OpeningEvent,
  OutgoingEvent,
  SearchEvent,
  ViewingEvent,
} from './outgoing-event.ts';

/** What is stored about an event, and the lead it belongs to. */
export interface EventData {
  data: OutgoingEvent['data'];
  leadId: string | null;
}

interface Parts {
  transaction: Transaction<Schema>;
  site: Site;
  siteUrl: string;
}

const PERSON = ['firstName', 'lastName', 'email', 'phone'];
const MESSAGE = ['message', 'remark'];
/** The subject of a lead is described as a property or project. */
const APART: ReadonlySet<string> = new Set([...PERSON, ...MESSAGE, 'newsletter', 'property', 'project']);

/** The lead of this ID; null when there is none, or when its form is not for other systems. */
export async function leadData(parts: Parts, id: string): Promise<EventData | null> {
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
export async function viewingData(parts: Parts, id: string): Promise<EventData | null> {
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
      ? personOf(JSON.parse(lead.form_values))
      : { firstName: null, lastName: row.name, email: row.email, phone: row.phone },
  };
  return { data, leadId: row.lead_id };
}

/** The saved search of this ID; null when there is none. */
export async function searchData(parts: Parts, id: string): Promise<EventData | null> {
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
export async function openingData(parts: Parts, id: string): Promise<EventData | null> {
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
    person: personOf(JSON.parse(lead.form_values)),
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

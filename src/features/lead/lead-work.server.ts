import { type Kysely, sql } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { LeadEntryRow, LeadWorkRow, StaffRow } from '../../platform/database/staff-schema.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { isKeyOf } from '../../platform/values/values.ts';
import { remarkIn } from '../form/form.ts';
import type { Listing } from '../property/listing.ts';
import { reachOf } from '../staff/rights.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import { WITHOUT_RESPONSE } from './forms.ts';
import type { WorkedLead } from './lead-list.server.ts';

/** Who works on a lead. */
export interface Worker {
  id: string;
  name: string;
}

/** Who wrote an entry: somebody at the agency, or without an ID a visitor. */
type Author = Pick<Worker, 'name'> & { id: string | null };

/** Notes, replies and changes of a lead, oldest first. */
export const entriesOf = ({ db }: Pick<Database, 'db'>, leadId: string): Promise<LeadEntryRow[]> =>
  db.selectFrom('lead_entries').selectAll().where('lead_id', '=', leadId).orderBy('at').orderBy('id').execute();

/** The text of the newest mail of the visitor of each of these leads, by the ID of the lead. */
export async function lastReceived({ db }: Pick<Database, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const mails = db.selectFrom('lead_entries').select(['lead_id', 'text']).where('kind', '=', 'received');
  const rows = await mails.where('lead_id', 'in', ids).orderBy('at').orderBy('id').execute();
  return new Map(rows.map(({ lead_id, text }) => [lead_id, text]));
}

const NO_WORK = { assigned_to: null, snoozed_until: null, responded_at: null, received_at: null };

/** Writes what the agency did with a lead; other columns stay. */
export async function setWork(
  db: Kysely<Schema>,
  leadId: string,
  change: Partial<Omit<LeadWorkRow, 'lead_id' | 'updated_at'>>,
  nowMs = Date.now(),
): Promise<void> {
  const updated_at = new Date(nowMs).toISOString();
  await db
    .insertInto('lead_work')
    .values({ lead_id: leadId, ...NO_WORK, ...change, updated_at })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ ...change, updated_at }))
    .execute();
}

/** The key of the entry of a mail in a lead. */
export const keyOfMail = (leadId: string, mailId: string): string => `mail:${leadId}:${mailId}`;

/** The Message-ID of the mail whose entry has this key; null for another entry, and for a mail without one. */
export function mailOfKey(key: string | null): string | null {
  const [kind, , ...rest] = (key ?? '').split(':');
  const id = rest.join(':');
  return kind === 'mail' && id.includes('@') ? id : null;
}

/** Entries that are also in the audit, and under which name. */
const AUDITED = { reply: 'lead-reply', assigned: 'lead-assign', handled: 'lead-handled', reopened: 'lead-reopen' };

/** Writes into the audit what somebody did with a lead. */
export async function auditLead(
  db: Kysely<Schema>,
  leadId: string,
  worker: Author,
  event: { action: string; before?: unknown; after?: unknown },
  nowMs = Date.now(),
): Promise<void> {
  const { reference } = await db
    .selectFrom('leads')
    .select('reference')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  await recordStaffEvent(db, { ...event, staffId: worker.id, who: worker.name, subject: reference }, nowMs);
}

/**
 * Adds an entry to a lead and returns its ID; null when a browser had sent the same one before, or the same mail had
 * arrived. `change` is what it changed, for the audit.
 */
export async function addEntry(
  db: Kysely<Schema>,
  leadId: string,
  worker: Author,
  entry: Pick<LeadEntryRow, 'kind' | 'text'> & {
    clientKey?: string | null;
    change?: { before?: unknown; after?: unknown };
  },
  nowMs = Date.now(),
): Promise<string | null> {
  const id = newId(nowMs);
  const added = await db
    .insertInto('lead_entries')
    .values({
      id,
      lead_id: leadId,
      staff_id: worker.id,
      who: worker.name,
      kind: entry.kind,
      text: entry.text,
      outbox_id: null,
      client_key: entry.clientKey ?? null,
      at: new Date(nowMs).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (added.length === 0) return null;
  const action = isKeyOf(AUDITED, entry.kind) ? AUDITED[entry.kind] : null;
  if (action) await auditLead(db, leadId, worker, { action, ...entry.change }, nowMs);
  return id;
}

/**
 * Assigns a lead to somebody, or to nobody. `expected` is who had it when the page was made: of two people who take a
 * lead at once, the second one is told.
 */
export async function assignLead(
  database: Database,
  lead: Pick<WorkedLead, 'id'>,
  { to, expected, why = '' }: { to: Worker | null; expected: string | null; why?: string },
  worker: Worker,
): Promise<boolean> {
  return database.transaction(async (db) => {
    const row = { lead_id: lead.id, ...NO_WORK, updated_at: new Date().toISOString() };
    // The row is there before it is changed, so that two processes wait for each other.
    await db
      .insertInto('lead_work')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const assigned = db
      .updateTable('lead_work')
      .set({ assigned_to: to?.id ?? null })
      .where('lead_id', '=', lead.id);
    const { numUpdatedRows } = await assigned
      .where('assigned_to', expected === null ? 'is' : '=', expected)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const holder = await db
      .selectFrom('staff')
      .select('name')
      .where('id', '=', expected ?? '')
      .executeTakeFirst();
    const change = { before: { name: holder?.name ?? '' }, after: { name: to?.name ?? '' } };
    await addEntry(db, lead.id, worker, { kind: 'assigned', text: to?.name ?? '', change });
    // What the colleague has to know stands below it.
    if (why) await addEntry(db, lead.id, worker, { kind: 'note', text: why });
    return true;
  });
}

/** Hides a lead from the open ones until a moment; null shows it again. */
export async function snoozeLead(
  database: Database,
  leadId: string,
  until: string | null,
  worker: Worker,
): Promise<void> {
  await database.transaction(async (db) => {
    await setWork(db, leadId, { snoozed_until: until });
    await addEntry(db, leadId, worker, { kind: 'snoozed', text: until ?? '' });
  });
}

/**
 * Marks a lead as handled, or opens it again; doing it twice has the same effect as once. `worker`: who does so; null
 * for a link in a mail.
 */
export async function handle(
  db: Kysely<Schema>,
  leadId: string,
  isHandled: boolean,
  worker: Worker | null,
  nowMs = Date.now(),
): Promise<void> {
  const change = isHandled
    ? ({ status: 'handled', handled_at: new Date(nowMs).toISOString() } as const)
    : ({ status: 'new', handled_at: null } as const);
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set(change)
    .where('id', '=', leadId)
    .where('status', '=', isHandled ? 'new' : 'handled')
    .executeTakeFirst();
  if (numUpdatedRows > 0n && worker)
    await addEntry(db, leadId, worker, { kind: isHandled ? 'handled' : 'reopened', text: '' }, nowMs);
}

/** The same as `handle`, in a transaction of its own. */
export const setHandled = (
  database: Database,
  leadId: string,
  isHandled: boolean,
  worker: Worker,
  nowMs = Date.now(),
): Promise<void> => database.transaction((db) => handle(db, leadId, isHandled, worker, nowMs));

/** Records that the visitor got a response, such as a reply or a confirmed viewing; of several the first one counts. */
export async function markResponded(db: Kysely<Schema>, leadId: string, nowMs = Date.now()): Promise<void> {
  const work = await db.selectFrom('lead_work').select('responded_at').where('lead_id', '=', leadId).executeTakeFirst();
  const responded_at = work?.responded_at ?? new Date(nowMs).toISOString();
  await setWork(db, leadId, { responded_at, received_at: null }, nowMs);
}

/** Entries that say that the visitor got a response. */
const RESPONSES = ['reply', 'called', 'mailed'] as const;

/** Takes back a response that was recorded at a moment or later; what the entries of the lead say still counts. */
export async function unmarkResponded(db: Kysely<Schema>, leadId: string, since: string): Promise<void> {
  const entries = await db
    .selectFrom('lead_entries')
    .select(['at', 'kind'])
    .where('lead_id', '=', leadId)
    .where('kind', 'in', [...RESPONSES, 'received'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const response = entries.find(({ kind }) => kind !== 'received');
  const last = entries.findLastIndex(({ kind }) => kind !== 'received');
  await db
    .updateTable('lead_work')
    .set({ received_at: entries[last + 1]?.at ?? null })
    .where('lead_id', '=', leadId)
    .execute();
  await db
    .updateTable('lead_work')
    .set({ responded_at: response?.at ?? null })
    .where('lead_id', '=', leadId)
    .where('responded_at', '>=', since)
    .execute();
}

/** What became of the lead of a viewing; `asked`: its visitor asked something that waits for a response. */
export type ViewingResponse = 'responded' | 'handled' | 'asked';

/**
 * Records what the agency did with the viewing that a lead asked for. A confirmed one ends the work on the lead of a
 * visitor who wrote nothing besides; what a visitor asked still waits. A refused one is a response.
 */
export async function respondByViewing(
  db: Kysely<Schema>,
  leadId: string,
  isConfirmed: boolean,
  worker: Worker | null,
  nowMs = Date.now(),
): Promise<ViewingResponse> {
  const lead = await db.selectFrom('leads').select('form_values').where('id', '=', leadId).executeTakeFirst();
  if (isConfirmed && remarkIn(lead?.form_values ?? null)) return 'asked';
  await markResponded(db, leadId, nowMs);
  if (!isConfirmed) return 'responded';
  await handle(db, leadId, true, worker, nowMs);
  return 'handled';
}

/** Takes back what `respondByViewing` recorded at a moment or later. */
export async function takeBackViewing(
  db: Kysely<Schema>,
  leadId: string,
  since: string,
  worker: Worker,
): Promise<void> {
  await unmarkResponded(db, leadId, since);
  const lead = await db.selectFrom('leads').select('handled_at').where('id', '=', leadId).executeTakeFirst();
  if (lead?.handled_at && lead.handled_at >= since) await handle(db, leadId, false, worker);
}

/** Records that a mail of the visitor came: the lead is open again, and waits since then unless it did so before. */
export async function markReceived(db: Kysely<Schema>, leadId: string, nowMs = Date.now()): Promise<void> {
  const work = await db.selectFrom('lead_work').select('received_at').where('lead_id', '=', leadId).executeTakeFirst();
  const received_at = work?.received_at ?? new Date(nowMs).toISOString();
  await setWork(db, leadId, { received_at, snoozed_until: null }, nowMs);
  await db.updateTable('leads').set({ status: 'new', handled_at: null }).where('id', '=', leadId).execute();
}

/** The condition that a mail of the outbox goes to the visitor of its lead, however the address was typed. */
export const isToVisitor = sql<boolean>`lower(outbox.recipient) = leads.email`;

/**
 * Opens the leads again that were handled before a mail to their visitor was refused: somebody has to reach the visitor
 * in another way. Returns their number.
 */
export async function reopenRefused({ db }: Pick<Database, 'db'>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ status: 'new', handled_at: null })
    .where('status', '=', 'handled')
    // Nobody waits for a response to the others.
    .where('form', 'not in', WITHOUT_RESPONSE)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outbox')
          .select('outbox.id')
          .whereRef('outbox.lead_id', '=', 'leads.id')
          .where(isToVisitor)
          .where('outbox.state', '=', 'failed')
          // When it was last tried; a mail that a colleague saw as refused and handled stays handled.
          .whereRef('outbox.next_attempt_at', '>=', 'leads.handled_at'),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A member of staff to whom a lead is given. */
export type Holder = Pick<StaffRow, 'id' | 'email' | 'name' | 'member' | 'away_from' | 'away_until' | 'deputy_id'>;

/** Whether a member of staff is away on a day. */
export const isAway = ({ away_from, away_until }: Pick<StaffRow, 'away_from' | 'away_until'>, day: string): boolean =>
  away_until !== null && away_until >= day && (away_from ?? '') <= day;

/** The accounts that work on leads. */
async function workers(db: Kysely<Schema>): Promise<(Holder & Pick<StaffRow, 'role'>)[]> {
  const rows = await db.selectFrom('staff').selectAll().where('disabled_at', 'is', null).orderBy('id').execute();
  return rows.filter(({ role }) => reachOf(role, 'leads.reply') !== null);
}

/** Of these the one who got a lead longest ago; null when there is none. */
async function nextInTurn(db: Kysely<Schema>, candidates: readonly Holder[]): Promise<Holder | null> {
  if (candidates.length === 0) return null;
  const ids = candidates.map(({ id }) => id);
  const rows = await db
    .selectFrom('lead_work')
    .select(['assigned_to', ({ fn }) => fn.max('lead_id').as('last')])
    .where('assigned_to', 'in', ids)
    .groupBy('assigned_to')
    .execute();
  const last = new Map(rows.map(({ assigned_to, last: lead }) => [assigned_to, lead]));
  const [first] = candidates.toSorted((a, b) => ((last.get(a.id) ?? '') < (last.get(b.id) ?? '') ? -1 : 1));
  return first ?? null;
}

/**
 * Who gets a new lead by `giveLeads` of settings/forms.json: the agent of its property, somebody of its office or of
 * all agents in turn. For whoever is away it is the deputy. Null: nobody.
 */
export async function holderOfNew(
  db: Kysely<Schema>,
  site: Site,
  { listing, office }: { listing: Listing | null; office: string | null },
  nowMs = Date.now(),
): Promise<Holder | null> {
  const rule = site.settings.forms.giveLeads;
  if (rule === 'nobody') return null;
  const today = brusselsDay(nowMs);
  const all = await workers(db);
  const here = all.filter((one) => !isAway(one, today));
  const agent = rule === 'turn' ? undefined : all.find(({ member }) => member !== null && member === listing?.manager);
  if (agent) return isAway(agent, today) ? (here.find(({ id }) => id === agent.deputy_id) ?? null) : agent;
  if (rule === 'agent') return null;
  const members = new Set(site.settings.offices.offices.find(({ id }) => id === office)?.agents);
  const agents = here.filter(({ role }) => role === 'agent');
  return nextInTurn(db, rule === 'office' ? agents.filter(({ member }) => member && members.has(member)) : agents);
}

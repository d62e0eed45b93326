import type { Kysely } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import { formatDate } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue, takeBack } from '../../platform/outbox/mail-queue.server.ts';
import { isVisitorEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { agencyMail, toEach } from '../agency/agency-mail.server.ts';
import { nameOf, remarkOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { titleOf } from '../property/listing.ts';
import type { Preferences } from '../staff/preferences.ts';
import { leadTitle } from './forms.ts';
import type { WorkedLead } from './lead-list.server.ts';
import {
  addEntry,
  auditLead,
  isToVisitor,
  mailOfKey,
  markResponded,
  unmarkResponded,
  type Worker,
} from './lead-work.server.ts';

/** For how many milliseconds the mails of a member of staff wait, so that they can be taken back. */
export const waitOf = ({ preferences }: { preferences: Preferences }): number => preferences.undoSeconds * 1000;
const LONGEST_REPLY = 10_000;

/** A reply as written in the studio. */
interface Reply {
  text: string;
  /** The email address of somebody else who reads it as well; empty for nobody. */
  copyTo: string;
  /** The email address to which the visitor responds. */
  replyTo: string;
  clientKey: string | null;
  /** ID of the newest entry that the writer has seen; empty when there was none. */
  seen: string;
  /** ID of the person whom the writer has seen as the holder of the lead; empty for nobody. */
  holder: string;
  /** For how many milliseconds its mail waits. */
  waitMs: number;
}

/**
 * Stores a reply with its mail in one transaction. The mail goes out after the time that the writer chose, under one
 * Message-ID for ever.
 * `repeated`: the same reply was stored before; `newer`: a colleague has replied since the page was made; `held`: a
 * colleague has taken the lead since then.
 */
export async function replyToLead(
  { database, site }: { database: Database; site: Site },
  lead: WorkedLead,
  reply: Reply,
  worker: Worker,
  nowMs = Date.now(),
): Promise<
  { ok: true; repeated: boolean } | { ok: false; problem: 'empty' | 'no-address' | 'email' | 'newer' | 'held' }
> {
  const text = reply.text.trim().slice(0, LONGEST_REPLY);
  if (!text) return { ok: false, problem: 'empty' };
  if (!lead.email) return { ok: false, problem: 'no-address' };
  const copyTo = normalisedEmailAddress(reply.copyTo);
  if (copyTo && !isVisitorEmailAddress(copyTo)) return { ok: false, problem: 'email' };
  const to = lead.email;
  const readers = [...new Set([to, copyTo || to])];
  return database.transaction(async (db) => {
    const other = await db
      .selectFrom('lead_entries')
      .select('id')
      .where('lead_id', '=', lead.id)
      .where('kind', '=', 'reply')
      .where('id', '>', reply.seen)
      .where(({ eb, or }) => or([eb('staff_id', '!=', worker.id), eb('staff_id', 'is', null)]))
      .executeTakeFirst();
    if (other) return { ok: false, problem: 'newer' };
    const work = await db
      .selectFrom('lead_work')
      .select('assigned_to')
      .where('lead_id', '=', lead.id)
      .executeTakeFirst();
    const holder = work?.assigned_to ?? '';
    if (holder !== '' && holder !== worker.id && holder !== reply.holder) return { ok: false, problem: 'held' };
    const known = await mailsOf(db, lead.id);
    const mail = replyMail(site, lead, { text, readers, known, replyTo: reply.replyTo, signedBy: worker.name });
    const id = await addEntry(db, lead.id, worker, { kind: 'reply', text, clientKey: reply.clientKey }, nowMs);
    if (!id) return { ok: true, repeated: true };
    const sending = { leadId: lead.id, nowMs, waitMs: reply.waitMs };
    const [outboxId = null] = await enqueue(db, toEach(readers, mail), sending);
    await db.updateTable('lead_entries').set({ outbox_id: outboxId }).where('id', '=', id).execute();
    await markResponded(db, lead.id, nowMs);
    await db.deleteFrom('lead_drafts').where('lead_id', '=', lead.id).where('staff_id', '=', worker.id).execute();
    return { ok: true, repeated: false };
  });
}

/** The mail of a reply to its first reader; `known` are the Message-IDs of the mails before it. */
function replyMail(
  site: Site,
  lead: WorkedLead,
  {
    text,
    readers,
    known,
    ...mail
  }: { text: string; readers: readonly string[]; known: readonly string[]; replyTo: string; signedBy: string },
): OutgoingMail {
  const t = labelsIn(lead.language);
  const last = known.at(-1);
  return agencyMail(site, {
    ...mail,
    kind: 'reply',
    to: readers[0] ?? '',
    subject: subjectOf(site, lead),
    reason: t('STUDIO_REPLY_REASON', { date: formatDate(lead.createdAt, lead.language), what: askedIn(lead) }),
    // A person writes it: mail programs may respond that somebody is away.
    isPersonal: true,
    name: addressedName(lead.values, lead.language) || nameOf(lead.values),
    language: lead.language,
    paragraphs: text.split(/\n{2,}/),
    // Nobody is written to without the other one knowing it.
    note: readers.length > 1 ? t('STUDIO_REPLY_READERS', { readers: readers.join(', ') }) : undefined,
    headers: last ? { 'In-Reply-To': last, References: known.join(' ') } : {},
  });
}

/** The subject of a reply, which names the property that the lead is about. */
function subjectOf(site: Site, { propertyId, language, reference }: WorkedLead): string {
  const t = labelsIn(language);
  const listing = propertyId ? site.listing(Number(propertyId)) : null;
  return listing
    ? t('STUDIO_REPLY_SUBJECT_ABOUT', { property: titleOf(listing, language), reference })
    : t('STUDIO_REPLY_SUBJECT', { reference });
}

/** So much of what a visitor wrote stands in the reply. */
const LONGEST_QUOTATION = 300;

/** What a visitor asked: their own words, or without any what they chose. */
function askedIn({ form, values, language }: WorkedLead): string {
  return excerpt(remarkOf(values), LONGEST_QUOTATION) || leadTitle(form, labelsIn(language));
}

/** So many earlier mails are named in a reply: a header has a longest line. */
const MOST_NAMED = 8;

/** The Message-IDs of the mails from and to the visitor of a lead, oldest first. */
async function mailsOf(db: Kysely<Schema>, leadId: string): Promise<string[]> {
  const sent = await db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select(['outbox.id', 'outbox.message_id'])
    .where('outbox.lead_id', '=', leadId)
    .where(isToVisitor)
    .execute();
  const received = await db
    .selectFrom('lead_entries')
    .select(['id', 'client_key'])
    .where('lead_id', '=', leadId)
    .where('kind', 'in', ['received', 'mailed'])
    .execute();
  const known = [
    ...sent.map(({ id, message_id }) => ({ id, name: message_id })),
    ...received.map(({ id, client_key }) => ({ id, name: mailOfKey(client_key) })),
  ];
  // IDs begin with their time.
  return known
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ name }) => (name ? [name] : []))
    .slice(-MOST_NAMED);
}

/** One of the mails of a reply is on its way: then all of them leave. */
class OnItsWay extends Error {}

/** Takes back a reply that was not sent yet and makes it a draft again; false when one of its mails is on its way. */
export async function undoReply(
  database: Database,
  lead: Pick<WorkedLead, 'id'>,
  entryId: string,
  worker: Worker,
  nowMs = Date.now(),
): Promise<boolean> {
  try {
    return await database.transaction(async (db) => {
      const entry = await db
        .selectFrom('lead_entries')
        .selectAll()
        .where('id', '=', entryId)
        .where('lead_id', '=', lead.id)
        .where('staff_id', '=', worker.id)
        .where('kind', '=', 'reply')
        .executeTakeFirst();
      if (!entry?.outbox_id) return false;
      const copies = await db
        .selectFrom('outbox')
        .select('id')
        .where('lead_id', '=', lead.id)
        .where('kind', '=', 'reply')
        .where('created_at', '=', entry.at)
        .where('id', '!=', entry.outbox_id)
        .execute();
      for (const id of [entry.outbox_id, ...copies.map((copy) => copy.id)])
        if (!(await takeBack(db, id, nowMs))) throw new OnItsWay();
      await db.deleteFrom('lead_entries').where('id', '=', entryId).execute();
      await auditLead(db, lead.id, worker, { action: 'lead-undo' }, nowMs);
      await unmarkResponded(db, lead.id, entry.at);
      await keepDraft({ db }, lead.id, worker.id, entry.text, { nowMs });
      return true;
    });
  } catch (error) {
    if (error instanceof OnItsWay) return false;
    throw error;
  }
}

/** The unsent text of somebody at a lead, on all their devices, and when it was kept; both empty without a draft. */
export async function draftOf(
  { db }: Pick<Database, 'db'>,
  leadId: string,
  staffId: string,
): Promise<{ text: string; at: string }> {
  const row = await db
    .selectFrom('lead_drafts')
    .select(['text', 'updated_at'])
    .where('lead_id', '=', leadId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return { text: row?.text ?? '', at: row?.updated_at ?? '' };
}

/**
 * Keeps the unsent text of somebody at a lead and returns when; an empty text is forgotten. With `since`, the moment of
 * the draft that the writer has seen, a newer one of another device stays: null.
 */
export async function keepDraft(
  { db }: Pick<Database, 'db'>,
  leadId: string,
  staffId: string,
  text: string,
  { since, nowMs = Date.now() }: { since?: string | undefined; nowMs?: number } = {},
): Promise<string | null> {
  const before = since === undefined ? null : await draftOf({ db }, leadId, staffId);
  if (before && before.at !== '' && before.at !== since) return null;
  if (!text.trim()) {
    await db.deleteFrom('lead_drafts').where('lead_id', '=', leadId).where('staff_id', '=', staffId).execute();
    return '';
  }
  const updated_at = new Date(nowMs).toISOString();
  const kept = text.slice(0, LONGEST_REPLY);
  await db
    .insertInto('lead_drafts')
    .values({ lead_id: leadId, staff_id: staffId, text: kept, updated_at })
    .onConflict((conflict) => conflict.columns(['lead_id', 'staff_id']).doUpdateSet({ text: kept, updated_at }))
    .execute();
  return updated_at;
}

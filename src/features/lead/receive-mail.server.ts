import type { Kysely } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { LeadEntryRow } from '../../platform/database/staff-schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { Bounce, ReceivedMail } from '../../platform/mail/received-mail.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { agencyAddress, agencyMail, studioLink } from '../agency/agency-mail.server.ts';
import { nameOf } from '../form/form.ts';
import { titleOf } from '../property/listing.ts';
import { type AddressParts, readLeadAddress, type Writer } from './lead-address.server.ts';
import { filesOf, storeFiles } from './lead-files.server.ts';
import { findWork, type WorkedLead } from './lead-list.server.ts';
import { addEntry, isAway, isToVisitor, keyOfMail, markReceived, markResponded } from './lead-work.server.ts';
import { ownWords } from './quoted-text.ts';

type Parts = AddressParts & Pick<Ctx, 'database' | 'site' | 'siteUrl' | 'studioOrigin' | 'wakeOutbox'>;

/** How many mails one lead takes. */
const MAILS = { points: 40, seconds: 86_400 };
/** Characters of a mail that are in the mail to the agency. */
const LONGEST_SHOWN = 4000;

/**
 * What became of a mail. `known`: it was stored before; `unknown`: it belongs to no lead; `too-many`: its lead has got
 * too many today.
 */
export type Received = 'stored' | 'bounced' | 'known' | 'unknown' | 'too-many';

/**
 * Stores a mail with each lead that it belongs to, and mails who has the lead; stored twice has the effect of once. Of
 * several leads the outcome is that of the first.
 */
export async function receiveMail(ctx: Parts, mail: ReceivedMail, nowMs = Date.now()): Promise<Received> {
  if (mail.bounces.length > 0) return (await recordBounces(ctx, mail.bounces)) ? 'bounced' : 'unknown';
  const outcomes: Received[] = [];
  for (const { reference, writer } of await targetsOf(ctx, mail)) {
    const lead = await findWork(ctx.database, reference);
    if (lead) outcomes.push(await store(ctx, mail, { lead, writer, nowMs }));
  }
  ctx.wakeOutbox();
  return outcomes[0] ?? 'unknown';
}

async function store(
  ctx: Parts,
  mail: ReceivedMail,
  { lead, writer, nowMs }: { lead: WorkedLead; writer: Writer; nowMs: number },
): Promise<Received> {
  const key = keyOfMail(lead.id, mail.id);
  const { db } = ctx.database;
  if (await db.selectFrom('lead_entries').select('id').where('client_key', '=', key).executeTakeFirst()) return 'known';
  if (!(await limit(ctx.database, `received:${lead.id}`, MAILS)).ok) return 'too-many';
  const kind = kindOf(mail, writer, lead);
  const colleague = writer === 'agency' ? await staffWith(db, mail.from.address) : undefined;
  const who = colleague?.name ?? whoOf(mail, lead);
  return ctx.database.transaction(async (transaction) => {
    const entry = { kind, text: mail.text, clientKey: key };
    const id = await addEntry(transaction, lead.id, { id: null, name: who }, entry, nowMs);
    if (!id) return 'known';
    await storeFiles(transaction, { leadId: lead.id, entryId: id }, mail, { secret: ctx.secret, nowMs });
    if (kind === 'mailed') await markResponded(transaction, lead.id, nowMs);
    if (kind !== 'received') return 'stored';
    await markReceived(transaction, lead.id, nowMs);
    await enqueue(transaction, [await noticeOf(ctx, transaction, lead, { mail, who, entryId: id, nowMs })], { nowMs });
    return 'stored';
  });
}

/** The account of a member of staff with this address. */
const staffWith = (db: Kysely<Schema>, email: string) =>
  db.selectFrom('staff').select('name').where('email', '=', email).executeTakeFirst();

/** A lead that a mail belongs to, by its reference, and who wrote the mail. */
interface Target {
  reference: string;
  writer: Writer;
}

/** The leads of a mail: those to whose addresses it was sent, else the one of the mail to which it responds. */
async function targetsOf(ctx: Parts, { recipients, references }: ReceivedMail): Promise<Target[]> {
  const addressed = recipients.flatMap((address) => readLeadAddress(ctx, address) ?? []);
  if (addressed.length > 0 || references.length === 0) return addressed;
  const row = await ctx.database.db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .select('leads.reference')
    .where('outbox.message_id', 'in', references)
    .where(isToVisitor)
    .executeTakeFirst();
  return row ? [{ reference: row.reference, writer: 'visitor' }] : [];
}

function kindOf({ recipients, isAutomatic }: ReceivedMail, writer: Writer, lead: WorkedLead): LeadEntryRow['kind'] {
  if (isAutomatic) return 'automatic';
  if (writer === 'visitor') return 'received';
  return lead.email && recipients.includes(lead.email) ? 'mailed' : 'forwarded';
}

/** Who wrote it, with the address where it is another one than that of the lead. */
function whoOf({ from }: ReceivedMail, lead: WorkedLead): string {
  const name = from.name || (from.address === lead.email ? nameOf(lead.values) : '');
  const address = from.address === lead.email && name ? '' : from.address;
  return [name, address && (name ? `<${address}>` : address)].filter(Boolean).join(' ');
}

/** The mail about a mail of a visitor, to who has the lead or the deputy, else to the office. */
async function noticeOf(
  { site, siteUrl, studioOrigin }: Parts,
  db: Kysely<Schema>,
  lead: WorkedLead,
  { mail, who, entryId, nowMs }: { mail: ReceivedMail; who: string; entryId: string; nowMs: number },
): Promise<OutgoingMail> {
  const to = await readerOf(db, lead, nowMs);
  const listing = lead.propertyId ? site.listing(Number(lead.propertyId)) : null;
  const language = site.languages.find((code) => code === to?.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const files = (await filesOf({ db }, lead.id)).filter(({ entry_id }) => entry_id === entryId);
  const namesOf = (isKept: boolean) =>
    files
      .filter(({ problem }) => (problem === null) === isKept)
      .map(({ name }) => name)
      .join(', ');
  const rows: (readonly [LabelKey, string])[] = [
    ['PROPERTY', listing ? titleOf(listing, language) : ''],
    ['LEAD_FILES_IN_STUDIO', namesOf(true)],
    ['MAIL_FILES_LOST', namesOf(false)],
  ];
  return agencyMail(site, {
    kind: 'lead-received',
    to: to?.email ?? agencyAddress(site, listing ? site.officeOf(listing).id : null),
    ...(to && { name: to.name }),
    ...(isEmailAddress(mail.from.address) && { replyTo: mail.from.address }),
    language,
    subject: t('LEAD_RECEIVED_SUBJECT', { name: who, reference: lead.reference }),
    paragraphs: ownWords(mail.text)
      .own.slice(0, LONGEST_SHOWN)
      .split(/\n{2,}/),
    rows: rows.filter(([, words]) => words !== '').map(([label, words]) => [t(label), words]),
    button: studioLink({ siteUrl, studioOrigin }, `leads/${lead.reference}/`, language),
  });
}

/**
 * The account that reads about a lead: who has it, else who replied last, or the deputy while that person is away; null
 * for none.
 */
async function readerOf(db: Kysely<Schema>, { id: leadId, assignedTo }: WorkedLead, nowMs: number) {
  const staffOf = (id: string | null) =>
    db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', id ?? '')
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
  const replies = db.selectFrom('lead_entries').select('staff_id').where('kind', '=', 'reply');
  const last = await replies.where('lead_id', '=', leadId).orderBy('id', 'desc').executeTakeFirst();
  const own = await staffOf(assignedTo ?? last?.staff_id ?? null);
  if (!own || !isAway(own, brusselsDay(nowMs))) return own ?? null;
  return (await staffOf(own.deputy_id)) ?? own;
}

/** Marks mails as refused that a mail server could not deliver; false when none of them was sent from here. */
async function recordBounces({ database }: Parts, bounces: readonly Bounce[]): Promise<boolean> {
  const now = new Date().toISOString();
  let isOurs = false;
  for (const { messageId, recipient, reason } of bounces) {
    const sent = await database.db
      .selectFrom('outbox')
      .select(['id', 'recipient'])
      .where('message_id', '=', messageId)
      .where('state', 'in', ['sent', 'failed'])
      .executeTakeFirst();
    if (!sent || normalisedEmailAddress(sent.recipient) !== recipient) continue;
    isOurs = true;
    const change = { state: 'failed', last_error: reason, address_refused: 1, next_attempt_at: now } as const;
    await database.db.updateTable('outbox').set(change).where('id', '=', sent.id).execute();
  }
  return isOurs;
}

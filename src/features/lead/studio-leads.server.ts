import type { ContentWriter } from '../../content/changes/change-file.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import { countDelayed, type LeadMail, mailsOfLeads } from '../../platform/outbox/inspect-queue.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { formatPhone, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { closingOf, salutationOf } from '../agency/agency-mail.server.ts';
import { nameOf, remarkOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { titleOf } from '../property/listing.ts';
import { stateText } from '../property/property-state.ts';
import { addressWords } from '../property/words.server.ts';
import { isWithin, leadRights, type Reach } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { listStaff } from '../staff/staff-accounts.server.ts';
import { presentAt, recordOncePerDay, recordStaffEvent, setPresent } from '../staff/staff-events.server.ts';
import { assignees } from './add-lead.server.ts';
import { approveTestimonial } from './approve-testimonial.server.ts';
import { formNamed, leadTitle } from './forms.ts';
import { type AddressParts, leadAddress } from './lead-address.server.ts';
import { filesOf, openLeadFile } from './lead-files.server.ts';
import {
  countWork,
  exportWork,
  findWork,
  leadSources,
  listWork,
  type WorkedLead,
  type WorkFilter,
  waitsSince,
} from './lead-list.server.ts';
import { draftOf, replyToLead, keepDraft as storeDraft, undoReply, waitOf } from './lead-reply.server.ts';
import { givenMail, isLate, lateBefore, officeMinutes } from './lead-report.server.ts';
import { remarkRows, valueRows } from './lead-subject.server.ts';
import {
  addEntry,
  assignLead,
  auditLead,
  entriesOf,
  lastReceived,
  setHandled as markHandled,
  markResponded,
  snoozeLead,
} from './lead-work.server.ts';
import { personStory } from './people.server.ts';
import { ownWords } from './quoted-text.ts';
import { filledReply } from './replies.ts';

/** What the mail server said of the newest mail to the visitor, when that failed; null when it did not. */
function failureOf(mails: readonly LeadMail[], email: string | null): string | null {
  const newest = mails.findLast(
    ({ recipient, state }) => normalisedEmailAddress(recipient) === email && (state === 'sent' || state === 'failed'),
  );
  return newest?.state === 'failed' ? newest.error : null;
}

type Parts = AddressParts & Pick<Ctx, 'database' | 'site' | 'siteUrl' | 'studioOrigin' | 'wakeOutbox'>;

// The leads of the studio: what a member of staff may see of them and do with them.

interface Seen {
  language: string;
  mails: readonly LeadMail[];
  nowMs: number;
}

function within(filter: WorkFilter, person: StaffMember, reach: Reach): WorkFilter {
  return reach === 'all' ? filter : { ...filter, openTo: person.id };
}

function row(ctx: Parts, lead: WorkedLead, { language, mails, nowMs }: Seen) {
  const listing = lead.propertyId ? ctx.site.listing(Number(lead.propertyId)) : null;
  const project = ctx.site.projects.find(({ ID }) => String(ID) === lead.projectId);
  const since = waitsSince(lead);
  const waited = officeMinutes(ctx.site, Date.parse(since ?? lead.createdAt), nowMs);
  return {
    ...lead,
    waitsSince: since,
    name: nameOf(lead.values) || lead.email || '',
    formTitle: leadTitle(lead.form, labelsIn(language)),
    about: listing ? titleOf(listing, language) : project ? localized(project.TypeDescription, language) : null,
    listing,
    aboutState: listing ? stateText(listing, language, labelsIn(language)) : '',
    /** The page of what it is about; null for a lead about nothing in particular. */
    aboutPath: listing
      ? ctx.site.listingPath(listing, language)
      : project
        ? ctx.site.projectPath(project, language)
        : null,
    isLate: isLate(ctx.site, lead, nowMs),
    waitedMinutes: waited,
    /** What the mail server said when the newest mail to the visitor failed; null when it did not. */
    bounced: failureOf(mails, lead.email),
  };
}

async function rows(ctx: Parts, leads: readonly WorkedLead[], language: string, nowMs: number) {
  const ids = leads.map(({ id }) => id);
  const mails = await mailsOfLeads(ctx.database, ids);
  const received = await lastReceived(ctx.database, ids);
  return leads.map((lead) => ({
    ...row(ctx, lead, { language, mails: mails.get(lead.id) ?? [], nowMs }),
    said: ownWords(received.get(lead.id) ?? '').own || remarkOf(lead.values),
  }));
}

function replyValues(ctx: Parts, lead: WorkedLead, person: StaffMember) {
  const listing = lead.propertyId ? ctx.site.listing(Number(lead.propertyId)) : null;
  const { agency } = ctx.site.settings.site;
  return {
    name: addressedName(lead.values, lead.language),
    property: listing ? titleOf(listing, lead.language) : '',
    agent: person.name,
    agency: agency.name,
    phone: formatPhone(agency.phone, ctx.site.settings.site),
    link: listing ? ctx.siteUrl + ctx.site.listingPath(listing, lead.language) : ctx.siteUrl,
  };
}

/** Where leads came from, by the campaign in the address. */
export function sources(ctx: Parts) {
  return leadSources(ctx.database);
}

/** The properties by which the list can be filtered, with the address that staff see. */
export function properties(ctx: Parts, language: string) {
  return ctx.site.listings.map((listing) => ({
    id: listing.id,
    reference: listing.reference,
    address: addressWords(listing, ctx.site, language, { isPublic: false }),
    state: stateText(listing, language, labelsIn(language)),
    agent: listing.manager,
  }));
}

/** The leads of a filter that this person may see. */
export async function list(ctx: Parts, filter: WorkFilter, person: StaffMember, reach: Reach, nowMs = Date.now()) {
  return rows(ctx, await listWork(ctx.database, within(filter, person, reach), nowMs), person.language, nowMs);
}

/** The number of leads of a filter that this person may see. */
export function count(ctx: Parts, filter: WorkFilter, person: StaffMember, reach: Reach) {
  return countWork(ctx.database, within(filter, person, reach));
}

/** What the first page shows, each lead once; `except` are the IDs of leads that the page shows elsewhere. */
export async function today(ctx: Parts, except: readonly string[], person: StaffMember, reach: Reach) {
  const waiting = { state: 'open', waiting: true, except, since: lateBefore(ctx.site) } as const;
  const lateOnes = await late(ctx, { limit: MOST_LATE, except }, person, reach);
  const fresh = await list(ctx, { ...waiting, limit: MOST_FRESH }, person, reach);
  const shown = new Set([...lateOnes.leads, ...fresh].map(({ id }) => id));
  const own = await list(ctx, { state: 'open', except, assigned: person.id, limit: MOST_FRESH }, person, reach);
  return {
    late: lateOnes,
    fresh,
    freshCount: await count(ctx, waiting, person, reach),
    own: own.filter(({ id }) => !shown.has(id)),
    withViewing: await list(ctx, { state: 'open', ids: except, limit: except.length }, person, reach),
    /** How many mails the mail server has not taken yet; who sees only own leads is not told. */
    delayed: reach === 'all' ? await countDelayed(ctx.database) : 0,
  };
}

/** So many leads of each kind stand on the first page. */
const MOST_LATE = 12;
const MOST_FRESH = 8;

/** Open leads without a response that have waited longer than four office hours, those that wait longest first. */
export async function late(
  ctx: Parts,
  { limit, except }: { limit: number; except: readonly string[] },
  person: StaffMember,
  reach: Reach,
  nowMs = Date.now(),
) {
  const filter = { state: 'open', waiting: true, oldestFirst: true, until: lateBefore(ctx.site, nowMs) } as const;
  const seen = within({ ...filter, except }, person, reach);
  const leads = await listWork(ctx.database, { ...seen, limit }, nowMs);
  return {
    leads: await rows(ctx, leads, person.language, nowMs),
    count: await countWork(ctx.database, seen, nowMs),
  };
}

/** A lead that this person may see; null for none, and for one of somebody else. */
export async function find(
  ctx: Parts,
  reference: string,
  person: StaffMember,
  reach: Reach,
): Promise<WorkedLead | null> {
  const lead = await findWork(ctx.database, reference);
  return lead && isWithin(reach, person.id, lead.assignedTo) ? lead : null;
}

/** Notes that somebody reads a lead now, so that colleagues see it. */
export function markPresent(ctx: Pick<Ctx, 'database'>, reference: string, person: StaffMember) {
  return setPresent(ctx.database, person.id, reference);
}

/** The name of the colleague who has a lead; null when there is none, or it is nobody's. */
export async function holderOf(ctx: Parts, reference: string): Promise<string | null> {
  const lead = await findWork(ctx.database, reference);
  return (await listStaff(ctx)).find(({ id }) => id === lead?.assignedTo)?.name ?? null;
}

/** The lead that an address says was just marked as handled or snoozed; null when it no longer is. */
export async function justDone(ctx: Parts, query: URLSearchParams, person: StaffMember, reach: Reach) {
  const lead = await findWork(ctx.database, (query.get('undo') ?? '').slice(0, 20));
  if (!lead || (lead.status !== 'handled' && !lead.snoozedUntil)) return null;
  const isSeen = isWithin(reach, person.id, lead.assignedTo) && leadRights(person, lead.assignedTo).work;
  return isSeen ? { reference: lead.reference, name: nameOf(lead.values) || lead.reference } : null;
}

/** Everything that the page of a lead shows. */
export async function open(ctx: Parts, lead: WorkedLead, person: StaffMember, nowMs = Date.now()) {
  const form = formNamed(lead.form);
  const mails = (await mailsOfLeads(ctx.database, [lead.id])).get(lead.id) ?? [];
  const shown = row(ctx, lead, { language: person.language, mails, nowMs });
  const files = await filesOf(ctx.database, lead.id);
  const ofForm = ctx.site.settings.replies.replies.filter(
    ({ forms }) => forms.length === 0 || forms.includes(lead.form),
  );
  // A reply about a property needs one.
  const fit = ofForm.filter(
    ({ text }) => shown.listing || !/\{(?:property|link)\}/.test(localized(text, lead.language)),
  );
  const reading = { staffId: person.id, who: person.name, action: 'lead-read', subject: lead.reference };
  await recordOncePerDay(ctx.database.db, reading, nowMs);
  return {
    lead: shown,
    rows: form ? valueRows(form, lead.values, ctx.site, person.language) : remarkRows(lead.values, person.language),
    entries: (await entriesOf(ctx.database, lead.id)).map((entry) => ({
      ...entry,
      files: files.filter(({ entry_id }) => entry_id === entry.id),
      mails: mails.filter(({ kind, createdAt }) => entry.outbox_id && kind === 'reply' && createdAt === entry.at),
      // A reply can be taken back until it is sent.
      canUndo: entry.kind === 'reply' && entry.staff_id === person.id && nowMs < Date.parse(entry.at) + waitOf(person),
    })),
    story: lead.email ? await personStory(ctx.database, lead.email) : null,
    others: await presentAt(ctx.database, lead.reference, person.id, nowMs),
    staff: await assignees(ctx),
    reply: {
      draft: await draftOf(ctx.database, lead.id, person.id),
      // Where mails of the visitor and of colleagues come into the lead; null where they go to mailboxes.
      address: leadAddress(ctx, lead.reference, 'agency'),
      frame: {
        salutation: salutationOf(addressedName(lead.values, lead.language) || nameOf(lead.values), lead.language),
        closing: closingOf(ctx.site, lead.language, person.name),
      },
      replies: fit.map(({ id, title, text }) => ({
        id,
        title: localized(title, person.language),
        text: filledReply(localized(text, lead.language), replyValues(ctx, lead, person)),
      })),
      // Nobody has to wonder where they are.
      left: ofForm.filter((one) => !fit.includes(one)).map(({ title }) => localized(title, person.language)),
    },
  };
}

/** Opens a file of a mail that came to a lead; null when there is none, or its bytes are not kept. */
export async function file(ctx: Parts, lead: WorkedLead, id: string, person: StaffMember) {
  const opened = await openLeadFile(ctx.database, ctx.secret, lead.id, id);
  if (!opened) return null;
  await auditLead(ctx.database.db, lead.id, person, { action: 'lead-file', after: { document: opened.file.name } });
  return opened;
}

/** What colleagues wrote about a lead that this person may see, oldest first; null for none. */
export async function notesOf(ctx: Parts, reference: string, person: StaffMember, reach: Reach) {
  const lead = await find(ctx, reference, person, reach);
  if (!lead) return null;
  const entries = await entriesOf(ctx.database, lead.id);
  return {
    entries: entries.filter(({ kind }) => kind === 'note' || kind === 'called'),
    mayWrite: leadRights(person, lead.assignedTo).work,
  };
}

/** The leads of a list as CSV; that somebody took them is in the audit, without the words that were looked for. */
export async function exportList(
  ctx: Parts,
  filter: WorkFilter,
  person: StaffMember,
  reach: Reach,
): Promise<AsyncGenerator<string>> {
  const seen = within(filter, person, reach);
  const { text, before: _before, ...asked } = filter;
  const after = { ...asked, ...(text && { text: true }), count: await countWork(ctx.database, seen) };
  const event = { staffId: person.id, who: person.name, action: 'leads-export', subject: 'leads', after };
  await recordStaffEvent(ctx.database.db, event);
  const names = new Map((await listStaff(ctx)).map(({ id, name }) => [id, name]));
  return exportWork(ctx.database, { ...seen, before: undefined }, names);
}

/** The leads beside one in a list with this filter, by their references; null at its ends. */
export async function neighbours(ctx: Parts, lead: WorkedLead, filter: WorkFilter, person: StaffMember, reach: Reach) {
  const seen = within({ ...filter, limit: 1 }, person, reach);
  const [next] = await listWork(ctx.database, { ...seen, before: lead.id });
  const [previous] = await listWork(ctx.database, { ...seen, before: undefined, after: lead.id });
  return { next: next?.reference ?? null, previous: previous?.reference ?? null };
}

/** The open lead that follows one that is done; the newest one after the last. */
export async function next(ctx: Parts, lead: WorkedLead, person: StaffMember, reach: Reach) {
  const filter = { state: 'open', limit: 1 } as const;
  const [after] = await listWork(ctx.database, within({ ...filter, before: lead.id }, person, reach));
  const [first] = after ? [after] : await listWork(ctx.database, within(filter, person, reach));
  return first && first.id !== lead.id ? first.reference : null;
}

/**
 * Gives a lead to a colleague, who gets a mail about it, or to nobody; false when somebody else was quicker than
 * `expected`.
 */
export async function assign(
  ctx: Parts,
  lead: WorkedLead,
  to: { id: string; name: string; email: string; language: string } | null,
  expected: string | null,
  person: StaffMember,
  why = '',
): Promise<boolean> {
  const isDone = await assignLead(ctx.database, lead, { to, expected, why }, person);
  if (!isDone || !to || to.id === person.id || to.id === expected) return isDone;
  const mail = givenMail({ ...lead, assignedTo: to.id }, ctx, { to, from: person, why });
  await ctx.database.transaction((db) => enqueue(db, [mail]));
  ctx.wakeOutbox();
  return true;
}

/** Adds a note to a lead; what was said to the visitor is a response. */
export function note(
  { database }: Parts,
  lead: WorkedLead,
  entry: { kind: 'note' | 'called'; text: string; clientKey: string | null },
  person: StaffMember,
) {
  return database.transaction(async (db) => {
    await addEntry(db, lead.id, person, entry);
    if (entry.kind === 'called') await markResponded(db, lead.id);
  });
}

/** Whether a lead is a testimonial that its client agreed to publish. */
export function canApprove(_ctx: unknown, lead: WorkedLead): boolean {
  return formNamed(lead.form)?.isApprovable?.(lead.values) ?? false;
}

/** Writes a testimonial into the content, marks its lead as handled, and returns its number. */
export async function approve(ctx: Parts & { writer: ContentWriter }, lead: WorkedLead, person: StaffMember) {
  const number = await approveTestimonial(lead, ctx.writer);
  await auditLead(ctx.database.db, lead.id, person, { action: 'lead-approve' });
  await markHandled(ctx.database, lead.id, true, person);
  return number;
}

/** Puts a lead aside until a day. */
export function snooze(ctx: Parts, lead: WorkedLead, until: string | null, person: StaffMember) {
  return snoozeLead(ctx.database, lead.id, until, person);
}

/** Marks a lead as handled, or as open again. */
export function setHandled(ctx: Parts, lead: WorkedLead, isHandled: boolean, person: StaffMember) {
  return markHandled(ctx.database, lead.id, isHandled, person);
}

/** Keeps a reply that was not sent yet. */
export function keepDraft(ctx: Parts, lead: WorkedLead, text: string, person: StaffMember, since?: string) {
  return storeDraft(ctx.database, lead.id, person.id, text, { since });
}

/** Mails a reply; it waits for as long as the person can take it back. */
export async function reply(
  ctx: Parts,
  lead: WorkedLead,
  reply: { text: string; copyTo: string; clientKey: string | null; seen: string; holder: string },
  person: StaffMember,
) {
  const result = await replyToLead(
    { database: ctx.database, site: ctx.site },
    lead,
    { ...reply, replyTo: person.email, waitMs: waitOf(person) },
    person,
  );
  if (result.ok) setTimeout(ctx.wakeOutbox, waitOf(person)).unref();
  return result;
}

/** Takes back a reply that still waits. */
export function undo(ctx: Parts, lead: WorkedLead, entryId: string, person: StaffMember) {
  return undoReply(ctx.database, lead, entryId, person);
}

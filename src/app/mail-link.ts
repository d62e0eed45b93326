import { contentWriterOf } from '../content/history/content-writer.server.ts';
import type { Ctx } from '../content/site/ctx.server.ts';
import { confirmSearch, endSearch, searchState } from '../features/alert/saved-searches.server.ts';
import { findBid } from '../features/bid/bids.server.ts';
import { withdrawBid } from '../features/bid/decision.server.ts';
import { approveTestimonial } from '../features/lead/approve-testimonial.server.ts';
import { formNamed } from '../features/lead/forms.ts';
import { respondByViewing } from '../features/lead/lead-work.server.ts';
import { findLead, markHandled } from '../features/lead/leads.server.ts';
import { confirmSubscription, subscriptionState, unsubscribe } from '../features/newsletter/newsletter.server.ts';
import { stopDigest } from '../features/owner/mails.server.ts';
import { type ChangeOrigin, changeViewing } from '../features/viewing/viewing-changes.server.ts';
import { shownViewing, type ViewingChange } from '../features/viewing/viewing-facts.server.ts';
import { isStorageProblem } from '../platform/database/storage-problem.ts';
import { type MailLink, readMailLink } from '../platform/signing/mail-link.server.ts';

/**
 * What a mailed link did, or why it did nothing; `taken`: somebody else booked the time of the viewing;
 * `choose`: no time was chosen; `over`: the viewing was cancelled or has been; `decided`: the offer no longer stands.
 */
export type Followed =
  | { ok: true; did: MailLink['do'] }
  | { ok: false; problem?: 'storage' | 'taken' | 'choose' | 'over' | 'no-user' | 'decided' };

type Parts = Pick<Ctx, 'contentDir' | 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl'>;

/**
 * Does what a mailed link is for. Doing it twice has the same effect as once. `choice` is the choice on the page of the
 * link.
 */
export async function followMailLink(parts: Parts, token: string, choice: string | null = null): Promise<Followed> {
  const link = readMailLink(parts.secret, token);
  if (!link) return { ok: false };
  const { db } = parts.database;
  const result = (ok: boolean): Followed => (ok ? { ok, did: link.do } : { ok });
  switch (link.do) {
    case 'handled':
      return result((await markHandled(parts.database, link.reference)) !== null);
    case 'confirm-newsletter':
      return result((await confirmSubscription(db, link.token)) !== null);
    case 'unsubscribe':
      return result((await unsubscribe(db, link.token)) !== null);
    case 'stop-digest':
      return (await stopDigest(parts.database, link.owner)) ? result(true) : { ok: false, problem: 'no-user' };
    case 'confirm-search':
      return result(await confirmSearch(parts.database, link.search, parts.recordEvent));
    case 'end-search':
      return result(await endSearch(db, link.search));
    case 'confirm-viewing':
      return viewing(link, { do: 'confirm' }, parts);
    case 'cancel-viewing':
      return viewing(link, { do: 'cancel', by: link.by }, parts);
    case 'move-viewing':
      return choice ? viewing(link, { do: 'move', startsAt: choice }, parts) : { ok: false, problem: 'choose' };
    case 'withdraw-offer': {
      const withdrawn = await withdrawBid(parts, link.offer);
      if (withdrawn.ok) return result(true);
      return withdrawn.problem === 'over' ? { ok: false, problem: 'decided' } : result(false);
    }
    case 'approve': {
      const lead = await findLead(parts.database, link.reference);
      if (!lead || !formNamed(lead.form)?.isApprovable?.(lead.values)) return { ok: false };
      const { contentDir, database } = parts;
      await approveTestimonial(lead, contentWriterOf(database, { contentDir, dataDir: database.dataDir }));
      await markHandled(parts.database, link.reference);
      return { ok: true, did: link.do };
    }
    // These links lead to pages of their own.
    case 'change-search':
    case 'tenant-file':
    case 'documents':
      return { ok: false };
  }
}

async function viewing(link: MailLink & { viewing: string }, change: ViewingChange, parts: Parts): Promise<Followed> {
  // What the agency decides by its mail is a response to the visitor, as in the studio.
  const isByAgency = change.do === 'confirm' || (change.do === 'cancel' && change.by === 'agency');
  const within: ChangeOrigin['within'] = async (db, { lead_id }) => {
    if (lead_id && isByAgency) await respondByViewing(db, lead_id, change.do === 'confirm', null);
  };
  const result = await changeViewing(parts, link.viewing, change, Date.now(), { within });
  if (result.ok) return { ok: true, did: link.do };
  return result.problem === 'unknown' ? { ok: false } : { ok: false, problem: result.problem };
}

/** Whether what a mailed link is for was done before, by this link or another way. */
export async function isFollowed(
  { database, secret }: Pick<Parts, 'database' | 'secret'>,
  token: string,
): Promise<boolean> {
  const link = readMailLink(secret, token);
  const { db } = database;
  const viewingState = async (id: string) =>
    (await db.selectFrom('viewings').select('state').where('id', '=', id).executeTakeFirst())?.state;
  switch (link?.do) {
    case 'handled':
    case 'approve':
      return (await findLead(database, link.reference))?.status === 'handled';
    case 'confirm-newsletter':
      return (await subscriptionState(database, 'confirm', link.token)) === 'confirmed';
    case 'unsubscribe':
      return (await subscriptionState(database, 'unsubscribe', link.token)) === 'unsubscribed';
    case 'stop-digest':
      return (
        (await db.selectFrom('owners').select('digest').where('id', '=', link.owner).executeTakeFirst())?.digest ===
        'off'
      );
    case 'confirm-search':
      return (await searchState(database, link.search)) === 'confirmed';
    case 'end-search':
      return (await searchState(database, link.search)) === 'ended';
    case 'confirm-viewing':
      return (await viewingState(link.viewing)) === 'confirmed';
    case 'cancel-viewing':
      return (await viewingState(link.viewing)) === 'cancelled';
    case 'withdraw-offer':
      return (await findBid(database, link.offer))?.state === 'withdrawn';
    default:
      return false;
  }
}

/** What a mailed link is for; null for one that this site did not sign, or that has expired. */
export function read({ secret, events }: Pick<Ctx, 'events' | 'secret'>, token: string): MailLink | null {
  return events.opened('mailed link', readMailLink(secret, token));
}

/** Does what a mailed link is for, and says so when nothing can be stored. */
export async function follow(
  ctx: Parts & Pick<Ctx, 'events' | 'log'>,
  token: string,
  choice: string | null = null,
): Promise<Followed> {
  read(ctx, token);
  try {
    return await followMailLink(ctx, token, choice);
  } catch (error) {
    if (!isStorageProblem(error)) throw error;
    ctx.log.error({ code: error.code }, 'a mailed link could not be followed');
    return { ok: false, problem: 'storage' };
  }
}

/** The viewing that a link is about; null when there is none. */
export async function viewingOf({ database, secret }: Pick<Ctx, 'database' | 'secret'>, token: string) {
  const link = readMailLink(secret, token);
  if (!link || !('viewing' in link)) return null;
  const row = await database.db.selectFrom('viewings').selectAll().where('id', '=', link.viewing).executeTakeFirst();
  return row ?? null;
}

/** The calendar file of the viewing that a link is about; null before it is confirmed, and without one. */
export async function calendar(ctx: Omit<Parts, 'contentDir'>, token: string): Promise<string | null> {
  const viewing = await viewingOf(ctx, token);
  return viewing && shownViewing(viewing, ctx, viewing.language).calendar;
}

/** The lead that a link of the agency is about; null when there is none. */
export async function leadOf({ database, secret }: Pick<Ctx, 'database' | 'secret'>, token: string) {
  const link = readMailLink(secret, token);
  return link && 'reference' in link ? findLead(database, link.reference) : null;
}

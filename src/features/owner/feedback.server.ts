import { sql } from 'kysely';
import { readPropertyFile } from '../../content/files/read-content.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import { agencyAddress, agencyMail, type StudioPlace, studioLink } from '../agency/agency-mail.server.ts';
import { titleOf } from '../property/listing.ts';
import { momentInWords } from '../property/words.server.ts';

const MONTH_MS = 30 * 86_400_000;

/** The token of the link by which the agency gives feedback on a viewing; valid for 30 days. */
export function feedbackToken(secret: string, viewingId: string, now = Date.now()): string {
  const payload = `${viewingId}.${(now + MONTH_MS).toString(36)}`;
  return `${payload}.${signatureOf(secret, 'viewing-feedback', payload)}`;
}

/** The viewing of a token; null when it is invalid or expired. */
export function readFeedbackToken(secret: string, token: string, now = Date.now()): string | null {
  const [viewingId = '', until = '', signature = ''] = token.slice(0, 300).split('.');
  const payload = `${viewingId}.${until}`;
  // Links that were mailed before version 0.2 were signed for an older name; they are valid for 30 days.
  if (!['viewing-feedback', 'visit-feedback'].some((purpose) => isSigned(secret, purpose, payload, signature)))
    return null;
  return Number.parseInt(until, 36) > now ? viewingId : null;
}

/** A viewing as the agency is asked about it. */
export interface Viewing {
  id: string;
  propertyId: string;
  at: string;
  contact: string;
}

/** The viewing with this ID, booked on the site or imported from the agency's system; null when it no longer exists. */
export async function findViewing({ db }: Pick<Database, 'db'>, viewingId: string): Promise<Viewing | null> {
  const viewing = await db
    .selectFrom('viewings')
    .select(['id', 'property_id', 'starts_at', 'name'])
    .where('id', '=', viewingId)
    .executeTakeFirst();
  if (viewing) return { id: viewing.id, propertyId: viewing.property_id, at: viewing.starts_at, contact: viewing.name };
  const entry = await db
    .selectFrom('property_entries')
    .select(['id', 'property_id', 'at', 'contact'])
    .where('id', '=', viewingId)
    .where('kind', '=', 'viewing')
    .executeTakeFirst();
  return entry ? { id: entry.id, propertyId: entry.property_id, at: entry.at, contact: entry.contact } : null;
}

export const INTERESTS = ['yes', 'maybe', 'no'] as const;
export type Interest = (typeof INTERESTS)[number];

/** The viewing of a link, with earlier feedback; `gone` when the person has been erased since. */
export type FeedbackAsked =
  | { gone: false; viewing: Viewing; comment: string; interest: Interest | null }
  | { gone: true };

export type FeedbackGiven = { ok: true } | { ok: false; problem: 'link' | 'gone' | 'empty' };

const LONGEST = 2000;

/** The viewing of a feedback link; null when the link is invalid or expired. */
export async function askedFeedback(
  database: Pick<Database, 'db'>,
  secret: string,
  token: string,
): Promise<FeedbackAsked | null> {
  const id = readFeedbackToken(secret, token);
  if (!id) return null;
  const viewing = await findViewing(database, id);
  if (!viewing) return { gone: true };
  const row = await database.db
    .selectFrom('viewing_feedback')
    .selectAll()
    .where('viewing_id', '=', id)
    .executeTakeFirst();
  return { gone: false, viewing, comment: row?.comment ?? '', interest: row?.interest ?? null };
}

/** Stores feedback on a viewing; later feedback replaces earlier feedback. */
export async function giveFeedback(
  { db }: Pick<Database, 'db'>,
  secret: string,
  token: string,
  { comment, interest }: { comment: string; interest: string },
): Promise<FeedbackGiven> {
  const id = readFeedbackToken(secret, token);
  if (!id) return { ok: false, problem: 'link' };
  const viewing = await findViewing({ db }, id);
  if (!viewing) return { ok: false, problem: 'gone' };
  return storeFeedback({ db }, viewing, { comment, interest });
}

/** Stores what the agency says of a viewing; what it said earlier is replaced. The owner reads it in the portal. */
export async function storeFeedback(
  { db }: Pick<Database, 'db'>,
  { id, propertyId }: Pick<Viewing, 'id' | 'propertyId'>,
  { comment, interest }: { comment: string; interest: string },
): Promise<FeedbackGiven> {
  const text = comment.replaceAll('\0', '').trim().slice(0, LONGEST);
  const chosen = INTERESTS.find((one) => one === interest) ?? null;
  if (!text && !chosen) return { ok: false, problem: 'empty' };
  const now = new Date().toISOString();
  const said = { comment: text, interest: chosen, given_at: now };
  await db
    .insertInto('viewing_feedback')
    .values({ viewing_id: id, property_id: propertyId, asked_at: now, ...said })
    .onConflict((conflict) => conflict.column('viewing_id').doUpdateSet(said))
    .execute();
  return { ok: true };
}

/** The dependencies of the question after a viewing. */
export type AskParts = Pick<Ctx, 'contentDir' | 'secret' | 'site'> & StudioPlace;

const HOUR_MS = 3_600_000;
const LATEST_MS = 3 * 24 * HOUR_MS;
const AT_ONCE = 50;

/**
 * Asks the agency by mail how viewings of the last days went: an hour after each, once, and only where an owner can
 * read the feedback.
 */
export async function askFeedback(database: Database, parts: AskParts, now = new Date()): Promise<number> {
  const from = new Date(now.getTime() - LATEST_MS).toISOString();
  const until = new Date(now.getTime() - HOUR_MS).toISOString();
  const { rows } = await sql<{ id: string; property_id: string; at: string; contact: string }>`
    select id, property_id, at, contact from (
      select id, property_id, starts_at as at, ends_at as over_at, name as contact from viewings
        where state in ('confirmed', 'done')
      union all
      select id, property_id, at, at as over_at, contact from property_entries
        where kind = 'viewing' and comment = '' and status not in ('cancelled') and length(at) > 10
    ) as found
    where over_at > ${from} and over_at <= ${until}
      and not exists (select 1 from viewing_feedback where viewing_feedback.viewing_id = found.id)
      and exists (select 1 from owner_properties where owner_properties.property_id = found.property_id)
    order by at limit ${AT_ONCE}`.execute(database.db);
  let asked = 0;
  for (const viewing of rows) {
    await database.transaction(async (transaction) => {
      const taken = await transaction
        .insertInto('viewing_feedback')
        .values({
          viewing_id: viewing.id,
          property_id: viewing.property_id,
          asked_at: now.toISOString(),
          comment: null,
          interest: null,
          given_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('viewing_id')
        .execute();
      // Another process has already asked.
      if (taken.length === 0) return;
      await enqueue(transaction, [mailOf(viewing, parts)]);
      asked += 1;
    });
  }
  return asked;
}

function mailOf(
  { id, property_id, at, contact }: { id: string; property_id: string; at: string; contact: string },
  { site, secret, siteUrl, contentDir, ...place }: AskParts,
) {
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(property_id));
  const title = listing ? titleOf(listing, language) : property_id;
  const manager = readPropertyFile(contentDir, property_id)?.Manager;
  const member = site.members.find((one) => one.id === manager);
  const token = encodeURIComponent(feedbackToken(secret, id));
  const href = `${siteUrl}${site.paths.to('viewing-feedback', language)}?token=${token}`;
  return agencyMail(site, {
    kind: 'viewing-feedback',
    to: member?.email ?? agencyAddress(site, site.officeOf(listing).id),
    name: member?.name,
    language,
    subject: t('MAIL_SUBJECT_FEEDBACK', { title }),
    title: t('FEEDBACK_TITLE'),
    paragraphs: [t('MAIL_FEEDBACK_INTRO')],
    rows: [
      [t('COL_DATE'), momentInWords(at, language)],
      [t('COL_CONTACT'), contact],
    ],
    button: { label: t('MAIL_FEEDBACK_BUTTON'), href },
    links: [studioLink({ siteUrl, ...place }, 'agenda/', language)],
  });
}

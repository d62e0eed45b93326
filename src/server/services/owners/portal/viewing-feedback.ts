import type { Database } from '../../../platform/database/database.ts';
import { isSigned, signatureOf } from '../../../platform/signing/signature.ts';

const MONTH_MS = 30 * 86_400_000;

/** The token of the link with which the agency tells how a visit went; valid for 30 days. */
export function visitToken(secret: string, visitId: string, now = Date.now()): string {
  const payload = `${visitId}.${(now + MONTH_MS).toString(36)}`;
  return `${payload}.${signatureOf(secret, 'visit-feedback', payload)}`;
}

/** The visit a token is for; null when it is not ours or too old. */
export function readVisitToken(secret: string, token: string, now = Date.now()): string | null {
  const [visitId = '', until = '', signature = ''] = token.slice(0, 300).split('.');
  if (!isSigned(secret, 'visit-feedback', `${visitId}.${until}`, signature)) return null;
  return Number.parseInt(until, 36) > now ? visitId : null;
}

/** A visit as the agency is asked about it. */
export interface Visit {
  id: string;
  propertyId: string;
  at: string;
  contact: string;
}

/** The visit with this id, booked on the site or told by the agency's system; null when it is gone. */
export async function findVisit({ db }: Pick<Database, 'db'>, visitId: string): Promise<Visit | null> {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'property_id', 'starts_at', 'name'])
    .where('id', '=', visitId)
    .executeTakeFirst();
  if (booking) return { id: booking.id, propertyId: booking.property_id, at: booking.starts_at, contact: booking.name };
  const entry = await db
    .selectFrom('property_entries')
    .select(['id', 'property_id', 'at', 'contact'])
    .where('id', '=', visitId)
    .where('kind', '=', 'visit')
    .executeTakeFirst();
  return entry ? { id: entry.id, propertyId: entry.property_id, at: entry.at, contact: entry.contact } : null;
}

export const INTERESTS = ['yes', 'maybe', 'no'] as const;
export type Interest = (typeof INTERESTS)[number];

/** The visit a link asks about, with what was said before; `gone` when the person was erased since. */
export type FeedbackAsked = { gone: false; visit: Visit; comment: string; interest: Interest | null } | { gone: true };

export type FeedbackGiven = { ok: true } | { ok: false; problem: 'link' | 'gone' | 'empty' };

const LONGEST = 2000;

/** What the token of a feedback link asks about; null when the link is wrong or too old. */
export async function askedFeedback(
  database: Pick<Database, 'db'>,
  secret: string,
  token: string,
): Promise<FeedbackAsked | null> {
  const id = readVisitToken(secret, token);
  if (!id) return null;
  const visit = await findVisit(database, id);
  if (!visit) return { gone: true };
  const row = await database.db.selectFrom('visit_feedback').selectAll().where('visit_id', '=', id).executeTakeFirst();
  return { gone: false, visit, comment: row?.comment ?? '', interest: row?.interest ?? null };
}

/** Stores how a visit went; said again it replaces what was said. */
export async function giveFeedback(
  { db }: Pick<Database, 'db'>,
  secret: string,
  token: string,
  { comment, interest }: { comment: string; interest: string },
): Promise<FeedbackGiven> {
  const id = readVisitToken(secret, token);
  if (!id) return { ok: false, problem: 'link' };
  const visit = await findVisit({ db }, id);
  if (!visit) return { ok: false, problem: 'gone' };
  const text = comment.replaceAll('\0', '').trim().slice(0, LONGEST);
  const chosen = INTERESTS.find((one) => one === interest) ?? null;
  if (!text && !chosen) return { ok: false, problem: 'empty' };
  const now = new Date().toISOString();
  const said = { comment: text, interest: chosen, given_at: now };
  await db
    .insertInto('visit_feedback')
    .values({ visit_id: id, property_id: visit.propertyId, asked_at: now, ...said })
    .onConflict((conflict) => conflict.column('visit_id').doUpdateSet(said))
    .execute();
  return { ok: true };
}

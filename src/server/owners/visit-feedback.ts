import type { Database } from '../database/database.ts';
import { findVisit, type Visit } from './find-visit.ts';
import { readVisitToken } from './visit-token.ts';

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
    .values({ visit_id: id, home_id: visit.homeId, asked_at: now, ...said })
    .onConflict((conflict) => conflict.column('visit_id').doUpdateSet(said))
    .execute();
  return { ok: true };
}

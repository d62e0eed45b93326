import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { scrub } from '../../platform/database/scrub.ts';
import { removeMailFiles } from './erase-person.ts';
import type { Retention } from './retention.ts';

/** Numbers of records removed because of their age. */
export interface RetentionResult {
  leads: number;
  mails: number;
  subscribers: number;
  searches: number;
  viewings: number;
  /** Entries for owners that came from the agency's own system. */
  entries: number;
  expired: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes records that are too old to keep, by age alone; a mail that is still to be sent is never too old. */
export async function applyRetention(
  database: Database,
  retention: Retention,
  nowMs: number = Date.now(),
): Promise<RetentionResult> {
  const before = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const leadsBefore = monthsBefore(nowMs, retention.leadMonths);
  const { result, files } = await database.transaction(async (transaction) => {
    const old = transaction.selectFrom('leads').select('leads.id').where('created_at', '<', leadsBefore);
    const ofOld = await transaction.deleteFrom('outbox').where('lead_id', 'in', old).returning('id').execute();
    const leads = await transaction.deleteFrom('leads').where('created_at', '<', leadsBefore).executeTakeFirst();
    const mails = await transaction
      .deleteFrom('outbox')
      .where('state', 'in', ['sent', 'failed'])
      .where('created_at', '<', before(retention.mailDays))
      .returning('id')
      .execute();
    const subscribers = await transaction
      .deleteFrom('newsletter')
      .where('state', '=', 'pending')
      .where('created_at', '<', before(retention.unconfirmedDays))
      .executeTakeFirst();
    const { searches, viewings, entries } = await forgetOld(transaction, {
      leadsBefore,
      entriesBefore: monthsBefore(nowMs, retention.entryMonths),
      unconfirmedBefore: before(retention.unconfirmedDays),
    });
    const limits = await transaction.deleteFrom('limits').where('expires_at', '<', nowMs).executeTakeFirst();
    const tokens = await transaction.deleteFrom('used_tokens').where('expires_at', '<', before(0)).executeTakeFirst();
    const all = [...ofOld, ...mails];
    return {
      files: all.map(({ id }) => id),
      result: {
        leads: Number(leads.numDeletedRows),
        mails: all.length,
        subscribers: Number(subscribers.numDeletedRows),
        searches,
        viewings,
        entries,
        expired: Number(limits.numDeletedRows + tokens.numDeletedRows),
      },
    };
  });
  await removeMailFiles(database.dataDir, files);
  await scrub(database, { rewrite: false });
  return result;
}

/**
 * Removes saved searches that were never confirmed or have ended, old viewings, and who opened documents at that time.
 */
async function forgetOld(
  db: Transaction<Schema>,
  {
    leadsBefore,
    entriesBefore,
    unconfirmedBefore,
  }: { leadsBefore: string; entriesBefore: string; unconfirmedBefore: string },
): Promise<{ searches: number; viewings: number; entries: number }> {
  const over = db
    .selectFrom('saved_searches')
    .select('saved_searches.id')
    .where(({ eb, and, or }) =>
      or([
        and([eb('state', '=', 'pending'), eb('created_at', '<', unconfirmedBefore)]),
        and([eb('state', '=', 'ended'), eb('ended_at', '<', leadsBefore)]),
      ]),
    );
  await db.deleteFrom('alerts').where('search_id', 'in', over).execute();
  const searches = await db.deleteFrom('saved_searches').where('id', 'in', over).executeTakeFirst();
  const past = db.selectFrom('viewings').select('viewings.id').where('ends_at', '<', leadsBefore);
  await db.deleteFrom('viewing_cells').where('viewing_id', 'in', past).execute();
  const viewings = await db.deleteFrom('viewings').where('ends_at', '<', leadsBefore).executeTakeFirst();
  const entries = await db.deleteFrom('property_entries').where('at', '<', entriesBefore).executeTakeFirst();
  // Feedback belongs to its viewing. Without the viewing, erasing a person would not find the feedback.
  await db
    .deleteFrom('viewing_feedback')
    .where('viewing_id', 'not in', db.selectFrom('viewings').select('viewings.id'))
    .where('viewing_id', 'not in', db.selectFrom('property_entries').select('property_entries.id'))
    .execute();
  await db.updateTable('document_openings').set({ lead_id: null }).where('at', '<', leadsBefore).execute();
  return {
    searches: Number(searches.numDeletedRows),
    viewings: Number(viewings.numDeletedRows),
    entries: Number(entries.numDeletedRows),
  };
}

function monthsBefore(nowMs: number, months: number): string {
  const moment = new Date(nowMs);
  const day = moment.getUTCDate();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  // In a shorter month the 31st becomes its last day, not the first of the next month.
  if (moment.getUTCDate() !== day) moment.setUTCDate(0);
  return moment.toISOString();
}

import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { visitorMail } from './mails.server.ts';
import type { ViewingContext } from './viewing-changes.server.ts';
import { visitorOf } from './viewing-facts.server.ts';

const DAY_MS = 86_400_000;
/** No reminders are sent before this hour. */
const FROM_HOUR = 9;

const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', hour: '2-digit', hourCycle: 'h23' });

/**
 * Reminds visitors of their viewings of today and tomorrow and closes viewings that are over; returns the number of
 * reminders.
 */
export async function remindOfViewings(
  { database, site, secret, siteUrl }: ViewingContext,
  nowMs = Date.now(),
): Promise<number> {
  const now = new Date(nowMs).toISOString();
  const { db } = database;
  const over = db.selectFrom('viewings').select('id').where('state', '=', 'confirmed').where('ends_at', '<', now);
  if (await over.limit(1).executeTakeFirst())
    await db
      .updateTable('viewings')
      .set({ state: 'done' })
      .where('state', '=', 'confirmed')
      .where('ends_at', '<', now)
      .execute();
  if (!site.settings.viewings.remind || Number(HOUR.format(nowMs)) < FROM_HOUR) return 0;
  const tomorrow = brusselsDay(nowMs + DAY_MS);
  const soon = await db
    .selectFrom('viewings')
    .select(['id', 'starts_at'])
    .where('state', '=', 'confirmed')
    .where('reminded_at', 'is', null)
    .where('starts_at', '>', now)
    .where('starts_at', '<', new Date(nowMs + 2 * DAY_MS).toISOString())
    .execute();
  let reminded = 0;
  for (const { id, starts_at } of soon) {
    if (brusselsDay(Date.parse(starts_at)) > tomorrow) continue;
    reminded += await database.transaction(async (transaction) => {
      // The first process to mark it sends the reminder.
      const viewing = await transaction
        .updateTable('viewings')
        .set({ reminded_at: now })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        .where('reminded_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!viewing) return 0;
      const { name } = await visitorOf(transaction, viewing);
      const mail = visitorMail(viewing, 'reminder', { site, secret, siteUrl }, { name });
      await enqueue(transaction, [mail], { leadId: viewing.lead_id, nowMs });
      return 1;
    });
  }
  return reminded;
}

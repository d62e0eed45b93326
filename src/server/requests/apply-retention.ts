import type { Database } from '../database/database.ts';
import { scrub } from '../database/scrub.ts';
import { removeMailFiles } from './remove-mail-files.ts';
import type { Retention } from './retention.ts';

/** How much was removed because it was old enough. */
export interface RetentionResult {
  requests: number;
  mails: number;
  subscribers: number;
  expired: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes what is too old to keep, by age alone; a mail still waiting to be sent is never too old. */
export async function applyRetention(
  database: Database,
  retention: Retention,
  nowMs: number = Date.now(),
): Promise<RetentionResult> {
  const before = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const requestsBefore = monthsBefore(nowMs, retention.requestMonths);
  const { result, files } = await database.transaction(async (transaction) => {
    const old = transaction.selectFrom('requests').select('requests.id').where('created_at', '<', requestsBefore);
    const ofOld = await transaction.deleteFrom('outbox').where('request_id', 'in', old).returning('id').execute();
    const requests = await transaction.deleteFrom('requests').where('created_at', '<', requestsBefore).executeTakeFirst();
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
    const limits = await transaction.deleteFrom('limits').where('expires_at', '<', nowMs).executeTakeFirst();
    const tokens = await transaction.deleteFrom('used_tokens').where('expires_at', '<', before(0)).executeTakeFirst();
    const all = [...ofOld, ...mails];
    return {
      files: all.map(({ id }) => id),
      result: {
        requests: Number(requests.numDeletedRows),
        mails: all.length,
        subscribers: Number(subscribers.numDeletedRows),
        expired: Number(limits.numDeletedRows + tokens.numDeletedRows),
      },
    };
  });
  await removeMailFiles(database.dataDir, files);
  await scrub(database, { rewrite: false });
  return result;
}

function monthsBefore(nowMs: number, months: number): string {
  const moment = new Date(nowMs);
  const day = moment.getUTCDate();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  // The 31st of a shorter month is its last day, not the first of the next.
  if (moment.getUTCDate() !== day) moment.setUTCDate(0);
  return moment.toISOString();
}

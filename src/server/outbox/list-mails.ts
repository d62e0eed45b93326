import type { Database } from '../database/database.ts';
import type { MailRow } from '../database/schema.ts';

/** A line about a mail, without what it says. */
export type MailSummary = Pick<
  MailRow,
  'id' | 'kind' | 'to_address' | 'subject' | 'state' | 'attempts' | 'next_attempt_at' | 'created_at' | 'sent_at' | 'last_error'
>;

/** The newest mails, of one state or of all. */
export async function listMails(
  { db }: Database,
  { state, limit = 50 }: { state?: MailRow['state'] | undefined; limit?: number } = {},
): Promise<MailSummary[]> {
  let query = db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'to_address',
      'subject',
      'state',
      'attempts',
      'next_attempt_at',
      'created_at',
      'sent_at',
      'last_error',
    ]);
  if (state) query = query.where('state', '=', state);
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

import type { Database } from '../database/database.ts';
import type { MailRow } from '../database/schema.ts';
import { type RequestRecord, requestRecordOf } from './request-record.ts';

/** A request with the state of its mails. */
export interface FoundRequest extends RequestRecord {
  mails: Pick<MailRow, 'id' | 'kind' | 'to_address' | 'state' | 'attempts' | 'sent_at' | 'last_error'>[];
}

/** The request with this reference, or null. */
export async function findRequest({ db }: Database, reference: string): Promise<FoundRequest | null> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) return null;
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'to_address', 'state', 'attempts', 'sent_at', 'last_error'])
    .where('request_id', '=', row.id)
    .orderBy('id')
    .execute();
  return { ...requestRecordOf(row), mails };
}

import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** The events that services record; erasing a person records its own. */
export type RecordedType =
  | 'lead.created'
  | 'viewing.booked'
  | 'viewing.changed'
  | 'viewing.cancelled'
  | 'search.confirmed'
  | 'document.opened';

/**
 * Records for other systems that something happened, in the transaction in which it did; `id` is that of its row.
 * It does nothing when no system wants to know. With `waitMs` it is sent that much later, and can be taken back until
 * then, by the IDs that are returned.
 */
export type RecordEvent = (
  transaction: Transaction<Schema>,
  event: { type: RecordedType; id: string; waitMs?: number },
) => Promise<string[]>;

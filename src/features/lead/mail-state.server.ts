import type { Database } from '../../platform/database/database.server.ts';
import type { OutboxRow } from '../../platform/database/outbox-schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';

/**
 * How far a mail of a lead is. `waiting`: it leaves in a moment; `delayed`: the mail server was tried and did not take
 * it yet; `failed`: it was given up, or its address was refused.
 */
export interface LeadMail {
  id: string;
  state: 'sent' | 'waiting' | 'delayed' | 'failed';
  recipient: string;
  attempts: number;
  /** The words of the mail server. */
  error: string;
}

const stateOf = ({ state, attempts, last_error }: Pick<OutboxRow, 'state' | 'attempts' | 'last_error'>) => {
  if (state === 'sent' || state === 'failed') return state;
  return attempts > 0 && last_error ? 'delayed' : 'waiting';
};

/** The mails of each of these leads, oldest first. */
export async function mailsOfLeads(
  { db }: Pick<Database, 'db'>,
  leadIds: readonly string[],
): Promise<Map<string, LeadMail[]>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'lead_id', 'state', 'recipient', 'attempts', 'last_error'])
    .where('lead_id', 'in', leadIds)
    .where('target', 'is', null)
    .orderBy('id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ lead_id }) => lead_id ?? '')].map(([leadId, mails]) => [
      leadId,
      mails.map(({ id, recipient, attempts, state, last_error }) => ({
        ...{ id, recipient, attempts },
        ...{ state: stateOf({ state, attempts, last_error }), error: last_error ?? '' },
      })),
    ]),
  );
}

/** What the mail server said of the newest mail to the visitor, when that failed; null when it did not. */
export function failureOf(mails: readonly LeadMail[], email: string | null): string | null {
  const newest = mails.findLast(
    ({ recipient, state }) => normalisedEmailAddress(recipient) === email && (state === 'sent' || state === 'failed'),
  );
  return newest?.state === 'failed' ? newest.error : null;
}

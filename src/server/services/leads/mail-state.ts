import type { Database } from '../../platform/database/database.ts';
import type { OutboxRow } from '../../platform/database/outbox-schema.ts';

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

/** The mails of a lead, oldest first. */
export async function mailsOfLead({ db }: Pick<Database, 'db'>, leadId: string): Promise<LeadMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'state', 'recipient', 'attempts', 'last_error'])
    .where('lead_id', '=', leadId)
    .where('target', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, recipient, attempts, ...row }) => ({
    ...{ id, recipient, attempts },
    ...{ state: stateOf({ attempts, ...row }), error: row.last_error ?? '' },
  }));
}

/** Those of these leads whose newest mail to the visitor failed, by their IDs. */
export async function undelivered(
  { db }: Pick<Database, 'db'>,
  leads: readonly { id: string; email: string | null }[],
): Promise<Set<string>> {
  if (leads.length === 0) return new Set();
  const rows = await db
    .selectFrom('outbox')
    .select(['lead_id', 'recipient', 'state'])
    .where(
      'lead_id',
      'in',
      leads.map(({ id }) => id),
    )
    .where('target', 'is', null)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('id')
    .execute();
  const addresses = new Map(leads.map(({ id, email }) => [id, email]));
  const newest = new Map<string, string>();
  for (const { lead_id, recipient, state } of rows) {
    if (lead_id && recipient === addresses.get(lead_id)) newest.set(lead_id, state);
  }
  return new Set([...newest].flatMap(([id, state]) => (state === 'failed' ? [id] : [])));
}

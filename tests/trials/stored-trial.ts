import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { Arrival } from '../support/smtp.ts';
import type { Filled } from './post-form.ts';

const bare = (id: string | null | undefined) => String(id).replace(/^<|>$/g, '');

/**
 * What a trial must find in the end: every acknowledged form stored once with all its mails, and each of these under
 * one Message-ID.
 */
export async function expectAllStored(
  { db }: Database,
  acknowledged: ReadonlyMap<string, { filled: Filled; reference: string }>,
  arrivals: readonly Arrival[],
): Promise<Record<string, number>> {
  const stored = await db.selectFrom('leads').select(['id', 'form', 'reference', 'form_values']).execute();
  const mails = await db.selectFrom('outbox').select(['message_id', 'state', 'lead_id']).execute();
  const viewings = await db.selectFrom('viewings').select(['lead_id', 'starts_at']).execute();
  const cells = await db.selectFrom('viewing_cells').select('viewing_id').execute();
  const byName = Map.groupBy(stored, ({ form_values }) => nameIn(form_values));
  const lost = [...acknowledged].filter(
    ([name, { reference }]) => !byName.get(name)?.some((row) => row.reference === reference),
  );
  const twice = [...byName].filter(([, rows]) => rows.length > 1);
  const withSlot = [...acknowledged.values()].filter(({ filled }) => filled.values.slot);
  const booked = new Map(viewings.map(({ lead_id, starts_at }) => [lead_id, starts_at]));
  const unbooked = withSlot.filter(
    ({ filled }) => booked.get(byName.get(filled.message)?.[0]?.id ?? '') !== filled.values.slot,
  );
  const perLead = Map.groupBy(mails, ({ lead_id }) => lead_id);
  // A form sends the same mails for every lead: another number would be a mail lost or made twice.
  const numbers = Map.groupBy(stored, ({ form, id }) => `${form}${booked.has(id) ? ' with a time' : ''}`);
  const uneven = [...numbers].filter(
    ([, rows]) => new Set(rows.map(({ id }) => perLead.get(id)?.length ?? 0)).size > 1 || !perLead.has(rows[0]!.id),
  );
  const arrived = new Set(arrivals.filter(({ taken }) => taken).map(({ mail }) => bare(mail.messageId)));
  const known = new Set(mails.map(({ message_id }) => bare(message_id)));
  const counts = {
    forms: new Set(stored.map(({ form }) => form)).size,
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: lost.length,
    twice: twice.length,
    viewings: viewings.length,
    viewingsLost: unbooked.length,
    mails: mails.length,
    deliveries: arrivals.length,
    deliveredAgainUnderTheSameId: arrivals.length - new Set(arrivals.map(({ mail }) => bare(mail.messageId))).size,
    messageIdsNotInTheOutbox: arrivals.filter(({ mail }) => !known.has(bare(mail.messageId))).length,
  };
  expect(counts).toMatchObject({
    lost: 0,
    twice: 0,
    viewingsLost: 0,
    messageIdsNotInTheOutbox: 0,
    stored: acknowledged.size,
  });
  expect(uneven.map(([form]) => form)).toEqual([]);
  expect(viewings).toHaveLength(withSlot.length);
  expect(cells).toHaveLength(viewings.length);
  expect(mails.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect(known.size).toBe(mails.length);
  expect([...arrived].sort()).toEqual([...known].sort());
  return counts;
}

function nameIn(values: string): string {
  const { email, message } = JSON.parse(values) as { email: string; message?: string };
  return email.startsWith('visitor-') ? email : String(message);
}

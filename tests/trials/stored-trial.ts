import { expect } from 'vitest';
import type { Database } from '../../src/server/platform/database/database.ts';
import type { Arrival } from '../support/smtp.ts';
import type { Filled } from './post-form.ts';

const bare = (id: string | null | undefined) => String(id).replace(/^<|>$/g, '');

/** What a trial must find in the end: every acknowledged form stored once with all its mails, and each of these under one Message-ID. */
export async function expectAllStored(
  { db }: Database,
  acknowledged: ReadonlyMap<string, { filled: Filled; reference: string }>,
  arrivals: readonly Arrival[],
): Promise<Record<string, number>> {
  const stored = await db.selectFrom('requests').select(['id', 'form', 'reference', 'answers']).execute();
  const mails = await db.selectFrom('outbox').select(['message_id', 'state', 'request_id']).execute();
  const bookings = await db.selectFrom('bookings').select(['request_id', 'starts_at']).execute();
  const cells = await db.selectFrom('booking_cells').select('booking_id').execute();
  const byName = Map.groupBy(stored, ({ answers }) => nameIn(answers));
  const lost = [...acknowledged].filter(([name, { reference }]) => !byName.get(name)?.some((row) => row.reference === reference));
  const twice = [...byName].filter(([, rows]) => rows.length > 1);
  const wished = [...acknowledged.values()].filter(({ filled }) => filled.answers.slot);
  const booked = new Map(bookings.map(({ request_id, starts_at }) => [request_id, starts_at]));
  const unbooked = wished.filter(({ filled }) => booked.get(byName.get(filled.message)?.[0]?.id ?? '') !== filled.answers.slot);
  const perRequest = Map.groupBy(mails, ({ request_id }) => request_id);
  // Whatever a form sends, it sends for every request: another number would be a mail lost or made twice.
  const numbers = Map.groupBy(stored, ({ form, id }) => `${form}${booked.has(id) ? ' with a time' : ''}`);
  const uneven = [...numbers].filter(
    ([, rows]) => new Set(rows.map(({ id }) => perRequest.get(id)?.length ?? 0)).size > 1 || !perRequest.has(rows[0]!.id),
  );
  const arrived = new Set(arrivals.filter(({ taken }) => taken).map(({ mail }) => bare(mail.messageId)));
  const known = new Set(mails.map(({ message_id }) => bare(message_id)));
  const counts = {
    forms: new Set(stored.map(({ form }) => form)).size,
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: lost.length,
    twice: twice.length,
    bookings: bookings.length,
    bookingsLost: unbooked.length,
    mails: mails.length,
    deliveries: arrivals.length,
    deliveredAgainUnderTheSameId: arrivals.length - new Set(arrivals.map(({ mail }) => bare(mail.messageId))).size,
    messageIdsNotInTheOutbox: arrivals.filter(({ mail }) => !known.has(bare(mail.messageId))).length,
  };
  expect(counts).toMatchObject({ lost: 0, twice: 0, bookingsLost: 0, messageIdsNotInTheOutbox: 0, stored: acknowledged.size });
  expect(uneven.map(([form]) => form)).toEqual([]);
  expect(bookings).toHaveLength(wished.length);
  expect(cells).toHaveLength(bookings.length);
  expect(mails.filter(({ state }) => state !== 'sent')).toEqual([]);
  expect(known.size).toBe(mails.length);
  expect([...arrived].sort()).toEqual([...known].sort());
  return counts;
}

function nameIn(answers: string): string {
  const { email, message } = JSON.parse(answers) as { email: string; message?: string };
  return email.startsWith('visitor-') ? email : String(message);
}

import type { Transaction } from 'kysely';
import { allStarts, visitOf } from '../../../domain/viewings/viewing-slots.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BookingRow, Schema } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.ts';
import { occupy, release } from './occupy.ts';
import { visitMails } from './viewing-mails.ts';

/** What is done to a visit, and by whom; moving is for visitors, confirming for the agency. */
export type VisitChange = { do: 'confirm' } | { do: 'cancel'; by: 'visitor' | 'agency' } | { do: 'move'; startsAt: string };

export interface VisitParts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
}

/** `taken`: somebody else has that time; `over`: the visit has been or was cancelled; `unknown`: there is none. */
export type VisitChanged = { ok: true } | { ok: false; problem: 'taken' | 'over' | 'unknown' };

class Taken extends Error {}

/** Changes a visit and mails who must know; doing the same twice is the same as once. */
export async function changeVisit(parts: VisitParts, id: string, change: VisitChange, nowMs = Date.now()): Promise<VisitChanged> {
  try {
    return await parts.database.transaction((transaction) => apply(transaction, parts, id, change, nowMs));
  } catch (error) {
    if (error instanceof Taken) return { ok: false, problem: 'taken' };
    throw error;
  }
}

async function apply(
  transaction: Transaction<Schema>,
  parts: VisitParts,
  id: string,
  change: VisitChange,
  nowMs: number,
): Promise<VisitChanged> {
  const found = transaction.selectFrom('bookings').selectAll().where('id', '=', id);
  const booking = await (parts.database.engine === 'postgres' ? found.forUpdate() : found).executeTakeFirst();
  if (!booking) return { ok: false, problem: 'unknown' };
  if (isDone(booking, change)) return { ok: true };
  if (booking.state === 'cancelled' || booking.state === 'done' || Date.parse(booking.starts_at) < nowMs)
    return { ok: false, problem: 'over' };
  const next = await changed(transaction, parts, booking, change, nowMs);
  await transaction.updateTable('bookings').set(next).where('id', '=', id).execute();
  await enqueue(transaction, visitMails({ ...booking, ...next }, change, parts), { requestId: booking.request_id, nowMs });
  return { ok: true };
}

const isDone = (booking: BookingRow, change: VisitChange): boolean =>
  (change.do === 'confirm' && booking.state === 'confirmed') ||
  (change.do === 'cancel' && booking.state === 'cancelled') ||
  (change.do === 'move' && booking.state !== 'cancelled' && booking.starts_at === change.startsAt);

async function changed(
  transaction: Transaction<Schema>,
  { database, site }: VisitParts,
  booking: BookingRow,
  change: VisitChange,
  nowMs: number,
): Promise<Partial<BookingRow>> {
  const sequence = booking.sequence + 1;
  await release(transaction, booking.id);
  if (change.do === 'cancel') return { state: 'cancelled', sequence, held_until: null };

  const settings = site.settings.appointments;
  const listing = site.listing(Number(booking.property_id));
  const startsAt = change.do === 'move' ? change.startsAt : booking.starts_at;
  if (change.do === 'move' && (!listing || !allStarts(settings, listing, nowMs).includes(startsAt))) throw new Taken();
  const { capacity } = visitOf(settings, Number(booking.property_id));
  const lengthMinutes = (Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / 60_000;
  const { agent_id, property_id } = booking;
  const place = { bookingId: booking.id, agent_id, property_id, starts_at: startsAt, lengthMinutes, capacity };
  // A hold that ran out may have been given to somebody else: then the whole change is undone.
  if (!(await occupy(transaction, database.engine, place, nowMs))) throw new Taken();
  const isConfirmed = change.do === 'confirm' || settings.confirm === 'auto';
  return {
    state: isConfirmed ? 'confirmed' : 'requested',
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + lengthMinutes * 60_000).toISOString(),
    held_until: isConfirmed ? null : new Date(nowMs + settings.holdHours * 3_600_000).toISOString(),
    sequence,
    ...(change.do === 'move' && { reminded_at: null }),
  };
}

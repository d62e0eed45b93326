import type { Transaction } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import type { RecordEvent } from '../../platform/outbox/record-event.ts';
import { busyAt } from './busy-agent.server.ts';
import { occupy, release } from './occupy.server.ts';
import { ownerMails } from './owner-mails.server.ts';
import { lockedViewing, recordViewingChange } from './viewing-changes.server.ts';
import { addressedNameOf } from './viewing-facts.server.ts';
import { viewingMails } from './viewing-mails.server.ts';
import { allStarts, viewingOf } from './viewing-slots.ts';

/** A change of a viewing and who makes it; only the agency confirms. What the agency moves is confirmed. */
export type ViewingChange =
  | { do: 'confirm' }
  | { do: 'cancel'; by: 'visitor' | 'agency' }
  | { do: 'move'; startsAt: string; by?: 'agency' };

export interface ViewingContext {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
}

/** The dependencies of `changeViewing`. */
export interface ChangeContext extends ViewingContext {
  recordEvent: RecordEvent;
}

/** How staff change a viewing in the studio. */
export interface ChangeOrigin {
  staffId?: string;
  /** What the visitor reads about it, in the words of the agency. */
  reason?: string | undefined;
  /** For how long its mails wait and can be taken back. */
  waitMs?: number;
  /** What else belongs to the change, in its transaction. */
  within?: (transaction: Transaction<Schema>, viewing: ViewingRow) => Promise<void>;
}

/**
 * `taken`: somebody else has that time; `over`: the viewing is in the past or was cancelled; `unknown`: there is none.
 */
export type ViewingChangeResult = { ok: true } | { ok: false; problem: 'taken' | 'over' | 'unknown' };

const KINDS = { confirm: 'confirmed', move: 'moved', cancel: 'cancelled' } as const;

class Taken extends Error {}

/** Changes a viewing and mails everyone concerned. Doing it twice has the same effect as once. */
export async function changeViewing(
  parts: ChangeContext,
  id: string,
  change: ViewingChange,
  nowMs = Date.now(),
  origin: ChangeOrigin = {},
): Promise<ViewingChangeResult> {
  try {
    return await parts.database.transaction((transaction) => apply(transaction, parts, id, change, nowMs, origin));
  } catch (error) {
    if (error instanceof Taken) return { ok: false, problem: 'taken' };
    throw error;
  }
}

async function apply(
  transaction: Transaction<Schema>,
  parts: ChangeContext,
  id: string,
  change: ViewingChange,
  nowMs: number,
  { staffId, reason = '', waitMs = 0, within }: ChangeOrigin,
): Promise<ViewingChangeResult> {
  const viewing = await lockedViewing(transaction, parts.database.engine, id);
  if (!viewing) return { ok: false, problem: 'unknown' };
  if (isDone(viewing, change)) return { ok: true };
  if (
    viewing.state === 'cancelled' ||
    viewing.state === 'done' ||
    viewing.state === 'missed' ||
    Date.parse(viewing.starts_at) < nowMs
  )
    return { ok: false, problem: 'over' };
  const next = await changed(transaction, parts, viewing, change, nowMs);
  await transaction.updateTable('viewings').set(next).where('id', '=', id).execute();
  const before = { startsAt: viewing.starts_at, name: await addressedNameOf(transaction, viewing), reason };
  const mails = viewingMails({ ...viewing, ...next }, change, parts, before);
  const mailIds = await enqueue(transaction, mails, { leadId: viewing.lead_id, nowMs, waitMs });
  const ownerIds = await enqueue(transaction, await ownerMails(transaction, viewing, { change, next }, parts), {
    ...{ nowMs, waitMs },
  });
  await within?.(transaction, viewing);
  const type = change.do === 'cancel' ? 'viewing.cancelled' : 'viewing.changed';
  const eventIds = await parts.recordEvent(transaction, { type, id, waitMs });
  await recordViewingChange(
    transaction,
    viewing,
    { kind: KINDS[change.do], staffId, reason, outboxIds: [...mailIds, ...ownerIds, ...eventIds] },
    nowMs,
  );
  return { ok: true };
}

const isDone = (viewing: ViewingRow, change: ViewingChange): boolean =>
  (change.do === 'confirm' && viewing.state === 'confirmed') ||
  (change.do === 'cancel' && viewing.state === 'cancelled') ||
  (change.do === 'move' && viewing.state !== 'cancelled' && viewing.starts_at === change.startsAt);

async function changed(
  transaction: Transaction<Schema>,
  { database, site }: ViewingContext,
  viewing: ViewingRow,
  change: ViewingChange,
  nowMs: number,
): Promise<Partial<ViewingRow>> {
  const sequence = viewing.sequence + 1;
  await release(transaction, viewing.id);
  if (change.do === 'cancel') return { state: 'cancelled', sequence, held_until: null };

  const settings = site.settings.viewings;
  const listing = site.listing(Number(viewing.property_id));
  const startsAt = change.do === 'move' ? change.startsAt : viewing.starts_at;
  // The agency needs no time to prepare.
  const hours = change.do === 'move' && change.by ? { ...settings, leadHours: 0 } : settings;
  const starts = change.do === 'move' && listing ? allStarts(hours, listing, nowMs, busyAt(site, listing, nowMs)) : [];
  if (change.do === 'move' && !starts.includes(startsAt)) throw new Taken();
  const { capacity } = viewingOf(settings, Number(viewing.property_id), startsAt);
  const lengthMinutes = (Date.parse(viewing.ends_at) - Date.parse(viewing.starts_at)) / 60_000;
  const { agent_id, property_id } = viewing;
  const place = { viewingId: viewing.id, agent_id, property_id, starts_at: startsAt, lengthMinutes, capacity };
  // An expired hold may have been given to somebody else: then the whole change is rolled back.
  if (!(await occupy(transaction, database.engine, place, nowMs))) throw new Taken();
  const isConfirmed =
    change.do === 'confirm' || settings.confirm === 'auto' || ('by' in change && change.by === 'agency');
  return {
    state: isConfirmed ? 'confirmed' : 'requested',
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + lengthMinutes * 60_000).toISOString(),
    held_until: isConfirmed ? null : new Date(nowMs + settings.holdHours * 3_600_000).toISOString(),
    sequence,
    ...(change.do === 'move' && { reminded_at: null }),
  };
}

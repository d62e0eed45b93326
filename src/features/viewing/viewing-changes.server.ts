import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema, ViewingChangeRow, ViewingRow } from '../../platform/database/schema.ts';
import { enqueue, takeBack } from '../../platform/outbox/mail-queue.server.ts';
import type { RecordEvent } from '../../platform/outbox/record-event.ts';
import { parsed, textList } from '../../platform/values/parsed.ts';
import { busyAt, occupy, release, viewingHours } from './book-viewing.server.ts';
import { ownerMails, viewingMails } from './mails.server.ts';
import type { ViewingChange } from './viewing-facts.server.ts';
import { visitorOf } from './viewing-facts.server.ts';
import { allStarts, viewingOf } from './viewing-slots.ts';

/** The columns that a change replaces, as they were before it. */
const viewingBefore = z.object({
  state: z.enum(['requested', 'confirmed', 'cancelled', 'done', 'missed']),
  starts_at: z.string(),
  ends_at: z.string(),
  held_until: z.string().nullable(),
  reminded_at: z.string().nullable(),
  sequence: z.number(),
});
type Before = z.infer<typeof viewingBefore>;

/** A viewing that no other transaction changes until this one ends. */
async function lockedViewing(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  id: string,
): Promise<ViewingRow | null> {
  const found = transaction.selectFrom('viewings').selectAll().where('id', '=', id);
  return (await (engine === 'postgres' ? found.forUpdate() : found).executeTakeFirst()) ?? null;
}

/** Records a change of a viewing as part of its transaction; `viewing` is the row before it. */
async function recordViewingChange(
  transaction: Transaction<Schema>,
  viewing: ViewingRow,
  change: {
    kind: ViewingChangeRow['kind'];
    staffId?: string | undefined;
    reason?: string;
    outboxIds?: readonly string[];
  },
  nowMs: number,
): Promise<void> {
  const { state, starts_at, ends_at, held_until, reminded_at, sequence } = viewing;
  const before: Before = { state, starts_at, ends_at, held_until, reminded_at, sequence };
  await transaction
    .insertInto('viewing_changes')
    .values({
      id: newId(nowMs),
      viewing_id: viewing.id,
      kind: change.kind,
      at: new Date(nowMs).toISOString(),
      staff_id: change.staffId ?? null,
      reason: change.reason || null,
      before: JSON.stringify(before),
      outbox_ids: JSON.stringify(change.outboxIds ?? []),
    })
    .execute();
}

/** The newest change of viewings by a member of staff since a moment; null when it was undone, or there is none. */
export async function lastChangeBy(
  db: Kysely<Schema>,
  staffId: string,
  since: string,
): Promise<Pick<ViewingChangeRow, 'id' | 'viewing_id' | 'kind'> | null> {
  const row = await db
    .selectFrom('viewing_changes')
    .select(['id', 'viewing_id', 'kind'])
    .where('staff_id', '=', staffId)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && row.kind !== 'undone' ? row : null;
}

/** What was done with a viewing, oldest first; `who`: null for a visitor, and for the link of a mail. */
export async function changesOf(db: Kysely<Schema>, { id, starts_at }: Pick<ViewingRow, 'id' | 'starts_at'>) {
  const rows = await db
    .selectFrom('viewing_changes')
    .leftJoin('staff', 'staff.id', 'viewing_changes.staff_id')
    .select(['kind', 'at', 'reason', 'before', 'staff.name as who'])
    .where('viewing_id', '=', id)
    .orderBy('viewing_changes.id')
    .execute();
  // Each change stores the time that it replaced.
  const times = [...rows.slice(1).map(({ before }) => parsed(viewingBefore, before).starts_at), starts_at];
  return rows.map(({ before: _before, ...row }, nth) => ({ ...row, startsAt: times[nth] ?? starts_at }));
}

class CannotUndo extends Error {
  readonly problem: 'left' | 'taken';

  constructor(problem: 'left' | 'taken') {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Undoes the newest change of a viewing before its mails leave: the viewing is as it was, with its time and the
 * sequence of its calendar file, and nobody gets a mail. `left`: too late; `taken`: somebody else has the time now.
 * `within`: what else belongs to it, in its transaction.
 */
export async function undoViewingChange(
  { database, site }: Pick<ViewingContext, 'database' | 'site'>,
  changeId: string,
  staffId: string,
  nowMs = Date.now(),
  within?: (transaction: Transaction<Schema>, viewing: ViewingRow, changedAt: string) => Promise<void>,
): Promise<{ ok: true; viewing: string } | { ok: false; problem: 'left' | 'taken' }> {
  try {
    return await database.transaction(async (transaction) => {
      const change = await changeToUndo(transaction, database.engine, changeId, staffId);
      if (!change) throw new CannotUndo('left');
      const { row, viewing } = change;
      for (const id of parsed(textList, row.outbox_ids))
        if (!(await takeBack(transaction, id, nowMs))) throw new CannotUndo('left');
      const before = parsed(viewingBefore, row.before);
      await release(transaction, viewing.id);
      if (before.state === 'requested' || before.state === 'confirmed') {
        const { agent_id, property_id } = viewing;
        const lengthMinutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000;
        const { capacity } = viewingOf(site.settings.viewings, Number(property_id), before.starts_at);
        const place = { viewingId: viewing.id, agent_id, property_id, lengthMinutes, capacity };
        const isFree = await occupy(transaction, database.engine, { ...place, starts_at: before.starts_at }, nowMs);
        if (!isFree) throw new CannotUndo('taken');
      }
      await transaction.updateTable('viewings').set(before).where('id', '=', viewing.id).execute();
      await within?.(transaction, viewing, row.at);
      await recordViewingChange(transaction, viewing, { kind: 'undone', staffId }, nowMs);
      return { ok: true, viewing: viewing.id } as const;
    });
  } catch (error) {
    if (error instanceof CannotUndo) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** A change that this person made, with its viewing, as long as no later change of that viewing follows. */
async function changeToUndo(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  changeId: string,
  staffId: string,
): Promise<{ row: ViewingChangeRow; viewing: ViewingRow } | null> {
  const changes = transaction.selectFrom('viewing_changes').selectAll();
  const row = await changes.where('id', '=', changeId).where('staff_id', '=', staffId).executeTakeFirst();
  const viewing = row && row.kind !== 'undone' ? await lockedViewing(transaction, engine, row.viewing_id) : null;
  if (!row || !viewing) return null;
  const newest = await changes.where('viewing_id', '=', viewing.id).orderBy('id', 'desc').executeTakeFirst();
  return newest?.id === row.id ? { row, viewing } : null;
}

export type ViewingContext = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'>;

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
  const before = { startsAt: viewing.starts_at, ...(await visitorOf(transaction, viewing)), reason };
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

  const listing = site.listing(Number(viewing.property_id));
  const settings = listing ? await viewingHours(transaction, site, listing, nowMs) : site.settings.viewings;
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

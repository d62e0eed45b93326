import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema, ViewingChangeRow, ViewingRow } from '../../platform/database/schema.ts';
import { takeBack } from '../../platform/outbox/mail-queue.server.ts';
import type { ViewingContext } from './change-viewing.server.ts';
import { occupy, release } from './occupy.server.ts';
import { viewingOf } from './viewing-slots.ts';

/** The columns that a change replaces. */
type Before = Pick<ViewingRow, 'state' | 'starts_at' | 'ends_at' | 'held_until' | 'reminded_at' | 'sequence'>;

/** A viewing that no other transaction changes until this one ends. */
export async function lockedViewing(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  id: string,
): Promise<ViewingRow | null> {
  const found = transaction.selectFrom('viewings').selectAll().where('id', '=', id);
  return (await (engine === 'postgres' ? found.forUpdate() : found).executeTakeFirst()) ?? null;
}

/** Records a change of a viewing as part of its transaction; `viewing` is the row before it. */
export async function recordViewingChange(
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
      for (const id of JSON.parse(row.outbox_ids) as string[])
        if (!(await takeBack(transaction, id, nowMs))) throw new CannotUndo('left');
      const before = JSON.parse(row.before) as Before;
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

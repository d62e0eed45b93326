import { sql, type Transaction } from 'kysely';
import { cellsOf } from '../../../domain/viewings/viewing-slots.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';

/** The time that a viewing is to occupy. */
export interface Occupancy extends Pick<ViewingRow, 'agent_id' | 'property_id' | 'starts_at'> {
  viewingId: string;
  lengthMinutes: number;
  capacity: number;
}

/**
 * Occupies the time of an agent for a viewing; false when it is taken. Several viewings share a time only at the same
 * property with the same start, up to the capacity; the constraint of the table enforces this for any number of
 * processes.
 */
export async function occupy(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  { viewingId, agent_id, property_id, starts_at, lengthMinutes, capacity }: Occupancy,
  nowMs: number,
): Promise<boolean> {
  // SQLite admits one writer at a time; PostgreSQL needs a lock per agent.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${agent_id}))`.execute(transaction);
  await releaseExpired(transaction, agent_id, nowMs);
  const cells = cellsOf(starts_at, lengthMinutes);
  const there = await transaction
    .selectFrom('viewing_cells')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where('cell', 'in', cells)
    .execute();
  if (there.some((row) => row.property_id !== property_id || row.starts_at !== starts_at)) return false;
  const used = new Set(there.map(({ seat }) => seat));
  const seat = Array.from({ length: capacity }, (_, at) => at).find((at) => !used.has(at));
  if (seat === undefined) return false;
  const taken = await transaction
    .insertInto('viewing_cells')
    .values(cells.map((cell) => ({ agent_id, cell, seat, viewing_id: viewingId, property_id, starts_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('cell')
    .execute();
  if (taken.length === cells.length) return true;
  await release(transaction, viewingId);
  return false;
}

/** Releases the time of a viewing. */
export async function release(transaction: Transaction<Schema>, viewingId: string): Promise<void> {
  await transaction.deleteFrom('viewing_cells').where('viewing_id', '=', viewingId).execute();
}

async function releaseExpired(transaction: Transaction<Schema>, agentId: string, nowMs: number): Promise<void> {
  const expired = transaction
    .selectFrom('viewings')
    .select('viewings.id')
    .where('agent_id', '=', agentId)
    .where('state', '=', 'requested')
    .where('held_until', '<', new Date(nowMs).toISOString());
  await transaction.deleteFrom('viewing_cells').where('viewing_id', 'in', expired).execute();
}

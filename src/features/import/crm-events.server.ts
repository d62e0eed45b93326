import type { Database } from '../../platform/database/database.server.ts';
import type { CrmEvent, PendingEvent } from '../crm/crm-event.ts';

/**
 * Records an event of a CRM, one per property: the newest one counts. An event that came late or twice changes nothing.
 * A clock of the CRM that is ahead does not hide later events. Returns whether an import has something to do.
 */
export function recordCrmEvent(
  database: Database,
  source: string,
  { sourceId, kind, happenedAt }: CrmEvent,
  nowMs = Date.now(),
): Promise<boolean> {
  const now = new Date(nowMs).toISOString();
  const happened = happenedAt < now ? happenedAt : now;
  return database.transaction(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('crm_events')
      .values({ source, source_id: sourceId, kind, happened_at: happened, received_at: now, handled_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'source_id'])
          .doUpdateSet({ kind, happened_at: happened, received_at: now, handled_at: null })
          .where(({ eb, or, and }) =>
            or([
              eb('crm_events.happened_at', '<', happened),
              // Two events of one second have no order: the one that arrives later is taken for the later one.
              and([eb('crm_events.happened_at', '=', happened), eb('crm_events.kind', '!=', kind)]),
            ]),
          ),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  });
}

/** The events of a CRM that no import has handled, oldest first. */
export async function pendingCrmEvents({ db }: Database, source: string): Promise<PendingEvent[]> {
  const rows = await db
    .selectFrom('crm_events')
    .selectAll()
    .where('source', '=', source)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .orderBy('source_id')
    .execute();
  return rows.map((row) => ({
    sourceId: row.source_id,
    kind: row.kind,
    happenedAt: row.happened_at,
    receivedAt: row.received_at,
  }));
}

/** Notes that these events were handled; one that was replaced by a newer event meanwhile still waits. */
export async function handledCrmEvents(
  { db }: Database,
  source: string,
  events: readonly PendingEvent[],
): Promise<void> {
  const now = new Date().toISOString();
  for (const { sourceId, kind, happenedAt, receivedAt } of events)
    await db
      .updateTable('crm_events')
      .set({ handled_at: now })
      .where('source', '=', source)
      .where('source_id', '=', sourceId)
      .where('kind', '=', kind)
      .where('happened_at', '=', happenedAt)
      .where('received_at', '=', receivedAt)
      .execute();
}

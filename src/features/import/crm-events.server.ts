import * as z from 'zod';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { isStorageProblem } from '../../platform/database/storage-problem.ts';
import { type Action, notFound } from '../../platform/http/action.server.ts';
import { hookSignatureIsValid } from '../../platform/http/signatures.server.ts';
import { type CrmEvent, type PendingEvent, sweepbrightEventIn } from '../crm/crm.ts';
import { markImportDue } from './claim-import.server.ts';

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

type Parts = Pick<Ctx, 'database' | 'events' | 'settings'>;

/** Whether SweepBright may send webhooks: its secret is set. */
export function takesSweepbright({ settings }: Pick<Ctx, 'settings'>): boolean {
  return !!settings.crmSecrets.SWEEPBRIGHT_CLIENT_SECRET;
}

/** Whether a webhook of SweepBright carries the signature of its bytes; one without is logged. */
export function isSigned(ctx: Parts, bytes: Uint8Array, signature: string | null) {
  return ctx.events.webhook(
    !!ctx.settings.crmSecrets.SWEEPBRIGHT_CLIENT_SECRET &&
      hookSignatureIsValid(bytes, signature, ctx.settings.crmSecrets.SWEEPBRIGHT_CLIENT_SECRET),
  );
}

/** Records a signed event and lets the schedule import soon; a code of the problem table when it cannot. */
export async function receive(ctx: Parts, bytes: Uint8Array): Promise<'recorded' | 'unreadable' | 'storage'> {
  const event = sweepbrightEventIn(new TextDecoder().decode(bytes));
  if (!event) return 'unreadable';
  try {
    if (await recordCrmEvent(ctx.database, 'sweepbright', event))
      await markImportDue(ctx.settings.dataDir, 'sweepbright');
  } catch (error) {
    if (!isStorageProblem(error)) throw error;
    return 'storage';
  }
  return 'recorded';
}

const input = z.object({ bytes: z.instanceof(Uint8Array) });

/** A webhook of SweepBright: its signature authorises it and is checked over the bytes, before they are read. */
export const sweepbrightHook: Action<typeof input> = {
  body: { kind: 'raw' },
  input,
  async authorise({ bytes }, { services: { crm }, request }) {
    if (!crm.takesSweepbright()) return { refused: notFound() };
    const isGenuine = crm.isSigned(bytes, request.headers.get('x-hook-signature'));
    return isGenuine ? { right: null } : { refused: { problem: 'signature' } };
  },
  async run({ bytes }, { services: { crm } }) {
    const outcome = await crm.receive(bytes);
    if (outcome !== 'recorded') return { problem: outcome };
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  },
};

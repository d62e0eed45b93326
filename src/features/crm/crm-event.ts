import * as z from 'zod';

/** What a CRM says has happened to one of its properties. */
export interface CrmEvent {
  /** ID of the property in the CRM. */
  sourceId: string;
  kind: 'changed' | 'deleted';
  /** When it happened by the clock of the CRM, as ISO 8601 in UTC. */
  happenedAt: string;
}

/** An event that waits for an import. */
export interface PendingEvent extends CrmEvent {
  /** When the site received it, as ISO 8601 in UTC. */
  receivedAt: string;
}

const KINDS = { 'estate-added': 'changed', 'estate-updated': 'changed', 'estate-deleted': 'deleted' } as const;

const sweepbrightEvent = z.object({
  event: z.enum(['estate-added', 'estate-updated', 'estate-deleted']),
  estate_id: z.string().regex(/^[\w-]{10,64}$/),
  happened_at: z.iso.datetime({ offset: true }),
});

/** The event in the body of a webhook of SweepBright; null when it is none. */
export function sweepbrightEventIn(body: string): CrmEvent | null {
  let data: unknown;
  try {
    data = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = sweepbrightEvent.safeParse(data);
  if (!parsed.success) return null;
  const { event, estate_id: sourceId, happened_at: happenedAt } = parsed.data;
  return { sourceId, kind: KINDS[event], happenedAt: new Date(happenedAt).toISOString() };
}

import type { Kysely } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { OutboxRow } from '../../platform/database/outbox-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { GIVE_UP_MS } from '../../platform/outbox/queue.server.ts';
import type { RecordEvent, RecordedType } from '../../platform/outbox/record-event.ts';
import { leadData, openingData, searchData, viewingData } from './event-data.server.ts';
import { bodyOf, type ErasureEvent, type OutgoingEvent } from './outgoing-event.ts';
import type { WebhookTarget } from './webhook-settings.ts';

const READERS = {
  'lead.created': leadData,
  'viewing.booked': viewingData,
  'viewing.changed': viewingData,
  'viewing.cancelled': viewingData,
  'search.confirmed': searchData,
  'document.opened': openingData,
} as const satisfies Record<RecordedType, unknown>;

/** What records the events of a site for its webhook targets, in the transaction of what happened. */
export function eventRecorder({ site, siteUrl }: { site: Site; siteUrl: string }): RecordEvent {
  return async (transaction, { type, id, waitMs }) => {
    const targets = site.settings.webhooks.targets.filter(({ events }) => events.includes(type));
    if (targets.length === 0) return [];
    const found = await READERS[type]({ transaction, site, siteUrl }, id);
    return found ? insert(transaction, targets.filter(takes(found.data)), { type, ...found }, waitMs) : [];
  };
}

/** Skarabee takes leads about its own publications only. */
const takes =
  (data: OutgoingEvent['data']) =>
  ({ format }: WebhookTarget) =>
    format !== 'skarabee' || ('property' in data && data.property?.source === 'skarabee');

/** Tells the targets that a person was erased, in the transaction that erases them. */
export async function recordErasure(
  transaction: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  data: ErasureEvent,
): Promise<void> {
  const receivers = targets.filter(({ events }) => events.includes('person.erased'));
  if (receivers.length > 0) await insert(transaction, receivers, { type: 'person.erased', data, leadId: null });
}

async function insert(
  transaction: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  { type, data, leadId }: Pick<OutgoingEvent, 'type' | 'data'> & { leadId: string | null },
  waitMs = 0,
): Promise<string[]> {
  if (targets.length === 0) return [];
  const nowMs = Date.now();
  const timestamp = new Date(nowMs).toISOString();
  const rows = targets.map(({ name, format }): OutboxRow => {
    const id = newId(nowMs);
    return {
      id,
      message_id: `msg_${id}`,
      kind: type,
      recipient: name,
      target: name,
      reply_to: null,
      subject: '',
      text: bodyOf({ type, timestamp, data }, format === 'flat' ? 'flat' : 'standard'),
      html: null,
      headers: '{}',
      attachments: '[]',
      state: 'pending',
      attempts: 0,
      next_attempt_at: new Date(nowMs + waitMs).toISOString(),
      give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
      lease_owner: null,
      lead_id: leadId,
      created_at: timestamp,
      sent_at: null,
      last_error: null,
      address_refused: 0,
    };
  });
  await transaction.insertInto('outbox').values(rows).execute();
  return rows.map(({ id }) => id);
}

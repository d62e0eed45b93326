import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { PERSONAL_EVENTS, type WebhookTarget } from '../../webhook/webhook-settings.ts';

/** A webhook target that may have data of an erased person and is not told to erase it. */
export interface UntoldTarget {
  name: string;
  /** How many events about the person were sent to it, among those that are still stored. */
  events: number;
}

/**
 * The targets that may have data of a person and do not take `person.erased`, also those that settings/webhooks.json no
 * longer has; `about` selects the events about the person. To be asked before these events are deleted.
 */
export async function untoldTargets(
  db: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  about: RawBuilder<unknown>,
): Promise<UntoldTarget[]> {
  const { rows } = await sql<{ name: string; events: number | string }>`
    select target as name, count(*) as events from outbox
    where ${about} and (sent_at is not null or attempts > 0) group by target
  `.execute(db);
  const taken = new Map(rows.map(({ name, events }) => [name, Number(events)]));
  const informed = new Set(targets.filter(({ events }) => events.includes('person.erased')).map(({ name }) => name));
  const takers = targets.filter(({ events }) => events.some((type) => PERSONAL_EVENTS.has(type)));
  return [...new Set([...takers.map(({ name }) => name), ...taken.keys()])]
    .filter((name) => !informed.has(name))
    .map((name) => ({ name, events: taken.get(name) ?? 0 }));
}

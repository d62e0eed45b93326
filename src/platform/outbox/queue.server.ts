import { type RawBuilder, sql } from 'kysely';

/** What the outbox holds: mails, and events for webhook targets. */
export type Queue = 'mails' | 'events';

/** It is tried for 72 hours before it counts as failed. */
export const GIVE_UP_MS = 72 * 60 * 60 * 1000;

/** The condition "still to be sent" with literal values: only then the index of such rows is used. */
export const WAITING = sql<boolean>`state in ('pending', 'sending')`;

/** The condition of each queue. */
export const IN_QUEUE: Readonly<Record<Queue, RawBuilder<boolean>>> = {
  mails: sql`target is null`,
  events: sql`target is not null`,
};

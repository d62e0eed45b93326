import { sql } from 'kysely';

/** The condition "still to be sent", with its words written out: only so the index of such mails is used. */
export const WAITING = sql<boolean>`state in ('pending', 'sending')`;

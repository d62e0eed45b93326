import type { Kysely } from 'kysely';
import type { FormValues } from '../../../domain/forms/form.ts';
import { normalisedEmailAddress } from '../../../domain/text/contact-details.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { SavedSearchRow, Schema } from '../../platform/database/schema.ts';

interface NewSearch {
  leadId: string;
  email: string;
  language: string;
  values: FormValues;
  /** The search that this one replaces, by the signed link of a mail. */
  replaces: string | null;
}

/**
 * Registers a saved search; it counts once confirmed by the link in its mail. A search that replaces a confirmed one of
 * the same email address counts at once, and the old one ends.
 */
export async function registerSearch(
  db: Kysely<Schema>,
  { leadId, email, language, values, replaces }: NewSearch,
  nowMs = Date.now(),
): Promise<Pick<SavedSearchRow, 'id' | 'state'>> {
  const now = new Date(nowMs).toISOString();
  const emailAddress = normalisedEmailAddress(email);
  const old = replaces
    ? await db.selectFrom('saved_searches').selectAll().where('id', '=', replaces).executeTakeFirst()
    : undefined;
  const takesOver = old?.state === 'confirmed' && old.email === emailAddress;
  const { frequency } = values;
  const row: SavedSearchRow = {
    id: newId(nowMs),
    lead_id: leadId,
    email: emailAddress,
    language,
    criteria: JSON.stringify(values),
    frequency: frequency === 'instantly' || frequency === 'daily' ? frequency : 'weekly',
    state: takesOver ? 'confirmed' : 'pending',
    created_at: now,
    confirmed_at: takesOver ? now : null,
    ended_at: null,
  };
  await db.insertInto('saved_searches').values(row).execute();
  if (takesOver) await endSearch(db, old.id, nowMs);
  return { id: row.id, state: row.state };
}

/** Confirms a saved search. Doing it twice has the same effect as once; false when it is unknown or has ended. */
export async function confirmSearch(db: Kysely<Schema>, id: string, nowMs = Date.now()): Promise<boolean> {
  const confirmed = await db
    .updateTable('saved_searches')
    .set(({ fn, val }) => ({
      state: 'confirmed' as const,
      confirmed_at: fn.coalesce('confirmed_at', val(new Date(nowMs).toISOString())),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'confirmed'])
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Ends a saved search. Doing it twice has the same effect as once; false when it is unknown. */
export async function endSearch(db: Kysely<Schema>, id: string, nowMs = Date.now()): Promise<boolean> {
  const ended = await db
    .updateTable('saved_searches')
    .set(({ fn, val }) => ({
      state: 'ended' as const,
      ended_at: fn.coalesce('ended_at', val(new Date(nowMs).toISOString())),
    }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** A saved search as it was registered; null when there is none or it has ended. */
export async function searchOf(db: Kysely<Schema>, id: string): Promise<SavedSearchRow | null> {
  const row = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'ended')
    .executeTakeFirst();
  return row ?? null;
}

import { type Kysely, sql } from 'kysely';
import { htmlSpellings } from '../../../domain/text/html.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The text without an email address, in every spelling it may have in text, links, HTML and JSON. */
export function withoutEmailAddress(text: string, emailAddress: string): string {
  const spellings = new Set([
    emailAddress,
    encodeURIComponent(emailAddress),
    encodeURI(emailAddress),
    emailAddress.replaceAll('+', '%2B'),
    ...htmlSpellings(emailAddress),
    JSON.stringify(emailAddress).slice(1, -1),
  ]);
  const pattern = [...spellings].map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'giu'), '[erased]');
}

const PARTS = ['subject', 'text', 'html'] as const;

/**
 * Removes names from mails that belong to no lead, such as the notice to the agency that an owner logged in or that a
 * viewing is over; returns the IDs of the changed mails. Mails of a lead were deleted with it.
 */
export async function takeOutNames(db: Kysely<Schema>, names: readonly string[]): Promise<string[]> {
  const changed = new Set<string>();
  for (const name of new Set(names.map((one) => one.trim()).filter((one) => one.length > 2))) {
    const spellings = htmlSpellings(name);
    const rows = await db
      .selectFrom('outbox')
      .select(['id', ...PARTS])
      .where('lead_id', 'is', null)
      .where(({ or, eb }) =>
        or(
          PARTS.flatMap((part) =>
            spellings.map((one) => eb(sql`coalesce(${sql.ref(part)}, '')`, 'like', `%${patternOf(one)}%`)),
          ),
        ),
      )
      .execute();
    for (const { id, ...texts } of rows) {
      const without = (text: string) => spellings.reduce((rest, one) => rest.replaceAll(one, '[erased]'), text);
      const changes = {
        subject: without(texts.subject),
        text: without(texts.text),
        html: texts.html && without(texts.html),
      };
      await db.updateTable('outbox').set(changes).where('id', '=', id).execute();
      changed.add(id);
    }
  }
  return [...changed];
}

// Replaces each character that patterns or HTML encode by a wildcard; the replacement above is exact.
function patternOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '_');
}

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { htmlSpellings } from '../../../platform/text/html.ts';
import { withoutWordsIn } from './take-out-words.server.ts';

/**
 * Removes words from the texts of others, and returns the IDs of the changed rows. Another visitor's lead must not be
 * lost because it names this person, for example with a friend's email address.
 */
export async function takeOut(
  db: Kysely<Schema>,
  table: string,
  columns: readonly string[],
  words: string,
): Promise<string[]> {
  const all = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  // Links may encode the part before the @ differently; searching for that part and the domain separately finds all
  // spellings.
  const like = `%${words.toLowerCase().split('@').map(escaped).join('%')}%`;
  const { rows } = await sql<
    Record<string, string | null>
  >`select * from ${sql.table(table)} where lower(${all}) like ${like} escape '!'`.execute(db);
  const changed: string[] = [];
  for (const row of rows) {
    const changes = Object.fromEntries(
      columns.map((column) => [column, row[column] && withoutWordsIn(row[column], words)]),
    );
    if (columns.every((column) => changes[column] === row[column])) continue;
    const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${changes[column]}`));
    await sql`update ${sql.table(table)} set ${assignments} where id = ${row.id}`.execute(db);
    changed.push(row.id!);
  }
  return changed;
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&').replace(/[^\p{L}\p{N}!%_.-]/gu, '%');
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

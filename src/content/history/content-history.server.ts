import { type Kysely, sql } from 'kysely';
import type { ContentVersionRow } from '../../platform/database/content-schema.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { monthsBefore } from '../../platform/time/months-before.ts';
import type { FileState } from '../changes/change-file.server.ts';
import type { HistorySettings } from '../settings/history-settings.ts';
import { hashOf, packed, unpacked } from './packed-text.server.ts';

/** A version of a content file, without its text. */
export type ContentVersion = Omit<ContentVersionRow, 'hash' | 'body' | 'replaced_at'> & { isRemoval: boolean };

const FACTS = ['file', 'number', 'hash', 'at', 'who', 'source', 'why', 'undoes'] as const;
const DAY_MS = 86_400_000;
const DAY_CHARACTERS = 'YYYY-MM-DD'.length;
const FILES_AT_ONCE = 500;

/**
 * Keeps states of files as versions. A state that is the newest version already is left out, and so is a first state
 * without a file. Callers hold the lock of a file that has versions.
 */
export async function recordVersions(
  database: Pick<Database, 'transaction'>,
  states: readonly FileState[],
  at = new Date().toISOString(),
): Promise<void> {
  await database.transaction(async (db) => {
    const newest = await newestVersions(
      db,
      states.map(({ file }) => file),
    );
    for (const { file, text, by } of states) {
      const [hash, last] = [hashOf(text), newest.get(file)];
      if (hash === (last?.hash ?? '')) continue;
      if (last)
        await db
          .updateTable('content_versions')
          .set({ replaced_at: at })
          .where('file', '=', file)
          .where('number', '=', last.number)
          .execute();
      const row: ContentVersionRow = {
        ...{ file, number: (last?.number ?? 0) + 1, hash, at, replaced_at: null },
        body: text === null ? null : packed(text),
        ...{ who: by?.who ?? null, source: by?.source ?? 'hand', why: by?.why ?? '', undoes: by?.undoes ?? null },
      };
      // Two processes may see a new file at the same moment: its first version is that of one of them.
      await db
        .insertInto('content_versions')
        .values(row)
        .onConflict((same) => same.columns(['file', 'number']).doNothing())
        .execute();
      newest.set(file, row);
    }
  });
}

/** Number and hash of the newest version of each file, of all files when none are named. */
export async function newestVersions(
  db: Kysely<Schema>,
  files?: readonly string[],
): Promise<Map<string, Pick<ContentVersionRow, 'file' | 'number' | 'hash'>>> {
  const query = db
    .selectFrom('content_versions')
    .select(['file', 'number', 'hash'])
    .where('replaced_at', 'is', null)
    .orderBy('number');
  const parts = files
    ? Array.from({ length: Math.ceil(files.length / FILES_AT_ONCE) }, (_, part) =>
        query.where('file', 'in', files.slice(part * FILES_AT_ONCE, (part + 1) * FILES_AT_ONCE)),
      )
    : [query];
  const found = new Map<string, Pick<ContentVersionRow, 'file' | 'number' | 'hash'>>();
  for (const part of parts) for (const row of await part.execute()) found.set(row.file, row);
  return found;
}

/** The versions of a file, or the last changes of all files, newest first. */
export async function contentVersions(
  { db }: Pick<Database, 'db'>,
  { file, most }: { file?: string | undefined; most: number },
): Promise<ContentVersion[]> {
  const query = db.selectFrom('content_versions').select(FACTS).limit(most);
  const rows = await (file
    ? query.where('file', '=', file).orderBy('number', 'desc')
    : query.orderBy('at', 'desc').orderBy('file').orderBy('number', 'desc')
  ).execute();
  return rows.map(({ hash, ...row }) => ({ ...row, isRemoval: hash === '' }));
}

/** The text of a version; null when it removed the file, undefined when there is no such version. */
export async function textOfVersion(
  { db }: Pick<Database, 'db'>,
  file: string,
  number: number,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('content_versions')
    .select('body')
    .where('file', '=', file)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && (row.body === null ? null : unpacked(row.body));
}

/** The texts of all versions of files, the oldest one first; null = the file was removed. */
export async function textsOfVersions(
  { db }: Pick<Database, 'db'>,
  files: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('content_versions')
    .select(['file', 'body'])
    .where('file', 'in', files)
    .orderBy('file')
    .orderBy('number')
    .execute();
  const found = new Map<string, (string | null)[]>();
  for (const { file, body } of rows)
    found.set(file, [...(found.get(file) ?? []), body === null ? null : unpacked(body)]);
  return found;
}

/** The text of a version, and that of the version before it which is still kept; undefined = there is none. */
export async function stepOfVersion(
  { db }: Pick<Database, 'db'>,
  file: string,
  number: number,
): Promise<{ before: string | null | undefined; after: string | null | undefined }> {
  const rows = await db
    .selectFrom('content_versions')
    .select(['number', 'body'])
    .where('file', '=', file)
    .where('number', '<=', number)
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
  const textOf = (row: (typeof rows)[number] | undefined) => row && (row.body === null ? null : unpacked(row.body));
  return { before: textOf(rows[1]), after: rows[0]?.number === number ? textOf(rows[0]) : undefined };
}

/** Deletes replaced versions that the settings keep no longer; returns their number. */
export async function thinHistory(
  { db }: Pick<Database, 'db'>,
  { months, allDays }: HistorySettings,
  nowMs = Date.now(),
): Promise<number> {
  const end = monthsBefore(nowMs, months).toISOString();
  const old = await db.deleteFrom('content_versions').where('replaced_at', '<', end).executeTakeFirst();
  // Of each file and day the version stays that was the last one of the day.
  const day = (table: string) => sql`substr(${sql.ref(`${table}.at`)}, 1, ${sql.lit(DAY_CHARACTERS)})`;
  const thinned = await sql`
    delete from content_versions where replaced_at < ${new Date(nowMs - allDays * DAY_MS).toISOString()}
      and exists (select 1 from content_versions as later where later.file = content_versions.file
        and later.number > content_versions.number
        and ${day('later')} = ${day('content_versions')})
  `.execute(db);
  return Number(old.numDeletedRows) + Number(thinned.numAffectedRows ?? 0);
}

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../platform/database/database.server.ts';
import type { ContentVersionRow, Schema } from '../../platform/database/schema.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { monthsBefore } from '../../platform/time/days.ts';
import type { FileState } from '../changes/change-file.server.ts';
import type { HistorySettings } from '../settings/settings.ts';

/** A text as the history stores it: deflate, base64. */
export const packed = (text: string): string => deflateRawSync(text).toString('base64');

/** The text that `packed` was given. */
export const unpacked = (body: string): string => inflateRawSync(Buffer.from(body, 'base64')).toString();

/** What identifies a text; empty for a file that is removed. */
export const hashOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

/** The first characters of a hash, for lists of many: those of 10,000 files are half a megabyte. */
export const shortHash = (hash: string): string => hash.slice(0, 16);

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

/**
 * Short hashes of the content files at a moment in the past, as far as the history knows them; others are as `now`
 * has them.
 */
export async function versionsAt(
  { dataDir, databaseUrl }: Pick<Environment, 'dataDir' | 'databaseUrl'>,
  moment: string,
  now: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const database = await openDatabase({ dataDir, url: databaseUrl, checks: 'once' });
  try {
    const rows = await database.db
      .selectFrom('content_versions')
      .select(['file', 'hash'])
      .where('at', '<=', moment)
      .where((eb) => eb.or([eb('replaced_at', 'is', null), eb('replaced_at', '>', moment)]))
      .execute();
    const known = new Map(rows.map(({ file, hash }) => [file, shortHash(hash)]));
    const later = await database.db.selectFrom('content_versions').select('file').where('at', '>', moment).execute();
    const added = new Set(later.map(({ file }) => file).filter((file) => !known.has(file)));
    const same = Object.entries(now).filter(([file]) => !known.has(file) && !added.has(file));
    return { ...Object.fromEntries([...known].filter(([, hash]) => hash !== '')), ...Object.fromEntries(same) };
  } finally {
    await database.close();
  }
}

/** Short hashes of a file in two states; empty where it does not exist. */
interface TwoStates {
  file: string;
  before: string;
  now: string;
}

type Change = Pick<ContentVersionRow, 'number' | 'at' | 'who' | 'source'>;

/** What the history has of a file between two states. */
export interface SinceState {
  /** The changes after the first state, the latest one first. */
  changes: Change[];
  /** The texts of the two states; null for no file, undefined for a text that the history does not have. */
  before: string | null | undefined;
  now: string | null | undefined;
}

/** The changes of files since a state, and the texts of both states; in two queries for all of them. */
export async function sinceStates(
  { db }: Pick<Database, 'db'>,
  states: readonly TwoStates[],
): Promise<ReadonlyMap<string, SinceState>> {
  const names = states.map(({ file }) => file);
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('content_versions')
    .select(['file', 'number', 'hash', 'at', 'who', 'source'])
    .where('file', 'in', names)
    .orderBy('number', 'desc')
    .execute();
  const byFile = Map.groupBy(rows, ({ file }) => file);
  const found = states.map((state) => {
    const versions = byFile.get(state.file) ?? [];
    const at = (hash: string) => versions.find((one) => shortHash(one.hash) === hash);
    const base = at(state.before);
    const changes = versions.filter(({ number }) => number > (base?.number ?? (state.before === '' ? 0 : Infinity)));
    return { state, base, newest: at(state.now), changes };
  });
  const wanted = found.flatMap(({ base, newest }) => [base, newest].filter((one) => one !== undefined));
  const bodies = new Map<string, string | null>();
  if (wanted.length > 0) {
    const texts = await db
      .selectFrom('content_versions')
      .select(['file', 'number', 'body'])
      .where((eb) => eb.or(wanted.map(({ file, number }) => eb.and({ file, number }))))
      .execute();
    for (const { file, number, body } of texts) bodies.set(`${file} ${number}`, body);
  }
  const textOf = (version: { file: string; number: number } | undefined, hash: string) => {
    const body = version && bodies.get(`${version.file} ${version.number}`);
    return hash === '' ? null : body ? unpacked(body) : undefined;
  };
  return new Map(
    found.map(({ state, base, newest, changes }) => [
      state.file,
      { changes, before: textOf(base, state.before), now: textOf(newest, state.now) },
    ]),
  );
}

/** The files that were changed after a moment, with the short hashes of their newest texts. */
export async function changedAfter(
  { db }: Pick<Database, 'db'>,
  moment: string,
): Promise<{ file: string; now: string }[]> {
  const rows = await db
    .selectFrom('content_versions')
    .select(['file', 'hash'])
    .where('at', '>', moment)
    .where('replaced_at', 'is', null)
    .execute();
  return rows.map(({ file, hash }) => ({ file, now: shortHash(hash) }));
}

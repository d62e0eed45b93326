import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, openDatabase } from '../../platform/database/database.server.ts';
import { MIGRATIONS } from '../../platform/database/migrations/migrations.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { scratchFolder } from '../../platform/files/write.server.ts';
import { runningServers } from '../../publish/servers.ts';
import { type BackupFacts, fillTables, rowsIn, unpackBackup } from './tables.server.ts';

/** The result of a restore: the facts of the backup, and whether its content was written. */
export type Restored = BackupFacts & { contentWritten: boolean };

/**
 * Restores a backup of either engine into the database of this installation and migrates older backups. Refuses while a
 * server is running, and over existing data unless `force` is set; content is written where there is none.
 */
export async function restoreBackup(
  { dataDir, contentDir, databaseUrl }: Pick<Environment, 'dataDir' | 'contentDir' | 'databaseUrl'>,
  source: string,
  { force = false, content = 'when-empty' }: { force?: boolean; content?: 'when-empty' | 'replace' | 'never' } = {},
): Promise<Restored> {
  if (runningServers(dataDir).length > 0)
    throw new Error('The site is running on this data folder: stop it first, then restore.');
  await mkdir(dataDir, { recursive: true });
  const folder = await scratchFolder(dataDir, 'restore');
  try {
    const facts = await unpackBackup(source, folder);
    if (facts.schema > MIGRATIONS.length)
      throw new Error(
        `This backup was made by a newer version of this program (tables ${facts.schema}, this one ` +
          `knows ${MIGRATIONS.length}): start the newer program.`,
      );
    await restoreTables({ dataDir, databaseUrl, facts, folder, force });
    await restoreKey({ dataDir, databaseUrl, folder });
    if (existsSync(join(folder, 'mail'))) await cp(join(folder, 'mail'), join(dataDir, 'mail'), { recursive: true });
    const contentWritten =
      facts.content && existsSync(join(folder, 'content')) && (await restoreContent(folder, contentDir, content));
    return { ...facts, contentWritten };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreTables({
  dataDir,
  databaseUrl,
  facts,
  folder,
  force,
}: {
  dataDir: string;
  databaseUrl: string | undefined;
  facts: BackupFacts;
  folder: string;
  force: boolean;
}): Promise<void> {
  const file = join(dataDir, 'dorpel.sqlite');
  // The new SQLite file is written beside the old one, which stays intact until the new one is complete.
  const place = databaseUrl ? dataDir : folder;
  if (!databaseUrl && existsSync(file) && !force) {
    const existing = await openDatabase({ dataDir });
    const rows = await rowsIn(existing, facts).finally(() => existing.close());
    if (rows > 0) throw occupied(rows);
  }
  const database = await openDatabase({
    dataDir: place,
    url: databaseUrl,
    migrations: MIGRATIONS.slice(0, facts.schema),
  });
  try {
    const rows = await rowsIn(database, facts);
    if (rows > 0 && !force) throw occupied(rows);
    await fillTables(database, facts, folder);
    await migrate(database);
  } finally {
    await database.close();
  }
  if (databaseUrl) return;
  await mergeLog(dataDir, file);
  for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true });
  await rename(join(folder, 'dorpel.sqlite'), file);
}

/** Merges the write-ahead log into the database that is replaced, so that it is whole until the very moment. */
async function mergeLog(dataDir: string, file: string): Promise<void> {
  if (!existsSync(`${file}-wal`)) return;
  try {
    // Closing the last connection merges the log.
    await (await openDatabase({ dataDir })).close();
  } catch {
    // It is damaged, and the backup takes its place.
  }
}

const occupied = (rows: number) =>
  new Error(
    `The database holds ${rows} rows already, nothing was changed: restore into an empty one, or add ` +
      `--force to replace them.`,
  );

/**
 * Restores the key that signed the links already sent: a file beside SQLite, a row in PostgreSQL, whichever the backup
 * had.
 */
async function restoreKey({
  dataDir,
  databaseUrl,
  folder,
}: {
  dataDir: string;
  databaseUrl: string | undefined;
  folder: string;
}): Promise<void> {
  const kept = join(folder, 'secret');
  const database = await openDatabase({ dataDir, url: databaseUrl });
  try {
    const row = await database.db.selectFrom('keys').select('value').where('name', '=', 'secret').executeTakeFirst();
    const key = existsSync(kept) ? (await readFile(kept, 'utf8')).trim() : row?.value;
    if (!key) return;
    if (databaseUrl)
      await database.db
        .insertInto('keys')
        .values({ name: 'secret', value: key })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: key }))
        .execute();
    else await writeFile(join(dataDir, 'secret'), key, { mode: 0o600 });
  } finally {
    await database.close();
  }
}

async function restoreContent(
  folder: string,
  contentDir: string,
  how: 'when-empty' | 'replace' | 'never',
): Promise<boolean> {
  const isEmpty = !existsSync(contentDir) || (await readdir(contentDir)).length === 0;
  if (how === 'never' || (how === 'when-empty' && !isEmpty)) return false;
  // The folder itself stays: it may be a disk of its own.
  await mkdir(contentDir, { recursive: true });
  for (const name of await readdir(contentDir)) await rm(join(contentDir, name), { recursive: true });
  await cp(join(folder, 'content'), contentDir, { recursive: true, preserveTimestamps: true });
  return true;
}

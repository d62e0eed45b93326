import { chmod, copyFile, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/database/database.ts';
import { MIGRATIONS } from '../../src/server/database/migrations/migrations.ts';
import { storedKey } from '../../src/server/database/stored-key.ts';
import { useOnce } from '../../src/server/database/use-once.ts';
import { listRequests } from '../../src/server/requests/list-requests.ts';
import { storeRequest } from '../../src/server/requests/store-request.ts';
import { startChild } from '../support/child.ts';
import { sampleRequest } from '../support/sample-request.ts';
import { ENGINES, type Engine, emptyStorage, openStorage } from '../support/storage.ts';

const NOBODY = 65534;

describe.each(ENGINES)('the database on %s', (engine: Engine) => {
  test('processes that start at once on an empty database make its tables once and all work', async () => {
    const storage = await emptyStorage(engine);
    const children = Array.from({ length: 4 }, () => startChild('child-open.ts', { storage }));
    await Promise.all(children.map((child) => child.says('stored')));
    const database = await openDatabase(storage);
    expect(await database.db.selectFrom('schema_versions').select('version').execute()).toHaveLength(MIGRATIONS.length);
    expect(await listRequests(database)).toHaveLength(4);
    await database.close();
  });

  test('a database of a newer program is refused in a plain sentence and left as it is', async () => {
    const { database, options } = await openStorage(engine);
    await database.db
      .insertInto('schema_versions')
      .values({ version: 99, name: '099-future', applied_at: '2030-01-01' })
      .execute();
    await expect(openDatabase(options)).rejects.toThrow(/newer version of this program .*99/);
    expect(await listRequests(database)).toEqual([]);
  });

  test('numbers come as numbers and what was stored comes back as it was', async () => {
    const { database } = await openStorage(engine);
    await database.db.insertInto('limits').values({ key: 'k', points: 3, expires_at: 1_795_000_000_123 }).execute();
    const row = await database.db.selectFrom('limits').selectAll().executeTakeFirst();
    expect({ ...row }).toEqual({ key: 'k', points: 3, expires_at: 1_795_000_000_123 });
    const { count } = await database.db
      .selectFrom('limits')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('a signature is usable once, also when tried twenty times at once', async () => {
    const { database } = await openStorage(engine);
    const tries = await Promise.all(Array.from({ length: 20 }, () => useOnce(database.db, 'signature', Date.now() + 60_000)));
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  test('all processes share one key', async () => {
    const { database, options } = await openStorage(engine);
    const other = await openDatabase(options);
    const keys = await Promise.all([database, other, database, other].map((each) => storedKey(each, 'links')));
    expect(new Set(keys).size).toBe(1);
    await other.close();
  });
});

describe('a database file', () => {
  test('while another process holds it, pages read, timers tick, and a post waits until it is free', async () => {
    const { database } = await openStorage('sqlite');
    await storeRequest(database, sampleRequest());
    const locker = startChild('child-lock.ts', { file: database.file, durationMs: 1500 });
    await locker.says('locked');
    let longestMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    const began = performance.now();
    const posts = Promise.all(['b', 'c', 'd'].map((token) => storeRequest(database, sampleRequest({ token }))));
    await pause(200);
    const readBegan = performance.now();
    expect(await listRequests(database)).toHaveLength(1);
    expect(performance.now() - readBegan).toBeLessThan(100);
    expect((await posts).every(({ repeated }) => !repeated)).toBe(true);
    clearInterval(timer);
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(longestMs).toBeLessThan(150);
  });

  test('when the lock lasts too long, the post fails as busy and nothing is stored', async () => {
    const { database } = await openStorage('sqlite', { busyLimitMs: 300 });
    await startChild('child-lock.ts', { file: database.file, durationMs: 1200 }).says('locked');
    const posts = await Promise.allSettled(['a', 'b'].map((token) => storeRequest(database, sampleRequest({ token }))));
    expect(posts.map((post) => post.status === 'rejected' && post.reason.code)).toEqual(['busy', 'busy']);
    expect(await listRequests(database)).toEqual([]);
  });

  test('a full disk fails as full, keeps what was stored and recovers', async () => {
    const { database } = await openStorage('sqlite');
    await storeRequest(database, sampleRequest());
    // The writing connection alone has this ceiling: it is the one that grows the file.
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(database.db);
    const large = sampleRequest({ token: 'large', answers: { remark: 'x'.repeat(500_000) } });
    await expect(storeRequest(database, large)).rejects.toMatchObject({ name: 'StorageProblem', code: 'full' });
    expect(await listRequests(database)).toHaveLength(1);
    await sql`pragma max_page_count = 1000000`.execute(database.db);
    expect((await storeRequest(database, large)).repeated).toBe(false);
  });

  test('a file that may not be written fails as read-only', async () => {
    const { database, options } = await openStorage('sqlite');
    await database.close();
    await chmod(database.file!, 0o444);
    await chmod(options.dataDir, 0o555);
    // The superuser may write everywhere, so another user tries.
    const isRoot = process.getuid?.() === 0;
    const child = startChild('child-open.ts', { storage: options }, isRoot ? { uid: NOBODY } : {});
    expect(await child.says('failed')).toBe('failed StorageProblem read-only');
    await chmod(options.dataDir, 0o755);
  });

  test.each([
    ['overwritten with text', (file: string) => writeFile(file, 'this is no database'.repeat(500)), /is not a database/],
    ['cut off in the middle', (file: string) => truncate(file, 40_960), /damaged/],
    ['with a page of nonsense', (file: string) => damagePage(file), /damaged/],
    ['emptied', (file: string) => truncate(file, 0).then(() => utimes(file, 1, 1)), /is empty/],
  ])('a file %s is refused loudly and not touched', async (_name, damage, sentence) => {
    const { database, options } = await openStorage('sqlite');
    for (let number = 0; number < 30; number += 1) await storeRequest(database, sampleRequest({ token: `t${number}` }));
    await database.close();
    await damage(database.file!);
    const before = await readFile(database.file!);
    await expect(openDatabase(options)).rejects.toMatchObject({
      name: 'StorageProblem',
      code: 'corrupt',
      message: expect.stringMatching(sentence),
    });
    expect(before.equals(await readFile(database.file!))).toBe(true);
  });

  test('a log of changes without its file is refused: a new database would throw it away', async () => {
    const { database, options } = await openStorage('sqlite');
    await storeRequest(database, sampleRequest());
    await copyFile(`${database.file}-wal`, join(options.dataDir, 'kept'));
    await database.close();
    await rm(database.file!);
    await copyFile(join(options.dataDir, 'kept'), `${database.file}-wal`);
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'corrupt' });
    expect(await readdir(options.dataDir)).not.toContain('dorpel.sqlite');
  });

  test('it syncs before it answers, overwrites what is deleted and can be read by its owner only', async () => {
    const { database } = await openStorage('sqlite');
    const value = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database.db)).rows[0]!)[0];
    expect([
      await value('journal_mode'),
      await value('synchronous'),
      await value('secure_delete'),
      await value('foreign_keys'),
    ]).toEqual(['wal', 2, 1, 1]);
    const { mode } = await stat(database.file!);
    expect(mode & 0o777).toBe(0o600);
  });
});

test('a PostgreSQL server that is not there is told as unreachable, without the password', async () => {
  const { dataDir } = await emptyStorage('sqlite');
  const opening = openDatabase({ dataDir, url: 'postgres://dorpel:very-secret@127.0.0.1:1/dorpel' });
  await expect(opening).rejects.toMatchObject({
    name: 'StorageProblem',
    code: 'unreachable',
    message: expect.not.stringContaining('very-secret'),
  });
});

test('a PostgreSQL that drops all connections under load fails what was under way as unreachable, and serves the next', async () => {
  const { database } = await openStorage('postgres');
  const posts = Array.from({ length: 60 }, async (_, number) => {
    await pause(number * 3);
    return await storeRequest(database, sampleRequest({ token: `t${number}` }));
  });
  const settled = Promise.allSettled(posts);
  await pause(90);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
    .execute(database.db)
    .catch((error) => expect(error.code).toBe('unreachable'));
  const results = await settled;
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'StorageProblem', code: 'unreachable' });
  const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.reference] : []));
  const stored = (await listRequests(database, { limit: 100 })).map(({ reference }) => reference);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  expect((await storeRequest(database, sampleRequest({ token: 'afterwards' }))).repeated).toBe(false);
});

async function damagePage(file: string): Promise<void> {
  const handle = new DatabaseSync(file);
  const { rootpage } = handle.prepare("select rootpage from sqlite_schema where name = 'requests'").get() as { rootpage: number };
  handle.close();
  const bytes = await readFile(file);
  bytes.fill(0xff, (rootpage - 1) * 4096, rootpage * 4096);
  await writeFile(file, bytes);
}

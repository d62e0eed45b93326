import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { useOnce } from '../../src/features/lead/robot-check.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase, storedKey } from '../../src/platform/database/database.server.ts';
import { MIGRATIONS } from '../../src/platform/database/migrations/migrations.ts';
import { startChild } from '../support/child.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, type Engine, emptyStorage, openStorage } from '../support/storage.ts';

describe.each(ENGINES)('the database on %s', (engine: Engine) => {
  test('processes that start at once on an empty database create its tables once', async () => {
    const storage = await emptyStorage(engine);
    const children = Array.from({ length: 4 }, () => startChild('child-open.ts', { storage }));
    await Promise.all(children.map((child) => child.says('stored')));
    const database = await openDatabase(storage);
    expect(await database.db.selectFrom('schema_versions').select('version').execute()).toHaveLength(MIGRATIONS.length);
    expect(await listLeads(database)).toHaveLength(4);
    await database.close();
  });

  test('a database of a newer program is refused in one sentence and left untouched', async () => {
    const { database, options } = await openStorage(engine);
    await database.db
      .insertInto('schema_versions')
      .values({ version: 99, name: '099-future', applied_at: '2030-01-01' })
      .execute();
    await expect(openDatabase(options)).rejects.toThrow(/newer version of this program .*99/);
    expect(await listLeads(database)).toEqual([]);
  });

  test('numbers come back as numbers and stored values unchanged', async () => {
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

  test('a signature can be used once, even when tried twenty times at once', async () => {
    const { database } = await openStorage(engine);
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => useOnce(database.db, 'signature', Date.now() + 60_000)),
    );
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

test('a missing PostgreSQL server is reported as unreachable, without the password', async () => {
  const { dataDir } = await emptyStorage('sqlite');
  const opening = openDatabase({ dataDir, url: 'postgres://dorpel:very-secret@127.0.0.1:1/dorpel' });
  await expect(opening).rejects.toMatchObject({
    name: 'StorageProblem',
    code: 'unreachable',
    message: expect.not.stringContaining('very-secret'),
  });
});

test('when PostgreSQL drops all connections, current work fails and later work succeeds', async () => {
  const { database } = await openStorage('postgres');
  const posts = Array.from({ length: 60 }, async (_, number) => {
    await pause(number * 3);
    return await storeLead(database, sampleLead({ token: `t${number}` }));
  });
  const settled = Promise.allSettled(posts);
  await pause(90);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`
    .execute(database.db)
    .catch((error) => expect(error.code).toBe('unreachable'));
  const results = await settled;
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const reason of reasons) expect(reason).toMatchObject({ name: 'StorageProblem', code: 'unreachable' });
  const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.reference] : []));
  const stored = (await listLeads(database, { limit: 100 })).map(({ reference }) => reference);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  expect((await storeLead(database, sampleLead({ token: 'afterwards' }))).repeated).toBe(false);
});

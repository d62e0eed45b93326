import { chmod, copyFile, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { startChild } from '../support/child.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { openStorage } from '../support/storage.ts';

const NOBODY = 65534;

describe('a database file', () => {
  test('while another process locks it, pages load, timers run and a post waits', async () => {
    const { database } = await openStorage('sqlite');
    await storeLead(database, sampleLead());
    const locker = startChild('child-lock.ts', { file: database.file, durationMs: 1500 });
    await locker.says('locked');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const began = performance.now();
    let isPosted = false;
    const posts = Promise.all(['b', 'c', 'd'].map((token) => storeLead(database, sampleLead({ token })))).finally(
      () => (isPosted = true),
    );
    await pause(200);
    const ticksBefore = ticks;
    expect(await listLeads(database)).toHaveLength(1);
    expect(isPosted).toBe(false);
    expect((await posts).every(({ repeated }) => !repeated)).toBe(true);
    clearInterval(timer);
    expect(performance.now() - began).toBeGreaterThan(1000);
    // A program that waits for the lock in one call would have no tick at all until the lock is free.
    expect(ticksBefore).toBeGreaterThan(2);
    expect(ticks - ticksBefore).toBeGreaterThan(20);
  });

  test('when the lock lasts too long, the post fails as busy and stores nothing', async () => {
    const { database } = await openStorage('sqlite', { busyLimitMs: 300 });
    await startChild('child-lock.ts', { file: database.file, durationMs: 1200 }).says('locked');
    const posts = await Promise.allSettled(['a', 'b'].map((token) => storeLead(database, sampleLead({ token }))));
    expect(posts.map((post) => post.status === 'rejected' && post.reason.code)).toEqual(['busy', 'busy']);
    expect(await listLeads(database)).toEqual([]);
  });

  test('a full disk fails as full, keeps what was stored and recovers', async () => {
    const { database } = await openStorage('sqlite');
    await storeLead(database, sampleLead());
    // The writing connection alone has this ceiling: it is the one that grows the file.
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(database.db);
    const large = sampleLead({ token: 'large', values: { remark: 'x'.repeat(500_000) } });
    await expect(storeLead(database, large)).rejects.toMatchObject({ name: 'StorageProblem', code: 'full' });
    expect(await listLeads(database)).toHaveLength(1);
    await sql`pragma max_page_count = 1000000`.execute(database.db);
    expect((await storeLead(database, large)).repeated).toBe(false);
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
    [
      'overwritten with text',
      (file: string) => writeFile(file, 'this is no database'.repeat(500)),
      /is not a database/,
    ],
    ['cut off in the middle', (file: string) => truncate(file, 40_960), /damaged/],
    ['with a page of nonsense', (file: string) => damagePage(file), /damaged/],
    ['emptied', (file: string) => truncate(file, 0).then(() => utimes(file, 1, 1)), /is empty/],
  ])('a file %s is refused and left untouched', async (_name, damage, sentence) => {
    const { database, options } = await openStorage('sqlite');
    for (let number = 0; number < 30; number += 1) await storeLead(database, sampleLead({ token: `t${number}` }));
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

  test('checked once per process, another file under its name is checked again', async () => {
    const { database, options } = await openStorage('sqlite');
    for (let number = 0; number < 30; number += 1) await storeLead(database, sampleLead({ token: `t${number}` }));
    await database.close();
    const file = database.file!;
    await (await openDatabase({ ...options, checks: 'once' })).close();
    await (await openDatabase({ ...options, checks: 'once' })).close();
    await copyFile(file, `${file}.other`);
    await damagePage(`${file}.other`);
    await rename(`${file}.other`, file);
    await expect(openDatabase({ ...options, checks: 'once' })).rejects.toMatchObject({ code: 'corrupt' });
  });

  test('a write-ahead log without its file is refused, as a new database would discard it', async () => {
    const { database, options } = await openStorage('sqlite');
    await storeLead(database, sampleLead());
    await copyFile(`${database.file}-wal`, join(options.dataDir, 'kept'));
    await database.close();
    await rm(database.file!);
    await copyFile(join(options.dataDir, 'kept'), `${database.file}-wal`);
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'corrupt' });
    expect(await readdir(options.dataDir)).not.toContain('dorpel.sqlite');
  });

  test('it syncs before it acknowledges, overwrites deleted data and is readable by its owner only', async () => {
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

async function damagePage(file: string): Promise<void> {
  const handle = new DatabaseSync(file);
  const { rootpage } = handle.prepare("select rootpage from sqlite_schema where name = 'leads'").get() as {
    rootpage: number;
  };
  handle.close();
  const bytes = await readFile(file);
  bytes.fill(0xff, (rootpage - 1) * 4096, rootpage * 4096);
  await writeFile(file, bytes);
}

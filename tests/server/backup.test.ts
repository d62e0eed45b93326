import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeBackup } from '../../src/features/backup/backup.server.ts';
import { restoreBackup } from '../../src/features/backup/restore.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { type DatabaseOptions, openDatabase } from '../../src/platform/database/database.server.ts';
import { secretOf } from '../../src/platform/signing/secret.server.ts';
import { announceServer } from '../../src/publish/servers.ts';
import { testFolder } from '../support/folder.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, emptyStorage } from '../support/storage.ts';

/** An installation with an empty database and a little content. */
async function installation(engine: (typeof ENGINES)[number], { isNew = false } = {}) {
  const storage = await emptyStorage(engine);
  const contentDir = join(testFolder(), 'content');
  if (!isNew) {
    mkdirSync(join(contentDir, 'media/photos'), { recursive: true });
    mkdirSync(join(contentDir, 'documents/1'), { recursive: true });
    writeFileSync(join(contentDir, 'media/photos/empty.jpg'), '');
    writeFileSync(join(contentDir, 'documents/1/epc.pdf'), 'private document');
  }
  return { ...storage, contentDir, databaseUrl: storage.url };
}
const open = (storage: DatabaseOptions) => openDatabase({ dataDir: storage.dataDir, url: storage.url });
const references = async (storage: DatabaseOptions) => {
  const database = await open(storage);
  const rows = await database.db.selectFrom('leads').select('reference').execute();
  const mails = await database.db.selectFrom('outbox').select('id').execute();
  await database.close();
  return { references: rows.map(({ reference }) => reference).sort(), mails: mails.length };
};
const target = () => join(testFolder(), 'backup.tar.gz');

describe.each(ENGINES)('a backup of %s', (engine) => {
  test('made under load contains every lead acknowledged before it began', async () => {
    const from = await installation(engine);
    const database = await open(from);
    const secret = await secretOf({ dataDir: from.dataDir, databaseUrl: from.url }, database);
    const acknowledged: string[] = [];
    let stopping = false;
    const lane = async (lane: number) => {
      for (let at = 0; !stopping; at += 1) {
        acknowledged.push((await storeLead(database, sampleLead({ token: `${lane} ${at}` }))).reference);
        // SQLite responds at once: without a pause nothing else of this process would run.
        await new Promise(setImmediate);
      }
    };
    const lanes = Promise.all([1, 2, 3].map(lane));
    await expect.poll(() => acknowledged.length).toBeGreaterThan(30);
    const file = target();
    const before = [...acknowledged];
    const facts = await writeBackup(from, file);
    expect(acknowledged.length).toBeGreaterThan(before.length);
    stopping = true;
    await lanes;
    await database.close();
    expect(statSync(file).mode & 0o077).toBe(0);

    const to = await installation(engine, { isNew: true });
    expect(await restoreBackup(to, file)).toMatchObject({ contentWritten: true });
    const restored = await references(to);
    expect(before.filter((reference) => !restored.references.includes(reference))).toEqual([]);
    // A lead and its mails were written together, so they were saved together.
    expect(restored.mails).toBe(restored.references.length * 2);
    expect(facts.tables.find(({ name }) => name === 'leads')?.rows).toBe(restored.references.length);
    expect(readFileSync(join(to.contentDir, 'documents/1/epc.pdf'), 'utf8')).toBe('private document');
    expect(existsSync(join(to.contentDir, 'media/photos/empty.jpg'))).toBe(true);
    const reopened = await open(to);
    expect(await secretOf({ dataDir: to.dataDir, databaseUrl: to.url }, reopened)).toBe(secret);
    await reopened.close();
  });

  test('can be restored to the other kind of database, with its key', async () => {
    const [from, to] = [
      await installation(engine),
      await installation(engine === 'sqlite' ? 'postgres' : 'sqlite', { isNew: true }),
    ];
    const database = await open(from);
    const secret = await secretOf({ dataDir: from.dataDir, databaseUrl: from.url }, database);
    for (const token of ['a', 'b', 'c']) await storeLead(database, sampleLead({ token }));
    await database.close();
    const file = target();
    await writeBackup(from, file);
    await restoreBackup(to, file);
    expect(await references(to)).toEqual(await references(from));
    const moved = await open(to);
    expect(await secretOf({ dataDir: to.dataDir, databaseUrl: to.url }, moved)).toBe(secret);
    await moved.close();
  });

  test('replaces leads only when told to, and then all of them', async () => {
    const [from, to] = [await installation(engine), await installation(engine)];
    for (const [storage, token] of [
      [from, 'a'],
      [to, 'b'],
    ] as const) {
      const database = await open(storage);
      await storeLead(database, sampleLead({ token }));
      await database.close();
    }
    const file = target();
    await writeBackup(from, file);
    const before = await references(to);
    await expect(restoreBackup(to, file)).rejects.toThrow(/holds \d+ rows already, nothing was changed: .*--force/);
    expect(await references(to)).toEqual(before);
    expect(await restoreBackup(to, file, { force: true })).toMatchObject({ contentWritten: false });
    expect(await references(to)).toEqual(await references(from));
  });
});

describe('an unusable backup changes nothing', () => {
  const broken = async (spoil: (bytes: Buffer) => Buffer) => {
    const from = await installation('sqlite');
    await (await open(from)).close();
    const file = target();
    await writeBackup(from, file);
    writeFileSync(file, spoil(readFileSync(file)));
    const to = await installation('sqlite', { isNew: true });
    const refusal = await restoreBackup(to, file).catch((error: Error) => error.message);
    return { refusal, left: readdirSync(to.dataDir), content: existsSync(to.contentDir) };
  };

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 200)],
    ['no archive at all', () => Buffer.from('hello')],
    [
      'changed inside',
      (bytes) =>
        gzipSync(
          Buffer.from(
            gunzipSync(bytes)
              .toString('latin1')
              .replace('"name":"secret"', '"name":"public"')
              .replace('"sha256": "', '"sha256": "0'),
            'latin1',
          ),
        ),
    ],
    [
      'with a file that leads out of its folder',
      (bytes) =>
        gzipSync(
          Buffer.from(
            gunzipSync(bytes)
              .toString('latin1')
              .replaceAll('content/documents/1/epc.pdf', 'content/../../../evil.pdfxx'),
            'latin1',
          ),
        ),
    ],
  ])('%s', async (_name, spoil) => {
    const { refusal, left, content } = await broken(spoil);
    expect(refusal).toMatch(/cannot be restored, nothing was changed/);
    expect([left, content]).toEqual([[], false]);
  });

  test('a backup that does not exist, and an installation without data', async () => {
    const to = await installation('sqlite', { isNew: true });
    await expect(restoreBackup(to, '/no/such/file')).rejects.toThrow('There is no file /no/such/file.');
    await expect(writeBackup(to, target())).rejects.toThrow(/There is nothing to back up/);
  });

  test('while the site runs', async () => {
    const from = await installation('sqlite');
    await (await open(from)).close();
    const file = target();
    await writeBackup(from, file);
    const server = announceServer(from.dataDir);
    server.tell({ versionId: 'x', since: new Date().toISOString() });
    await expect(restoreBackup(from, file)).rejects.toThrow(/is running on this data folder: stop it first/);
    server.close();
  });
});

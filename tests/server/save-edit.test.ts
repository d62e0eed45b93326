import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Author } from '../../src/content/changes/change-file.server.ts';
import { saveEdit, withChoice } from '../../src/content/changes/save-edit.server.ts';
import { discardDraft, findDraft, keepContentDraft } from '../../src/content/history/content-drafts.server.ts';
import { contentVersions } from '../../src/content/history/content-history.server.ts';
import { contentWriterOf } from '../../src/content/history/content-writer.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { testFolder } from '../support/folder.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

const by = (who: string): Author => ({ who, source: 'studio', why: '' });
const nothing = () => null;
const START = { Price: 100, Street: 'A', Pictures: [{ Url: 'a.jpg' }, { Url: 'b.jpg' }] };

describe.each(ENGINES)('saving an edit, %s', (engine) => {
  /** A content folder with one file, and the writers of two processes. */
  async function twoProcesses(data: unknown = START) {
    const { database, options } = await openStorage(engine);
    const other = await openDatabase(options);
    const contentDir = join(testFolder(), 'content');
    mkdirSync(contentDir);
    const path = join(contentDir, 'a.json');
    writeFileSync(path, `${JSON.stringify(data, null, 2)}\n`);
    const folders = { contentDir, dataDir: options.dataDir };
    const [one, two] = [contentWriterOf(database, folders), contentWriterOf(other, folders)];
    const now = () => JSON.parse(readFileSync(path, 'utf8')) as unknown;
    return { database, other, one, two, now };
  }
  const edit = (wanted: unknown, base: unknown = START, row: number | null = null) => ({
    ...{ file: 'a.json', row, base, wanted },
  });

  test('two processes at the same moment: one merged result, two versions', async () => {
    const { database, other, one, two, now } = await twoProcesses();
    const results = await Promise.all([
      saveEdit(one, edit({ ...START, Price: 90 }), by('An'), nothing),
      saveEdit(two, edit({ ...START, Street: 'B' }), by('Bo'), nothing),
    ]);
    expect(results).toEqual([
      { ok: true, changed: true },
      { ok: true, changed: true },
    ]);
    expect(now()).toEqual({ ...START, Price: 90, Street: 'B' });
    const versions = await contentVersions(database, { file: 'a.json', most: 9 });
    expect(versions.map(({ who }) => who).sort()).toEqual(['An', 'Bo', null]);
    await other.close();
  });

  test('one field, two values: nothing is written, and each choice leads to its value', async () => {
    const { other, one, two, now } = await twoProcesses();
    await saveEdit(one, edit({ ...START, Price: 90 }), by('An'), nothing);
    const clash = await saveEdit(two, edit({ ...START, Price: 80, Street: 'B' }), by('Bo'), nothing);
    expect(clash).toMatchObject({
      ...{ ok: false, problem: 'conflict', present: { Price: 90 }, merged: { Price: 90, Street: 'B' } },
      conflicts: [{ field: 'Price', path: ['Price'], base: 100, wanted: 80, present: 90 }],
    });
    expect(now()).toEqual({ ...START, Price: 90 });
    const { present, merged, conflicts } = clash as Extract<typeof clash, { problem: 'conflict' }>;
    const mine = withChoice(merged, conflicts[0]!.path, conflicts[0]!.wanted);
    await saveEdit(two, edit(mine, present), by('Bo'), nothing);
    expect(now()).toEqual({ ...START, Price: 80, Street: 'B' });
    await other.close();
  });

  test('what is refused is not written, and the judge sees the merged data', async () => {
    const { other, one, two, now } = await twoProcesses();
    await saveEdit(one, edit({ ...START, Street: 'B' }), by('An'), nothing);
    const seen: unknown[] = [];
    const result = await saveEdit(two, edit({ ...START, Price: 1 }), by('Bo'), (present, next) => {
      seen.push(present, next);
      return 'too cheap';
    });
    expect(result).toEqual({ ok: false, problem: 'refused', refusal: 'too cheap' });
    expect(seen).toEqual([
      { ...START, Street: 'B' },
      { ...START, Street: 'B', Price: 1 },
    ]);
    expect(now()).toEqual({ ...START, Street: 'B' });
    await other.close();
  });

  test('rows: one that moved is found, a new one is added, one that is gone is said', async () => {
    const rows = [{ zip: '1' }, { zip: '2' }, { zip: '3' }];
    const { other, one, now } = await twoProcesses(rows);
    await saveEdit(one, edit(null, rows[0], 0), by('An'), nothing);
    expect(now()).toEqual([{ zip: '2' }, { zip: '3' }]);
    await saveEdit(one, edit({ zip: '3', name: 'x' }, rows[2], 2), by('An'), nothing);
    await saveEdit(one, edit({ zip: '4' }, null, -1), by('An'), nothing);
    expect(now()).toEqual([{ zip: '2' }, { zip: '3', name: 'x' }, { zip: '4' }]);
    const gone = await saveEdit(one, edit({ zip: '9' }, { zip: '8' }, 7), by('An'), nothing);
    expect(gone).toEqual({ ok: false, problem: 'gone' });
    await other.close();
  });

  test('a draft is of one person, is replaced, and is discarded', async () => {
    const { database, other } = await twoProcesses();
    const key = { file: 'a.json', row: null, staffId: 'an' };
    await keepContentDraft(database, key, { base: START, data: { ...START, Price: 1 } });
    await keepContentDraft(database, key, { base: START, data: { ...START, Price: 2 } });
    expect(await findDraft(other, key)).toMatchObject({ base: START, data: { Price: 2 } });
    expect(await findDraft(other, { ...key, staffId: 'bo' })).toBeNull();
    expect(await findDraft(other, { ...key, row: 3 })).toBeNull();
    await discardDraft(database, key);
    expect(await findDraft(other, key)).toBeNull();
    await other.close();
  });
});

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeFile } from '../../src/content/changes/change-file.server.ts';
import {
  contentVersions,
  recordVersions,
  textOfVersion,
  thinHistory,
} from '../../src/content/history/content-history.server.ts';
import { contentWriterOf, recordFolder } from '../../src/content/history/content-writer.server.ts';
import { changesInWords, restoreVersion, undoChange } from '../../src/content/history/undo-change.server.ts';
import { testFolder } from '../support/folder.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

type Data = Record<string, unknown>;

const ME = { who: 'samira', source: 'command' as const };

describe.each(ENGINES)('the history of content on %s', (engine) => {
  async function content(files: Record<string, string>) {
    const { database } = await openStorage(engine);
    const root = testFolder();
    const folders = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
    for (const folder of ['content/pages', 'content/media', 'data']) mkdirSync(join(root, folder), { recursive: true });
    const path = (file: string) => join(folders.contentDir, file);
    const put = (file: string, text: string) => writeFileSync(path(file), text);
    for (const [file, text] of Object.entries(files)) put(file, text);
    const writer = contentWriterOf(database, folders);
    return {
      ...{ database, folders, writer, path, put },
      now: (file: string) => readFileSync(path(file), 'utf8'),
      record: () => recordFolder(database, folders),
      set: (file: string, changes: Data) =>
        changeFile(writer, file, { who: 'omnicasa', source: 'import', why: 'import' }, (data) => ({
          ...(data as Data),
          ...changes,
        })),
      versions: async (file: string) =>
        (await contentVersions(database, { file, most: 100 })).map(({ number, source }) => `${number} ${source}`),
    };
  }

  test('has what was there, what programs changed, and what was changed or removed by hand', async () => {
    const { record, set, put, path, versions, database } = await content({
      'a.json': '{"p": 1}',
      'media/b.json': '{}',
    });
    expect(await record()).toBe(1);
    expect(await record()).toBe(0);
    await set('a.json', { p: 2 });
    put('a.json', '{"p": 3}');
    await set('a.json', { q: 1 });
    rmSync(path('a.json'));
    await record();
    expect(await versions('a.json')).toEqual(['5 hand', '4 import', '3 hand', '2 import', '1 hand']);
    expect(await textOfVersion(database, 'a.json', 3)).toBe('{"p": 3}');
    expect(await textOfVersion(database, 'a.json', 5)).toBeNull();
    expect(await textOfVersion(database, 'a.json', 6)).toBeUndefined();
    expect(await changesInWords(database, { file: 'a.json', number: 2 }, 4)).toEqual(['p: 1 -> 2']);
  });

  test('undo takes back one change after the other, and leaves what an editor did', async () => {
    const { set, put, now, writer, database } = await content({ 'a.json': '{\n  "p": 1,\n  "t": "x"\n}\n' });
    const undo = (number?: number) => undoChange(database, writer, 'a.json', { ...ME, number });
    await set('a.json', { p: 2 });
    await set('a.json', { p: 3 });
    expect(await undo()).toMatchObject({ ok: true, number: 3 });
    expect(await undo()).toMatchObject({ ok: true, number: 2 });
    expect(now('a.json')).toBe('{\n  "p": 1,\n  "t": "x"\n}\n');
    await set('a.json', { p: 4 });
    put('a.json', now('a.json').replace('"x"', '"y"'));
    const [newest] = await contentVersions(database, { file: 'a.json', most: 1 });
    expect(await undo(newest!.number)).toMatchObject({ ok: true });
    expect(now('a.json')).toBe('{\n  "p": 1,\n  "t": "y"\n}\n');
  });

  test('undo of a change whose field was changed again writes nothing and names both values', async () => {
    const { set, now, writer, database } = await content({ 'a.json': '{"p": 1}' });
    await set('a.json', { p: 2 });
    await set('a.json', { p: 3 });
    expect(await undoChange(database, writer, 'a.json', { ...ME, number: 2 })).toMatchObject({
      problem: 'conflict',
      conflicts: [{ field: 'p', wanted: 1, present: 3 }],
    });
    expect(now('a.json')).toBe('{"p": 3}');
  });

  test('a file that was made is removed by undo; one that was removed comes back', async () => {
    const { set, path, put, now, record, writer, database } = await content({});
    await set('pages/b.json', { p: 1 });
    expect(await undoChange(database, writer, 'pages/b.json', ME)).toMatchObject({ ok: true });
    expect(() => now('pages/b.json')).toThrow(/ENOENT/);
    put('pages/b.json', '{"p": 2}');
    await record();
    rmSync(path('pages/b.json'));
    expect(await undoChange(database, writer, 'pages/b.json', ME)).toMatchObject({ ok: true });
    expect(now('pages/b.json')).toBe('{"p": 2}');
  });

  test('restore writes the bytes of a version, also over a file that is no JSON', async () => {
    const { set, put, now, writer, database } = await content({ 'a.json': '{ "p":1 }' });
    await set('a.json', { p: 2 });
    put('a.json', '{"p": ');
    expect(await restoreVersion(database, writer, 'a.json', { ...ME, number: 1 })).toMatchObject({ changed: true });
    expect(now('a.json')).toBe('{ "p":1 }');
    const [newest] = await contentVersions(database, { file: 'a.json', most: 1 });
    expect(newest).toMatchObject({ who: 'samira', why: 'version 1 again' });
    // What was broken is kept too.
    expect(await textOfVersion(database, 'a.json', newest!.number - 1)).toBe('{"p": ');
  });

  test('what cannot be undone or restored is said, with what there is', async () => {
    const { record, writer, database } = await content({ 'a.json': '{"p": 1}' });
    await record();
    const message = async (result: ReturnType<typeof undoChange>) => ((await result) as { message: string }).message;
    expect(await message(undoChange(database, writer, 'a.json', ME))).toContain('no earlier version');
    expect(await message(undoChange(database, writer, 'c.json', ME))).toContain('has no file c.json');
    expect(await message(undoChange(database, writer, 'a.json', { ...ME, number: 7 }))).toContain('1 to 1');
    expect(await message(restoreVersion(database, writer, 'a.json', { ...ME, number: 7 }))).toContain('no version 7');
  });

  test('is thinned to the last version of a day, then deleted; the newest version always stays', async () => {
    const { versions, database } = await content({});
    const at = (moment: string, text: string) =>
      recordVersions(database, [{ file: 'a.json', text, by: null }], `2026-${moment}:00.000Z`);
    for (const moment of ['01-10T10:00', '01-10T11:00', '01-11T10:00', '06-01T10:00', '06-01T11:00', '06-02T09:00'])
      await at(moment, `{"at": "${moment}"}`);
    const settings = { months: 12, allDays: 60 };
    expect(await thinHistory(database, settings, Date.parse('2026-06-20T00:00:00Z'))).toBe(1);
    expect(await versions('a.json')).toEqual(['6 hand', '5 hand', '4 hand', '3 hand', '2 hand']);
    expect(await thinHistory(database, { ...settings, months: 5 }, Date.parse('2026-06-20T00:00:00Z'))).toBe(1);
    expect(await thinHistory(database, settings, Date.parse('2040-06-20T00:00:00Z'))).toBe(3);
    expect(await versions('a.json')).toEqual(['6 hand']);
  });
});

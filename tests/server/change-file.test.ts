import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type Author,
  type ContentWriter,
  changeFile as change,
  type FileState,
  settleContent,
} from '../../src/content/changes/change-file.server.ts';
import { whileLocked } from '../../src/platform/files/file-lock.server.ts';
import { writeUnlessChanged } from '../../src/platform/files/write.server.ts';
import { startChild } from '../support/child.ts';
import { testFolder } from '../support/folder.ts';

type Data = Record<string, unknown>;

const BY: Author = { who: 'importer', source: 'import', why: 'test' };
const changeFile = (
  writer: ContentWriter,
  file: string,
  how: (present: unknown) => unknown,
  place?: Parameters<typeof change>[4],
) => change(writer, file, BY, how, place);

function folders(text?: string) {
  const root = testFolder();
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  for (const folder of [contentDir, dataDir]) mkdirSync(folder);
  const path = join(contentDir, 'a.json');
  if (text !== undefined) writeFileSync(path, text);
  const recorded: FileState[] = [];
  const record = async (states: readonly FileState[]) => void recorded.push(...states);
  const locked: ContentWriter['locked'] = (file, work) => whileLocked(join(dataDir, 'locks', file), work);
  return { folders: { contentDir, locked, record }, recorded, path, textNow: () => readFileSync(path, 'utf8') };
}

describe('a changed file', () => {
  test.each([
    ['two spaces', '{\n  "a": 1,\n  "b": { "x": [1, 2] },\n  "c": "é"\n}\n'],
    ['tabs and Windows lines', '{\r\n\t"a": 1,\r\n\t"b": { "x": [1, 2] },\r\n\t"c": "é"\r\n}\r\n'],
    ['one line', '{"a": 1, "b": {"x": [1, 2]}, "c": "é"}'],
    ['a byte order mark', '\uFEFF{\n  "a": 1,\n  "b": { "x": [1, 2] },\n  "c": "é"\n}\n'],
  ])('with %s keeps every other byte', async (_what, text) => {
    const { folders: at, textNow } = folders(text);
    expect(await changeFile(at, 'a.json', (data) => ({ ...(data as Data), a: 25 }))).toBe(true);
    expect(textNow()).toBe(text.replace('1,', '25,'));
    expect(await changeFile(at, 'a.json', (data) => ({ ...(data as Data), b: { x: [1, 3] } }))).toBe(true);
    expect(textNow()).toBe(text.replace('1,', '25,').replace('[1, 2]', '[1, 3]'));
  });

  test('gets a new field at its place and loses one that is gone', async () => {
    const { folders: at, textNow } = folders('{\n  "a": 1,\n  "c": 3\n}\n');
    const place = (keys: readonly string[]) => keys.indexOf('a') + 1;
    await changeFile(at, 'a.json', () => ({ a: 1, b: 2, c: 3 }), place);
    expect(textNow()).toBe('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n');
    await changeFile(at, 'a.json', () => ({ b: 2, c: 3 }));
    expect(textNow()).toBe('{\n  "b": 2,\n  "c": 3\n}\n');
  });

  test('is not written when nothing changes', async () => {
    const { folders: at } = folders('{"a":1}');
    expect(await changeFile(at, 'a.json', (data) => data)).toBe(false);
    expect(await changeFile(at, 'a.json', () => undefined)).toBe(false);
  });

  test('is made when there was none, and removed', async () => {
    const { folders: at, textNow } = folders();
    await changeFile(at, 'a.json', (data) => ({ was: data }));
    expect(textNow()).toBe('{\n  "was": null\n}\n');
    await changeFile(at, 'a.json', () => null);
    expect(() => textNow()).toThrow(/ENOENT/);
  });
});

test('what an editor saves between reading and writing stays', async () => {
  const { folders: at, path, textNow } = folders('{"price": 1, "title": "a"}');
  let saves = 0;
  await changeFile(at, 'a.json', (data) => {
    // The editor knows nothing of a lock.
    if (saves++ === 0) writeFileSync(path, '{"price": 1, "title": "b"}');
    return { ...(data as Data), price: 2 };
  });
  expect(JSON.parse(textNow())).toEqual({ price: 2, title: 'b' });
  expect(saves).toBe(2);
});

test('of forty changes at once none is lost', async () => {
  const { folders: at, textNow } = folders('{"count": 0}');
  const more = (data: unknown) => ({ count: (data as { count: number }).count + 1 });
  await Promise.all(Array.from({ length: 40 }, () => changeFile(at, 'a.json', more)));
  expect(JSON.parse(textNow())).toEqual({ count: 40 });
});

test('a file that is no JSON, and one outside of the content, are refused and stay', async () => {
  const { folders: at, textNow } = folders('{"a": 1');
  await expect(changeFile(at, 'a.json', () => ({}))).rejects.toThrow(/a\.json cannot be changed.*no valid JSON/);
  expect(textNow()).toBe('{"a": 1');
  await expect(changeFile(at, '../a.json', () => ({}))).rejects.toThrow(/is not in the content folder/);
});

test('the text before is recorded as made by hand, the text after with its author', async () => {
  const { folders: at, recorded } = folders('{"a": 1}');
  await changeFile(at, 'a.json', () => ({ a: 2 }));
  expect(recorded).toEqual([
    { file: 'a.json', text: '{"a": 1}', by: null },
    { file: 'a.json', text: '{"a": 2}', by: BY },
  ]);
});

test('nothing is written while the history cannot be', async () => {
  const { folders: at, textNow } = folders('{"a": 1}');
  const record = () => Promise.reject(new Error('the disk is full'));
  await expect(changeFile({ ...at, record }, 'a.json', () => ({ a: 2 }))).rejects.toThrow('the disk is full');
  expect(textNow()).toBe('{"a": 1}');
});

test('a file that is half written when it is read is read again', async () => {
  const { folders: at, path, textNow } = folders('{"a": 1, ');
  setTimeout(() => writeFileSync(path, '{"a": 1, "b": 2}'), 50);
  await changeFile(at, 'a.json', (data) => ({ ...(data as Data), a: 3 }));
  expect(JSON.parse(textNow())).toEqual({ a: 3, b: 2 });
});

test('a lock is free again in the moment in which its process is killed', async () => {
  const file = join(testFolder(), 'locks/a');
  const holder = startChild('child-hold.ts', { file });
  await holder.says('locked');
  const order: string[] = [];
  const waiting = whileLocked(file, async () => void order.push('taken'));
  await pause(200);
  order.push('killed');
  const killed = performance.now();
  holder.process.kill('SIGKILL');
  await waiting;
  expect(order).toEqual(['killed', 'taken']);
  expect(performance.now() - killed).toBeLessThan(10_000);
  await expect(whileLocked(file, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await whileLocked(file, async () => 'free again')).toBe('free again');
});

test('what a killed process had taken away is put back, by the next change and by the next publish', async () => {
  const { folders: at, path, textNow } = folders('{"a": 1}');
  const aside = join(path, '../.a.json.before');
  renameSync(path, aside);
  await changeFile(at, 'a.json', (data) => ({ ...(data as Data), b: 2 }));
  expect(JSON.parse(textNow())).toEqual({ a: 1, b: 2 });
  renameSync(path, aside);
  expect(await settleContent(at.contentDir)).toEqual(['a.json']);
  expect(JSON.parse(textNow())).toEqual({ a: 1, b: 2 });
  // The file was replaced already when the process was killed.
  writeFileSync(aside, '{"a": 0}');
  expect(await settleContent(at.contentDir)).toEqual([]);
  expect(existsSync(aside)).toBe(false);
  expect(JSON.parse(textNow())).toEqual({ a: 1, b: 2 });
});

test('a file that somebody writes while it is taken away stays theirs', async () => {
  const { path, textNow } = folders('{"a": 1}');
  const isWritten = await writeUnlessChanged(path, '{"a": 2}', () => {
    writeFileSync(path, '{"a": 3}');
    return true;
  });
  expect(isWritten).toBe(false);
  expect(textNow()).toBe('{"a": 3}');
  expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
});

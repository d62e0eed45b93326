import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../src/publish/watch-folder.ts';
import { eventually } from '../support/eventually.ts';
import { testFolder } from '../support/folder.ts';

function watched() {
  const root = join(testFolder(), 'content');
  mkdirSync(join(root, 'pages'), { recursive: true });
  const calls: string[][] = [];
  const watcher = watchFolder(root, (folders) => calls.push([...folders].sort()));
  onTestFinished(() => watcher.close());
  return { root, calls, put: (file: string) => writeFileSync(join(root, file), String(Math.random())) };
}

test('names the folder of a change once, and sees folders that are new', async () => {
  const { root, calls, put } = watched();
  for (const _ of [1, 2, 3]) put('pages/a.json');
  await eventually(() => expect(calls).toEqual([['pages']]));
  mkdirSync(join(root, 'articles'));
  await eventually(() => expect(calls).toHaveLength(2));
  put('articles/b.json');
  await eventually(() => expect(calls.at(-1)).toEqual(['articles']));
});

test('hidden files, and files that programs write for themselves, are no change', async () => {
  const { calls, put } = watched();
  for (const file of ['.a.json.tmp', 'pages/a.json~', 'pages/.a.json.swp', 'pages/b.tmp']) put(file);
  put('pages/a.json');
  await eventually(() => expect(calls).toEqual([['pages']]));
});

test('a folder that is replaced by another one, at once or after a while, is seen and watched', async () => {
  const { root, calls, put } = watched();
  const next = `${root}-next`;
  mkdirSync(join(next, 'pages'), { recursive: true });
  renameSync(root, `${root}-before`);
  renameSync(next, root);
  await eventually(() => expect(calls.length).toBeGreaterThan(0));
  const before = calls.length;
  put('pages/a.json');
  await eventually(() => expect(calls.slice(before).flat()).toContain('pages'));

  rmSync(root, { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const gone = calls.length;
  mkdirSync(join(root, 'pages'), { recursive: true });
  await eventually(() => expect(calls.length).toBeGreaterThan(gone));
  const again = calls.length;
  put('pages/a.json');
  await eventually(() => expect(calls.slice(again).flat()).toContain('pages'));
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, openFileCache } from '../../src/platform/files/file-cache.server.ts';
import { testFolder } from '../support/folder.ts';

test('all files below a folder are found, sorted, with a slash on every system', () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'b/c'), { recursive: true });
  mkdirSync(join(folder, 'empty.json'));
  for (const file of ['b/c/2.json', 'b/1.json', 'a.json', '.hidden']) writeFileSync(join(folder, file), '');
  expect(filesBelow(folder)).toEqual(['.hidden', 'a.json', 'b/1.json', 'b/c/2.json']);
  expect(filesBelow(join(folder, 'none'))).toEqual([]);
  symlinkSync(folder, join(folder, 'b/again'));
  symlinkSync(join(folder, 'none'), join(folder, 'b/gone.json'));
  symlinkSync(join(folder, 'a.json'), join(folder, 'b/link.json'));
  expect(filesBelow(folder)).toEqual(['.hidden', 'a.json', 'b/1.json', 'b/c/2.json', 'b/link.json']);
});

test('with a cache they are looked up once until it looks at the files again', () => {
  const [folder, cache] = [testFolder(), openFileCache()];
  writeFileSync(join(folder, 'a.json'), '');
  expect(filesBelow(folder, cache)).toEqual(['a.json']);
  writeFileSync(join(folder, 'b.json'), '');
  expect(filesBelow(folder, cache)).toEqual(['a.json']);
  cache.lookAgain();
  expect(filesBelow(folder, cache)).toEqual(['a.json', 'b.json']);
});

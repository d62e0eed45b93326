import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { describeProblem } from '../../src/content/files/problems.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';

async function problemsWith(path: string, parentId: string | null = null): Promise<string[]> {
  const folder = join(testFolder(), 'content');
  mkdirSync(folder);
  copySmallContent(folder, {});
  change(join(folder, 'menu/advice.json'), ({ route: _, ...data }) => ({
    ...data,
    parentId,
    path: { nl: path, fr: 'conseil' },
  }));
  return (await checkContent({ contentDir: folder, dataDir: testFolder() })).problems.map(describeProblem);
}

test.each(['../nl', '../../x', '[...all]', 'a//b', '/a', 'a/../b', 'a?b', 'a#b', 'a%2fb', '.', ' a', 'a\\b'])(
  'a page cannot have the path "%s"',
  async (path) => {
    expect(await problemsWith(path)).toContainEqual(
      expect.stringMatching(/menu\/advice\.json.*path\.nl.*cannot be a path/),
    );
  },
);

test.each([
  ['m', null],
  ['m/x', null],
  ['grimbergen', 'for-sale'],
  ['te-koop/grimbergen/titel/35187', null],
  ['a/b/801', 'projects'],
])('the path "%s" below %s is one that the site makes a page at by itself', async (path, parentId) => {
  expect(await problemsWith(path, parentId)).toContainEqual(expect.stringMatching(/path\.nl.*makes a page/));
});

test.each([
  ['raad-en-daad', null],
  ['Raad/2026_b', null],
  ['één.twee', null],
  ['', null],
  ['tips', 'for-sale'],
])('the path "%s" below %s is allowed: a site that has it goes on after an update', async (path, parentId) => {
  expect((await problemsWith(path, parentId)).join('\n')).not.toMatch(/path\.nl/);
});

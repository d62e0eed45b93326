import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeProblem } from '../../src/server/catalogue/content/content-problem.ts';
import { checkContent } from '../../src/server/catalogue/content-check/check-content.ts';
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

test.each([
  '../nl',
  '../../x',
  '[...all]',
  'a/b',
  'te-koop/grimbergen/titel/35187',
  'a?b',
  'A',
  'a%2fb',
  '.',
  ' a',
  '',
])('a page cannot have the path "%s"', async (path) => {
  expect(await problemsWith(path)).toContainEqual(
    expect.stringMatching(/menu\/advice\.json.*path\.nl.*cannot be a path/),
  );
});

test('a page cannot have the path below which mailed links lie, nor one below the lists of properties', async () => {
  expect(await problemsWith('m')).toContainEqual(expect.stringMatching(/path\.nl.*pages below this path/));
  expect(await problemsWith('grimbergen', 'for-sale')).toContainEqual(
    expect.stringMatching(/path\.nl.*pages below this path/),
  );
  expect((await problemsWith('raad-en-daad')).join()).not.toMatch(/path\.nl/);
});

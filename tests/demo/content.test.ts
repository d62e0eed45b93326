import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { describeProblem } from '../../src/content/files/problems.ts';
import { testFolder } from '../support/folder.ts';
import { projectDir } from '../support/test-site.ts';

const contentDir = join(projectDir, 'content');

async function problemsIn(dir: string) {
  const { problems, readable } = await checkContent({ contentDir: dir, dataDir: join(testFolder(), 'data') });
  return { readable, found: problems.map((problem) => `${problem.severity} ${describeProblem(problem)}`) };
}

test('the content has no mistake that keeps it from being published', async () => {
  const { readable, found } = await problemsIn(contentDir);
  expect(found.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(readable!.properties.length).toBeGreaterThan(0);
});

test('the property and the page printed in its README are accepted', async () => {
  const text = readFileSync(join(contentDir, 'README.md'), 'utf8');
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);
  expect(examples.length).toBeGreaterThanOrEqual(2);
  const [property = '', page = ''] = examples;
  const dir = join(testFolder(), 'content');
  cpSync(contentDir, dir, { recursive: true });
  const { ID, XLargePictureItems } = JSON.parse(property) as { ID: number; XLargePictureItems: { Url: string }[] };
  expect(existsSync(join(dir, `properties/${ID}.json`)), 'the example has a number of its own').toBe(false);
  writeFileSync(join(dir, `properties/${ID}.json`), property);
  writeFileSync(join(dir, `menu/${JSON.parse(page).id}.json`), page);
  for (const { Url } of XLargePictureItems)
    cpSync(join(projectDir, 'tests/fixtures/agency/media/photos/large.jpg'), join(dir, 'media', Url));
  expect((await problemsIn(dir)).found.filter((line) => line.startsWith('error'))).toEqual([]);
});

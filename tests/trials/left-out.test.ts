import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { fieldsOf, filesOf, openLeftOut, rowsOf } from '../support/left-out.ts';

const FOLDERS = ['settings', 'menu', 'articles', 'category/team', 'testimonials', 'properties'];

test('every row, every file of settings and every field of every file, each left out alone', async () => {
  const agency = await openLeftOut(testFolder());
  const { contentDir } = agency;
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(contentDir, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  );
  const things = [
    ...rowsOf(contentDir),
    ...['settings', 'category/team', 'testimonials', 'menu'].flatMap((folder) => filesOf(contentDir, folder)),
    ...files.flatMap((file) => fieldsOf(contentDir, file)),
  ];
  const faults = [];
  for (const thing of things) {
    const outcome = await agency.without(thing);
    if (outcome.faults.length > 0) faults.push(outcome);
  }
  await agency.close();
  console.log(`${things.length} things left out, each alone`);
  expect(faults).toEqual([]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { describeProblem } from '../../src/content/files/problems.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';

type Row = { name: string };

/** What the check says of the small content of the tests after a change of its routes. */
async function foundWithout(name: RegExp, property: object = {}): Promise<string[]> {
  const root = testFolder();
  const contentDir = join(root, 'content');
  copySmallContent(contentDir, {});
  change(join(contentDir, 'routes.json'), (rows: Row[]) => rows.filter((row) => !name.test(row.name)));
  change(join(contentDir, 'properties/35187.json'), (data) => ({ ...data, ...property }));
  const { problems } = await checkContent({ contentDir, dataDir: join(root, 'data') });
  return problems.map(({ line: _line, column: _column, ...problem }) => describeProblem(problem));
}

test('a property, and a testimonial, without the row that shows it is an error that says so', async () => {
  const found = await foundWithout(/^(for-sale|testimonials)$/);
  expect(found).toContain(
    'properties/35187.json: Goal: found 0; nothing shows this: routes.json has no row "for-sale"; ' +
      'add the row, or remove this',
  );
  expect(found).toContainEqual(expect.stringContaining('routes.json has no row "testimonials"'));
});

test('a site without any list is an error', async () => {
  expect(await foundWithout(/^for-(sale|rent)$/)).toContainEqual(
    expect.stringContaining('a site shows what is for sale, what is to let, or both; add one of these rows'),
  );
});

test('an example of new-agency is named as long as it is there', async () => {
  const named = (found: string[]) => found.filter((one) => one.includes('is an example of "new-agency"'));
  expect(named(await foundWithout(/^$/, { RecordFile: 'EXAMPLE-1' }))).toHaveLength(1);
  expect(named(await foundWithout(/^$/))).toEqual([]);
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeProblem } from '../../src/content/files/problems.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';

interface Row {
  form?: string;
}

test('a row with a form that does not exist is reported with the form that was meant', () => {
  const folder = join(testFolder(), 'content');
  mkdirSync(folder);
  copySmallContent(folder, {});
  change(join(folder, 'routes.json'), (rows) =>
    rows.map((row: Row) => (row.form === 'contact-me' ? { ...row, form: 'contact-mee' } : row)),
  );
  const { content, problems } = readContent(folder);
  expect(content).toBeNull();
  expect(problems.map(describeProblem)).toEqual([
    expect.stringMatching(/routes\.json: .*\.form: found "contact-mee".*contact-me\b/s),
  ]);
});

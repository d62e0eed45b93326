import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vanishedFrom } from '../../src/publish/publish.ts';
import { testFolder } from '../support/folder.ts';

function versionWith(properties: number): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'listings.txt'), 'digest {}\n'.repeat(properties));
  return folder;
}

test.each([
  [40, 0, true],
  [40, 19, true],
  [40, 20, false],
  [10, 4, true],
  [9, 0, false],
  [0, 30, false],
])('of %i properties %i are left: publishing stops: %s', (was, is, stops) => {
  const said = vanishedFrom(versionWith(was), versionWith(is));
  expect(said?.includes(`${was} properties`) ?? false).toBe(stops);
});

test('a version of an earlier program, whose properties cannot be counted, stops nothing', () => {
  expect(vanishedFrom(testFolder(), versionWith(0))).toBeNull();
});

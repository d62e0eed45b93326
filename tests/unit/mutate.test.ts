import { expect, test } from 'vitest';
import { mutantsOf } from '../mutate.ts';

test('each change is made alone, and comments, imports and types are left', () => {
  const text = "import { a } from 'b';\n// a < b\nreturn a < b && c === 1;";
  expect(mutantsOf(text).map(({ line, became }) => [line, became])).toEqual([
    [3, 'return a < b && c !== 1;'],
    [3, 'return a <= b && c === 1;'],
    [3, 'return a < b || c === 1;'],
    [3, 'return a < b && c === (1 + 1);'],
  ]);
  expect(mutantsOf("publish: { admin: 'all', agent: 'own' },").map(({ became }) => became)).toEqual([
    "publish: { agent: 'own' },",
    "publish: { admin: 'all', },",
  ]);
  expect(mutantsOf(text).every((mutant) => mutant.text.startsWith("import { a } from 'b';\n// a < b\n"))).toBe(true);
});

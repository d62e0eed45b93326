import { describe, expect, test } from 'vitest';
import { castsOf, nonNullsOf, packedLinesOf } from '../house/casts.ts';
import { passThroughsOf, sizesOf } from '../house/functions.ts';
import { parsed } from '../house/source.ts';
import { circlesOf } from '../support/circles.ts';

const sizes = (code: string, path = 'a.ts') =>
  sizesOf(parsed(path, code)).map(({ name, ownLines }) => [name, ownLines]);

describe('the lines of a function', () => {
  test('are those from its first to its last', () => {
    expect(sizes('const a = () =>\n  1;\nfunction b() {\n  a();\n}\n')).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
  });

  test('leave out the methods of the object that it returns, which are counted by themselves', () => {
    const code =
      'function open() {\n  return {\n    one() {\n      a();\n    },\n    two: () => {\n      b();\n    },\n  };\n}\n';
    expect(sizes(code)).toEqual([
      ['open', 6],
      ['one', 3],
      ['two', 3],
    ]);
  });

  test('leave out JSX, and keep the functions inside that are not returned', () => {
    expect(sizes('function A() {\n  return (\n    <p>\n      x\n    </p>\n  );\n}\n', 'A.tsx')).toEqual([['A', 5]]);
    expect(sizes('function a() {\n  run(() => {\n    b();\n  });\n}\n')[0]).toEqual(['a', 5]);
  });

  test('are counted in the frontmatter of a component', () => {
    expect(sizes('---\nconst a = () => {\n  b();\n};\n---\n<p>{a()}</p>\n', 'A.astro')).toEqual([['a', 3]]);
  });
});

test.each([
  ['const a = (b) => c(b);', 1],
  ['const a = { b: (c) => d.e(c, f.g) };', 1],
  ['async function a(b) { return await c({ b, d: e }); }', 1],
  ['const a = (b) => c(b + 1);', 0],
  ['const a = (b) => c(d(b));', 0],
  ['list.map((one) => read(one));', 0],
])('%s only hands on: %i', (code, count) => {
  expect(passThroughsOf(parsed('a.ts', code))).toHaveLength(count);
});

test('casts, assertions and packed lines are counted, constants are not', () => {
  const file = parsed(
    'a.ts',
    'const [a, b] = [1, 2]; const c = { ...{ a, b } } as const; const d = c as Row; const e = d!.f;',
  );
  expect([castsOf(file).length, nonNullsOf(file).length, packedLinesOf(file).length]).toEqual([1, 1, 2]);
  expect(castsOf(parsed('A.astro', '---\nconst a = b as C;\n---\n<p>{(a as D).e!}</p>\n'))).toHaveLength(2);
});

test('a circle is what leads back to itself, however long', () => {
  const arrows = ['ab', 'bc', 'ca', 'cd', 'de', 'ee', 'xy', 'yx', 'pq'].map((pair) => [...pair]);
  expect(circlesOf(arrows)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]);
});

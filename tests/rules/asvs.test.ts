import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many requirements of levels 1 and 2 each chapter of the standard has. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const text = readFileSync('tests/README.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, chapter, section, number, level, words, result]) => ({
    id: [chapter, section, number].map(Number) as [number, number, number],
    level: Number(level),
    words: words ?? '',
    result: result ?? '',
  }),
);
const pathsOf = (of: string) =>
  [...of.matchAll(/`((?:src|tests|content)\/[^`]+|[A-Z]\w+\.md|package-lock\.json|Dockerfile|\.env\.example)`/g)].map(
    ([, path = '']) => path,
  );

test('the table of the standard is whole, in its order and each requirement once', () => {
  expect(CHAPTERS.map((_, at) => rows.filter(({ id }) => id[0] === at + 1).length)).toEqual(CHAPTERS);
  const order = rows.map(({ id: [chapter, section, number] }) => chapter * 10_000 + section * 100 + number);
  expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
});

test('each row names a place, the reason why it does not apply, a gap or the operator', () => {
  const bare = rows.filter(
    ({ result }) =>
      pathsOf(result).length === 0 &&
      !/does not apply: \S|\*\*gap\*\*|\*\*operator\*\*|^(nothing|there (is|are) no)|any number|JavaScript|JSON/.test(
        result,
      ),
  );
  expect(bare.map(({ id, result }) => `${id.join('.')} ${result}`)).toEqual([]);
});

test('every path that this page names exists', () => {
  const paths = [...new Set(pathsOf(text))];
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

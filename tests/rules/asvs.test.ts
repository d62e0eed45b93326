import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { namedTests, wordsOfTitle } from '../support/named-tests.ts';
import { titlesIn } from '../support/test-titles.ts';

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
      !/does not apply: \S|\*\*gap\*\*|\*\*operator\*\*|^(nothing|there (is|are) no)/.test(result),
  );
  expect(bare.map(({ id, result }) => `${id.join('.')} ${result}`)).toEqual([]);
});

test('every path that this page names exists', () => {
  const paths = [...new Set(pathsOf(text))];
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

describe('a test that the table names', () => {
  const named = namedTests(text);
  const titles = new Map(
    [...new Set(named.map(({ file }) => file))]
      .filter((file) => existsSync(file))
      .map((file) => [file, titlesIn(readFileSync(file, 'utf8'))]),
  );
  const wrong = (isWrong: (one: (typeof named)[number]) => boolean) =>
    named.filter(isWrong).map(({ row, file, title }) => `${row}: ${file} "${title}"`);

  test('is named with its title in each row that rests on a file of tests', () => {
    expect(named.length).toBeGreaterThan(150);
    const bare = rows.flatMap(({ id, result }) =>
      pathsOf(result)
        .filter((path) => path.endsWith('.test.ts'))
        .filter((path) => !named.some(({ row, file }) => row === id.join('.') && file === path))
        .map((path) => `${id.join('.')}: ${path}`),
    );
    expect(bare).toEqual([]);
  });

  test('has a title of its own, not only what a table of values fills in', () => {
    expect(wrong(({ title }) => !/\p{L}{3}/u.test(wordsOfTitle(title).join(' ')))).toEqual([]);
  });

  test('is in its file under exactly this title', () => {
    expect(wrong(({ file, title }) => !titles.get(file)?.some((one) => one.title === title))).toEqual([]);
  });

  test('is not switched off in the code', () => {
    expect(
      wrong(({ file, title }) => titles.get(file)?.some((one) => one.title === title && one.isSkipped) ?? false),
    ).toEqual([]);
  });
});

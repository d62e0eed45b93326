import { describe, expect, test } from 'vitest';
import {
  namedTests,
  notPassed,
  sentenceOf,
  testsOfPlaywright,
  testsOfVitest,
  wordsOfTitle,
} from '../support/named-tests.ts';
import { titlesIn } from '../support/test-titles.ts';

const FILE = 'tests/unit/a.test.ts';
const named = (title: string, file = FILE) => ({ row: '1.2.3', file, title });

/** What marks a test that does not run. */
const OFF = ['skip', 'todo', 'fails'];

describe('the table', () => {
  test('names tests by file and title, several of one file too', () => {
    const row =
      '| 1.2.3 | 1 | words | `src/a.ts`; `tests/unit/a.test.ts` "one, two", "group > \\"%s\\" of \\_\\_b", ' +
      '`tests/views/b.test.ts` "three"; "no test" |';
    expect(namedTests(`# Page\n\nA sentence with \`tests/unit/a.test.ts\` "not in a row".\n${row}\n`)).toEqual([
      named('one, two'),
      named('group > "%s" of __b'),
      named('three', 'tests/views/b.test.ts'),
    ]);
  });

  test('may name a file without a title, which is no named test', () => {
    expect(namedTests('| 1.2.3 | 1 | words | `tests/unit/a.test.ts` and "more" |')).toEqual([]);
  });
});

describe('the titles in code', () => {
  const titles = (code: string) => titlesIn(code).map(({ title, isSkipped }) => (isSkipped ? `off: ${title}` : title));

  test.each([
    ["test('a', () => {});", ['a']],
    ["describe('a', () => { it('b', () => {}); test('c', () => {}); });", ['a > b', 'a > c']],
    ["describe.each(LIST)('a %s', (one) => { test.each([[1]])('b %d', () => {}); });", ['a %s > b %d']],
    ["test.each`x`('a', () => {});", ['a']],
    ["test.each<[string]>([['x']])('a', () => {});", ['a']],
    ['for (const x of y) test(`a ${x} b`, () => {});', ['a ${x} b']],
    ["test('a ' + 'b', () => {});", ['a b']],
    [
      "test.describe('a', () => { test.use({}); test('b', async () => { await test.step('c', () => {}); }); });",
      ['a > b'],
    ],
    ["test.runIf(engine === 'sqlite')('a', () => {});", ['a']],
    // Source that is given to the reader: a test that does not run is never taken for one that passed.
    ...OFF.map((mark): [string, string[]] => [`test.${mark}('a', () => {});`, ['off: a']]),
    ...OFF.map((mark): [string, string[]] => [`test.${mark}.each([1])('a', () => {});`, ['off: a']]),
    ...OFF.map((mark): [string, string[]] => [
      `describe.${mark}('a', () => { test('b', () => {}); });`,
      ['off: a > b'],
    ]),
    ["test('a', { skip: true }, () => {});", ['off: a']],
    ["test('a', { timeout: 5, skip: false }, () => {});", ['a']],
    ["// test('a', () => {});\nconst code = \"test('b', () => {})\";", []],
    ["expect('a').toBe('b'); other.test('c', () => {}); test(name, () => {});", []],
  ])('%s', (code, expected) => {
    expect(titles(code)).toEqual(expected);
  });
});

describe('the reports', () => {
  test('of Vitest name what passed and what failed, with its describe blocks', () => {
    const assertionResults = [
      { ancestorTitles: ['a', 'b'], title: 'c', status: 'passed' },
      { ancestorTitles: [], title: 'failed', status: 'failed' },
      { ancestorTitles: [], title: 'skipped', status: 'skipped' },
    ];
    const report = { testResults: [{ name: `/root/${FILE}`, assertionResults }] };
    expect(testsOfVitest(report, '/root/', 'passed')).toEqual([{ file: FILE, title: 'a > b > c' }]);
    expect(testsOfVitest(report, '/root/', 'failed')).toEqual([{ file: FILE, title: 'failed' }]);
  });

  test('of Playwright name what passed at the first try, and what did not', () => {
    const spec = (title: string, status: string, expectedStatus = 'passed') => ({
      title,
      tests: [{ status, expectedStatus }],
    });
    const inner = { title: 'group', specs: [spec('one', 'expected')] };
    const specs = [
      spec('two', 'expected'),
      spec('flaky', 'flaky'),
      spec('failed', 'unexpected'),
      spec('skipped', 'skipped', 'skipped'),
      spec('fails as expected', 'expected', 'failed'),
      { title: 'without a result', tests: [] },
    ];
    const file = 'tests/journeys/a.test.ts';
    const report = { suites: [{ title: 'a.test.ts', file: 'a.test.ts', specs, suites: [inner] }] };
    expect(testsOfPlaywright(report, 'passed')).toEqual([
      { file, title: 'two' },
      { file, title: 'group > one' },
    ]);
    expect(testsOfPlaywright(report, 'failed')).toEqual([
      { file, title: 'flaky' },
      { file, title: 'failed' },
    ]);
  });
});

describe('a named test has passed', () => {
  const passed = (...titles: string[]) => titles.map((title) => ({ file: FILE, title }));

  test.each([
    ['owners on %s > a (cookie) costs $5', 'owners on sqlite > a (cookie) costs $5'],
    ['$name > is never older than ${least}: ${why}', 'astro > is never older than 7.2.8: a picture\nruns code'],
    ['"%s" is %i of %j', '"x" is 3 of {"a":1}'],
    ['ends in %s', 'ends in '],
  ])('%s by %s', (title, one) => {
    expect(notPassed([named(title)], passed('another', one))).toEqual([]);
  });

  test.each([
    ['a test', 'a test of something else'],
    ['a test', 'this is a test'],
    ['owners on %s > a', 'owners on sqlite > b'],
    ['owners on %s > a', 'a'],
    ['a.b', 'a-b'],
  ])('%s, but not by %s', (title, one) => {
    expect(notPassed([named(title)], passed(one))).toEqual([named(title)]);
  });

  test('only in its own file', () => {
    expect(notPassed([named('a', 'tests/unit/b.test.ts')], passed('a'))).toEqual([named('a', 'tests/unit/b.test.ts')]);
  });

  test('when nothing ran, no test has passed; trials run elsewhere', () => {
    expect(notPassed([named('a'), named('b', 'tests/trials/b.test.ts')], [])).toEqual([named('a')]);
  });

  test('and the sentence about one that did not names row, file and title', () => {
    expect(sentenceOf(named('a > b'))).toBe(
      `Requirement 1.2.3 of tests/README.md names a test that did not pass in this run: ${FILE} "a > b"`,
    );
  });

  test('by its words, which are what is left without placeholders', () => {
    expect(wordsOfTitle('%s: ${a} of $b.c')).toEqual(['', ': ', ' of ', '']);
  });
});

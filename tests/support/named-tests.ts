/** A test that a row of the table in tests/README.md names. */
export interface NamedTest {
  /** The number of the requirement, such as `7.4.1`. */
  row: string;
  file: string;
  title: string;
}

/** A test that ran, with the titles of its describe blocks joined by ` > `. */
type FinishedTest = Pick<NamedTest, 'file' | 'title'>;

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file?: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTests }[];
}

type PlaywrightTests = { expectedStatus?: string; status?: string }[];

/** Long tests, which `npm run trials` runs instead of `npm test`. */
const TRIALS = 'tests/trials/';
const ROW = /^\| (\d+\.\d+\.\d+) \|.*$/gm;
const NAMED = /`(tests\/[^`]+\.test\.ts)`((?:,? "(?:\\.|[^"\\])*")+)/g;
const QUOTED = /"((?:\\.|[^"\\])*)"/g;
/** What Vitest fills in: `%s`, `$name`, and `${…}` of a template. */
const PLACEHOLDER = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*/;

/** The tests that the rows of the table name: a path in backticks, then titles in quotation marks. */
export function namedTests(readme: string): NamedTest[] {
  return [...readme.matchAll(ROW)].flatMap(([text, row = '']) =>
    [...text.matchAll(NAMED)].flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(QUOTED)].map(([, title = '']) => ({ row, file, title: title.replace(/\\(.)/g, '$1') })),
    ),
  );
}

/** The parts of a title that are the same in each variant of its test. */
export const wordsOfTitle = (title: string): string[] => title.split(new RegExp(PLACEHOLDER, 'g'));

type Outcome = 'passed' | 'failed';

/** The tests with this outcome in the JSON report of Vitest. */
export function testsOfVitest({ testResults }: VitestReport, root: string, outcome: Outcome): FinishedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === outcome)
      .map(({ ancestorTitles, title }) => ({
        file: name.startsWith(root) ? name.slice(root.length) : name,
        title: [...ancestorTitles, title].join(' > '),
      })),
  );
}

/** The tests with this outcome in the JSON report of Playwright, whose files are below tests/journeys. */
export function testsOfPlaywright({ suites }: { suites: PlaywrightSuite[] }, outcome: Outcome): FinishedTest[] {
  const isWanted = outcome === 'passed' ? hasPassed : hasFailed;
  const within = ({ suites = [], specs = [] }: PlaywrightSuite, file: string, above: string[]): FinishedTest[] => [
    ...specs
      .filter(({ tests }) => isWanted(tests))
      .map(({ title }) => ({ file, title: [...above, title].join(' > ') })),
    ...suites.flatMap((suite) => within(suite, file, [...above, suite.title])),
  ];
  return suites.flatMap((suite) => within(suite, `tests/journeys/${suite.file ?? ''}`, []));
}

/** A test that is expected to fail, or that passed on a second try, has not passed. */
const hasPassed = (tests: PlaywrightTests) =>
  tests.length > 0 && tests.every(({ expectedStatus, status }) => expectedStatus === 'passed' && status === 'expected');

const hasFailed = (tests: PlaywrightTests) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky');

/**
 * The named tests of which no variant passed. Some variants may be skipped: a limit is tested on one engine, for
 * example.
 */
export function notPassed(named: readonly NamedTest[], passed: readonly FinishedTest[]): NamedTest[] {
  const titles = Map.groupBy(passed, ({ file }) => file);
  return named
    .filter(({ file }) => !file.startsWith(TRIALS))
    .filter(({ file, title }) => {
      const pattern = new RegExp(`^${wordsOfTitle(title).map(escaped).join('.*')}$`, 's');
      return !titles.get(file)?.some((one) => pattern.test(one.title));
    });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sentence about a named test that did not pass. */
export const sentenceOf = ({ row, file, title }: NamedTest): string =>
  `Requirement ${row} of tests/README.md names a test that did not pass in this run: ${file} "${title}"`;

/** The numbers of tests of a runner by outcome. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The counts in a JSON report of Vitest; a file that could not be loaded counts as a failed test. */
export function countsOfVitest(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Counts {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** The counts in a JSON report of Playwright; a test that passed only on a second try has failed. */
export function countsOfPlaywright(report: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * The last line of a run.
 * @example lineOf({ passed: 12, failed: 0, skipped: 1 }) // '12 passed, 0 failed, 1 skipped'
 */
export function lineOf({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

interface PlaywrightSuite {
  file?: string;
  suites?: PlaywrightSuite[];
  specs?: { tests: { results: { duration: number }[] }[] }[];
}

/** Seconds by test file in a JSON report of Vitest or Playwright; the files of Playwright are below tests/journeys. */
export function secondsByFile(
  report: { testResults?: { name: string; startTime: number; endTime: number }[]; suites?: PlaywrightSuite[] },
  root: string,
): { file: string; seconds: number }[] {
  const relative = (name: string) => (name.startsWith(root) ? name.slice(root.length) : name);
  const ofVitest = (report.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(name),
    seconds: (endTime - startTime) / 1000,
  }));
  const ofPlaywright = (report.suites ?? []).map((suite) => ({
    file: `tests/journeys/${suite.file ?? ''}`,
    seconds: millisecondsOf(suite) / 1000,
  }));
  return [...ofVitest, ...ofPlaywright];
}

function millisecondsOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(millisecondsOf)].reduce((sum, each) => sum + each, 0);
}

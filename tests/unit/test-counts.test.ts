import { expect, test } from 'vitest';
import { countsOfPlaywright, countsOfVitest, lineOf, secondsByFile, sumOf } from '../support/counts.ts';

test('a file that could not be loaded is a failed test', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ],
  };
  expect(countsOfVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('a journey that passes on a second try has failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 0 };
  expect(countsOfPlaywright({ stats, errors: ['x'] })).toEqual({ passed: 5, failed: 4, skipped: 0 });
});

test('the last line sums all runners', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(lineOf(sumOf([one, { passed: 2, failed: 1, skipped: 3 }]))).toBe('3 passed, 1 failed, 3 skipped');
  expect(lineOf(one)).toBe('1 passed, 0 failed');
});

test('seconds are read from both reports', () => {
  const vitest = { testResults: [{ name: '/root/tests/unit/a.test.ts', startTime: 1000, endTime: 3500 }] };
  expect(secondsByFile(vitest, '/root/')).toEqual([{ file: 'tests/unit/a.test.ts', seconds: 2.5 }]);
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const playwright = { suites: [{ file: 'b.test.ts', specs: [spec(1000)], suites: [{ specs: [spec(500)] }] }] };
  expect(secondsByFile(playwright, '/root/')).toEqual([{ file: 'tests/journeys/b.test.ts', seconds: 1.5 }]);
});

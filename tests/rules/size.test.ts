import { expect, test } from 'vitest';
import { castsOf, nonNullsOf, packedLinesOf } from '../house/casts.ts';
import { fragmentsOf } from '../house/count.ts';
import { passThroughsOf, sizesOf } from '../house/functions.ts';
import { type SourceFile, sourceFiles } from '../house/source.ts';

const MOST_LINES = 60;
/** How far a count may be below its limit before the limit must follow: a limit may only become smaller. */
const SLACK = 10;

/** What the house has too much of, and the most that is left of it. */
const LIMITS = {
  'functions of more than 60 lines': 1,
  'pass-through functions': 164,
  'type assertions': 127,
  'assertions that a value is there': 75,
  'literals that are spread and tuples that declare several names': 418,
} as const;

const files = sourceFiles();

test.each([
  ['functions of more than 60 lines', (file) => sizesOf(file).filter(({ ownLines }) => ownLines > MOST_LINES)],
  ['pass-through functions', passThroughsOf],
  ['type assertions', castsOf],
  ['assertions that a value is there', nonNullsOf],
  ['literals that are spread and tuples that declare several names', packedLinesOf],
] satisfies [keyof typeof LIMITS, (file: SourceFile) => readonly unknown[]][])(
  'the site has no more %s',
  (name, of) => {
    const found = files.reduce((sum, file) => sum + of(file).length, 0);
    const where = files.flatMap((file) => of(file).map((place) => `${file.path}: ${JSON.stringify(place)}`)).join('\n');
    const message = `there may be ${LIMITS[name]}; those of the files that you changed are among these:\n${where}`;
    expect(found, message).toBeLessThanOrEqual(LIMITS[name]);
    expect(found, `fewer than the limit: write ${found} into LIMITS`).toBeGreaterThan(LIMITS[name] - SLACK);
  },
);

/** Threads: another process begins with them. */
const THREADS = ['features/print/draw-pdf.server.ts', 'publish/page-thread.ts'];

test('a short file with one importer about the same noun is part of that importer', () => {
  const fragments = fragmentsOf(files).filter((line) => !THREADS.some((thread) => line.startsWith(`${thread}:`)));
  expect(fragments).toEqual([]);
});

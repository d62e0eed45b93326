import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContent, openContentMemory } from '../../src/content/check/check-content.server.ts';
import { breakContent, breaksOf, contentFiles, faultOfReport } from '../support/break-content.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

/** `BREAKS=2000 npm test` does it as often as the trial "broken-content", which also builds what passes. */
const RUNS = Number(process.env.BREAKS ?? 60);

test('whatever happens to a file is told with advice or loses nothing, by an incremental check too', async () => {
  const folder = testFolder();
  const contentDir = join(folder, 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, {});
  const dataDir = join(folder, 'data');
  const { problems: usual } = await checkContent({ contentDir, dataDir });
  const known = new Set(usual.map((problem) => JSON.stringify(problem)));
  expect(usual.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(contentFiles(contentDir).length).toBeGreaterThan(40);
  const memory = openContentMemory();
  await fc.assert(
    fc.asyncProperty(breaksOf(contentDir), async (broken) => {
      const path = join(contentDir, broken.file);
      const before = readFileSync(path);
      const restore = breakContent(contentDir, broken);
      try {
        const { problems, content } = await checkContent({ contentDir, dataDir });
        memory.files.lookAgain();
        const incremental = await checkContent({ contentDir, dataDir, memory });
        expect(incremental.problems).toEqual(problems);
        expect(incremental.content).toEqual(content);
        const news = problems.filter((problem) => !known.has(JSON.stringify(problem)));
        const isSame = broken.how !== 'copy' && read(path) === String(before).trim();
        expect(faultOfReport(news, broken, isSame)).toBeNull();
      } finally {
        restore();
      }
    }),
    { numRuns: RUNS },
  );
}, 600_000);

/** The text of a file, without the white space around it; empty when it is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

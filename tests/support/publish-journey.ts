import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openVersions } from '../../src/server/operations/versions/versions.ts';
import { test as journey } from './journey.ts';
import { type PublishSite, startPublishSite } from './publish-site.ts';

/** Machines that run many tests publish slowly. */
export const SLOW = { timeout: 20_000 };

/** A journey on a small site of its own that publishes, in these languages. */
export const publishJourney = (languages: readonly string[]) =>
  journey.extend<object, { own: PublishSite }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
      async ({}, use) => {
        const root = dirname(process.env.DORPEL_TEST_LOG ?? '');
        const versionDir = openVersions(join(root, 'data')).folderOf(readFileSync(join(root, 'built'), 'utf8'));
        const own = await startPublishSite(versionDir, {}, languages);
        await use(own);
        await own.stop();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });

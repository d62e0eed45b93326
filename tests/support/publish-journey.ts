import { test as journey } from './journey.ts';
import { type PublishSite, startPublishSite } from './publish-site.ts';
import { builtSite } from './test-site.ts';

/** Machines that run many tests publish slowly. */
export const SLOW = { timeout: 20_000 };

/** Journeys of one file, one after the other, on a small site of their own that publishes, in these languages. */
export function publishJourney(languages: readonly string[]) {
  let site: PublishSite | undefined;
  const test = journey.extend<{ own: PublishSite }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
    own: async ({}, use) => {
      await use(site!);
    },
  });
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    site = await startPublishSite(builtSite().versionDir, {}, languages);
  });
  test.afterAll(() => site?.stop());
  return test;
}

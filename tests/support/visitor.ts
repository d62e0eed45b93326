import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from 'playwright/test';
import { watchPolicy } from './broken-policy.ts';
import { decline } from './declined.ts';
import { delayScripts } from './delayed-scripts.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { STUDIO_HOST } from './studio-site.ts';
import { builtSite } from './test-site.ts';

/** What a process of the journeys opens when a test first asks for it, and keeps for all further tests. */
interface Kept {
  /** A server of its own, to which the browser can post. */
  live: LiveSite;
  /** A page that further tests get as the one before has left it. */
  onePage: Page;
  /** The server of the test site, which must not have complained of anything. */
  quietServer: undefined;
}

/**
 * A test in the browser of a visitor who declined cookies, so that the question about them stays away from journeys
 * about other things; `hasDeclined: false` makes it that of a new visitor. Playwright's own `storageState` opens a page
 * more for each test, which took a tenth of the time of all journeys.
 *
 * What processes keep is declared here for all journeys: Playwright starts another process and browser for tests that
 * keep something else.
 */
export const test = base.extend<{ hasDeclined: boolean }, Kept>({
  hasDeclined: [true, { option: true }],
  context: async ({ context, hasDeclined }, use) => {
    if (hasDeclined) await decline(context);
    await delayScripts(context);
    await use(context);
  },
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
    async ({}, use) => {
      const live = await startLiveSite(builtSite(), { captcha: 'on', studioHost: STUDIO_HOST });
      await use(live);
      const log = live.log();
      await live.stop();
      expect(log, 'what the live server logged').toBe('');
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  onePage: [
    async ({ browser }, use, { project }) => {
      const { viewport, locale, timezoneId } = project.use;
      const context = await browser.newContext({ baseURL: process.env.DORPEL_TEST_URL, viewport, locale, timezoneId });
      await decline(context);
      await watchPolicy(context);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  quietServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
    async ({}, use) => {
      await use(undefined);
      expect(readFileSync(process.env.DORPEL_TEST_LOG ?? '', 'utf8'), 'what the server logged').toBe('');
    },
    { scope: 'worker', auto: true },
  ],
});

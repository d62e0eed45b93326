import type { Page } from 'playwright/test';
import { watchPolicy } from './broken-policy.ts';
import { decline } from './declined.ts';
import { test as journey } from './journey.ts';

/**
 * Tests that share one page in each worker, of a visitor who declined cookies: for tests that only look at pages. What
 * the browser has loaded and compiled stays, which takes a third less time than a new browser context for each test.
 */
export const test = journey.extend<object, { onePage: Page }>({
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
  page: async ({ onePage }, use) => {
    onePage.removeAllListeners();
    await onePage.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await use(onePage);
  },
});

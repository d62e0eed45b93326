import { test as base } from 'playwright/test';
import { decline } from './declined.ts';

/**
 * A test in the browser of a visitor who declined cookies, so that the question about them stays away from journeys
 * about other things; `hasDeclined: false` makes it that of a new visitor. Playwright's own `storageState` opens a page
 * more for each test, which took a tenth of the time of all journeys.
 */
export const test = base.extend<{ hasDeclined: boolean }>({
  hasDeclined: [true, { option: true }],
  context: async ({ context, hasDeclined }, use) => {
    if (hasDeclined) await decline(context);
    await use(context);
  },
});

import { test as journey } from './journey.ts';

/**
 * Tests that share one page in each process, of a visitor who declined cookies: for tests that only look at pages. What
 * the browser has loaded and compiled stays, which takes a third less time than a new browser context for each test.
 */
export const test = journey.extend({
  page: async ({ onePage }, use, { project }) => {
    onePage.removeAllListeners();
    await onePage.context().clearCookies();
    await onePage.setViewportSize(project.use.viewport!);
    await onePage.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await use(onePage);
  },
});

import { expect, type Page } from 'playwright/test';
import { isSkippedTransition } from './is-skipped-transition.ts';
import { TEMPLATES } from './templates.ts';
import { test as base } from './visitor.ts';

/** The kinds of pages, each in Dutch and in German; of a further state of one of them one language is enough. */
export const PAGES = TEMPLATES.flatMap(([name, paths, only]) =>
  (['nl', 'de'] as const)
    .filter((language) => !only || only === language)
    .map((language) => ({ name: `${name} (${language})`, path: paths[language] })),
);

/**
 * A page on which every error of the console, broken policy or failed response fails the journey; `complaints` is what
 * it said.
 */
export const test = base.extend<{ complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument as a pattern
  baseURL: async ({}, use) => {
    await use(process.env.DORPEL_TEST_URL ?? '');
  },
  complaints: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => {
        // A page that is not found, or no more, is meant to respond so; the browser reports it.
        const expected =
          /status of 4(?:04|10)/.test(message.text()) &&
          new URL(message.location().url || 'x:').pathname === new URL(page.url()).pathname;
        if (['error', 'warning'].includes(message.type()) && !expected)
          said.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => isSkippedTransition(error) || said.push(`error: ${error.message}`));
      page.on('requestfailed', (request) => {
        // What the page no longer wants when the visitor moves on is no failure.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED')
          said.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
      });
      await use(said);
      expect(said, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Scrolls as far as it goes, so that lazy pictures are requested, and back. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

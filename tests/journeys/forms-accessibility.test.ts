import { axeFaults } from '../support/axe.ts';
import { brokenOn, watchPolicy } from '../support/broken-policy.ts';
import { FORM_PAGES } from '../support/form-pages.ts';
import { expect, submit, test, touch } from '../support/live-journey.ts';
import { overflowOf } from '../support/overflow.ts';

const WIDTHS = { nl: 390, de: 1440 };

// All forms share one engine: each is seen in one of the two languages, alternately.
for (const [at, [form, pages]] of FORM_PAGES.entries()) {
  for (const language of [at % 2 === 0 ? 'de' : 'nl'] as const) {
    test(`${form} is accessible with errors shown and keeps to the policy and the window (${language})`, async ({
      page,
      complaints,
    }) => {
      await watchPolicy(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(pages[language]);
      await touch(page);
      await submit(page);
      await expect(page.locator('.summary')).toBeVisible();
      const width = WIDTHS[language];
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFaults(page)).toEqual([]);
      expect(await overflowOf(page)).toEqual({ pixels: 0, elements: [] });
      expect(await brokenOn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      // A label that is missing is shown by its key.
      expect(await page.locator('main').innerText()).not.toMatch(/\b[A-Z]{3,}_[A-Z0-9_]+\b/);
    });
  }
}

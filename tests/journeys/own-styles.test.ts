import type { Page } from 'playwright/test';
import { expect } from '../support/journey.ts';
import { test } from '../support/one-page.ts';

/** What the styles of a page and those of the site give to the parts of a list. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
    return {
      own: styleOf('main .count').letterSpacing,
      margin: styleOf('main .wrap').paddingInlineStart,
      button: styleOf('.filter button[type=submit]').backgroundColor,
      padding: styleOf('.filter button[type=submit]').paddingInlineStart,
    };
  });

for (const [name, search] of [
  ['prerendered', ''],
  ['filtered', '?type=2&maxPrice=900000'],
  ['on its second page', '?page=2'],
] as const) {
  // Every violation of the policy is a complaint, and fails the journey.
  test(`a list with styles of its own keeps them, its margins and its buttons (${name})`, async ({ page }) => {
    await page.goto(`/nl/te-koop/${search}`);
    const looks = await looksOf(page);
    expect(looks.own).toBe('0.5px');
    await page.goto(`/nl/te-huur/${search}`);
    expect(looks).toEqual({ ...(await looksOf(page)), own: '0.5px' });
    expect(Number.parseFloat(looks.margin)).toBeGreaterThan(15);
    expect(looks.button).not.toBe('rgba(0, 0, 0, 0)');
  });
}

test('another list has none of these styles', async ({ page }) => {
  await page.goto('/nl/te-huur/?type=2&maxPrice=9000');
  expect((await looksOf(page)).own).toBe('normal');
});

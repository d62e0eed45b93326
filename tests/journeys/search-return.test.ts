import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const field = (page: Page) => page.locator('main input[name=q]');
const panel = (page: Page) => page.locator('main [role=listbox]');

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} px suggestions are in view and leave the choice of a goal free`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/nl/');
    await field(page).click();
    await expect(panel(page)).toBeVisible();
    await expect(panel(page)).toBeInViewport({ ratio: 0.95 });
    const covered = await page.locator('search .two a, search input').evaluateAll((all) =>
      all.filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      }),
    );
    expect(covered).toEqual([]);
  });

for (const [width, height] of [
  [320, 640],
  [640, 400],
] as const)
  test(`at ${width} x ${height} the field stays in view above its suggestions, whose names are whole`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/de/');
    await field(page).focus();
    await expect(panel(page)).toBeVisible();
    const isFree = () =>
      field(page).evaluate((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
      });
    await expect.poll(isFree).toBe(true);
    const names = await panel(page)
      .locator('.place > :first-child')
      .evaluateAll((all) => all.map((one) => one.getClientRects()[0]!.width));
    expect(Math.min(...names)).toBeGreaterThan(100);
  });

/** Types a phrase, follows it to its list, and comes back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.goto('/nl/');
  await field(page).click();
  await expect(panel(page)).toBeVisible();
  await field(page).fill('huis in meise');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/nl\/te-(?:koop|huur)\/\?/);
  await page.goBack();
  await expect(page).toHaveURL(/\/nl\/$/);
}

test.describe('after "back"', () => {
  test('the box has the text again, and the first touch keeps it', async ({ page }) => {
    await leaveAndReturn(page);
    await expect(field(page)).toHaveValue('huis in meise');
    await field(page).click();
    await expect(panel(page).locator('.place').first()).toContainText(/Meise/);
    await expect(field(page)).toHaveValue('huis in meise');
  });

  test('a page of results shows the text of its URL', async ({ page }) => {
    await page.goto('/nl/zoeken/?q=zuidtuin');
    await field(page).click();
    await field(page).fill('huis in meise');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/te-(?:koop|huur)\/\?/);
    await page.goBack();
    await expect(field(page)).toHaveValue('zuidtuin');
  });
});

import type { Page } from 'playwright/test';
import { expect, forgive, test } from '../support/live-journey.ts';

const field = (page: Page) => page.locator('main input[name=q]');
const panel = (page: Page) => page.locator('main [role=listbox]');

for (const [language, words, name, list] of [
  [
    'nl',
    'huis met tuin in grimbergn',
    'Grimbergen · Huizen · Tuin',
    /\/nl\/te-koop\/\?city=Grimbergen%7C1850&type=1&garden=1$/,
  ],
  ['fr', 'maison avec jardin', 'Maisons · Jardin', /\/fr\/a-vendre\/\?type=1&garden=1$/],
  ['en', 'house with garden', 'Houses · Garden', /\/en\/for-sale\/\?type=1&garden=1$/],
  ['de', 'Haus mit Garten', 'Häuser · Garten', /\/de\/zu-verkaufen\/\?type=1&garden=1$/],
] as const)
  test(`a phrase is shown as what was understood, and leads to its list by keyboard (${language})`, async ({
    page,
  }) => {
    await page.goto(`/${language}/`);
    await field(page).click();
    await field(page).fill(words);
    await expect(panel(page).locator('.place')).toContainText(name);
    await expect(page.locator('main search [role=status]')).toContainText(name);
    await field(page).press('ArrowDown');
    await field(page).press('Enter');
    await expect(page).toHaveURL(list);
    await expect(page.locator('.chips li').first()).toBeVisible();
  });

test('what was not understood is said in the dropdown', async ({ page }) => {
  await page.goto('/nl/');
  await field(page).click();
  await field(page).fill('huis met zwembad');
  await expect(panel(page)).toContainText('Niet begrepen: zwembad');
});

test('a town that is found is not said twice', async ({ page }) => {
  await page.goto('/nl/');
  await field(page).click();
  const understood = page.waitForResponse(/\/api\/search.*q=grimbergen$/);
  await field(page).fill('grimbergen');
  await understood;
  await expect(panel(page)).toContainText('Grimbergen [1850]');
  await expect(panel(page).locator('.place')).toHaveCount(1);
});

test('without the server the towns are still found', async ({ page, complaints }) => {
  await page.route('**/api/search*', (route) => route.abort('failed'));
  await page.goto('/nl/');
  await field(page).click();
  await field(page).fill('meise');
  await expect(panel(page)).toContainText('Meise [1860]');
  await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
  forgive(complaints, /ERR_FAILED/);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the same words lead to the same list, at 390 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/nl/');
    await field(page).fill('huis te koop met tuin in grimbergn');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/te-koop\/\?city=Grimbergen%7C1850&type=1&garden=1$/);
    await expect(page.locator('.chips li')).toHaveCount(4);
  });
});

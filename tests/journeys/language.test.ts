import { expect, test } from '../support/journey.ts';

test('a chosen language is remembered and used at the URL without a language', async ({ page, context }) => {
  await page.goto('/nl/te-koop/grimbergen/huis-met-boomgaard/35187/');
  await page
    .locator('header')
    .getByRole('link', { name: /Deutsch/ })
    .click();
  await expect(page).toHaveURL(/\/de\/zu-verkaufen\/grimbergen\/.*\/35187\/$/);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('de');
  expect(
    (await context.cookies())
      .filter(({ name }) => name === 'lang')
      .map(({ value, path, sameSite }) => ({ value, path, sameSite })),
  ).toEqual([{ value: 'de', path: '/', sameSite: 'Lax' }]);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto('/for-sale/?type=1');
  await expect(page).toHaveURL(/\/de\/zu-verkaufen\/haeuser\/$/);
});

test('a language that is only stored in the browser is used too: browsers delete cookies sooner', async ({ page }) => {
  await page.goto('/nl/');
  await page.evaluate(() => localStorage.setItem('lang', 'de'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.evaluate(() => localStorage.setItem('lang', 'xx"]'));
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
});

test('nothing is stored for a visitor who chose no language', async ({ page, context }) => {
  await page.goto('/fr/');
  await page.goto('/fr/a-vendre/');
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBeNull();
});

test('the switcher keeps the filters of a list', async ({ page }) => {
  await page.goto('/nl/te-koop/?type=1&maxPrice=600000');
  await page
    .locator('header')
    .getByRole('link', { name: /English/ })
    .click();
  await expect(page).toHaveURL(/\/en\/for-sale\/\?type=1&maxPrice=600000$/);
});

test('the switcher keeps campaign parameters on a prerendered page', async ({ page }) => {
  await page.goto('/nl/contact/?utm_source=brief');
  await page
    .locator('header')
    .getByRole('link', { name: /Français/ })
    .click();
  await expect(page).toHaveURL(/\/fr\/contact\/\?utm_source=brief$/);
});

test('the drawer shows the languages by name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/nl/contact/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('#menu').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/contact\/$/);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en');
});

test('the language can be changed in a browser that stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await page.goto('/nl/contact/');
  await page
    .locator('header')
    .getByRole('link', { name: /Deutsch/ })
    .click();
  await expect(page).toHaveURL(/\/de\/kontakt\/$/);
});

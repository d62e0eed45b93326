import { focusWalk } from '../support/focus-walk.ts';
import { expect, test } from '../support/journey.ts';

test.use({ viewport: { width: 390, height: 844 } });

const insideMenu = () => document.activeElement?.closest('#menu') !== null;

test('the first Tab stop is a link past the header', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Naar de inhoud' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('the menu is opened, walked through and closed by keyboard alone', async ({ page }) => {
  await page.goto('/nl/');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sluiten' })).toBeFocused();
  // The page behind is only locked after the menu is painted; no finger is quicker than that.
  await expect(page.locator('main')).toHaveAttribute('inert');

  const stops = await page.locator('#menu').locator('a, button').count();
  const seen = new Set<string>();
  for (let step = 0; step < stops * 2; step += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bars may come between the last and the first; no other part of the page may.
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('#menu') !== null,
      ),
      `after ${step + 1} tabs`,
    ).toBe(true);
    seen.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  expect(seen.size).toBeGreaterThan(stops / 2);
  await page.keyboard.press('Shift+Tab');
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('#menu') !== null,
    ),
  ).toBe(true);

  await page.keyboard.press('Escape');
  await expect(page.locator('#menu')).toBeHidden();
  await expect(button).toBeFocused();
  expect(await page.evaluate(insideMenu)).toBe(false);
});

test('the page behind the open menu does not scroll and is reachable after closing', async ({ page }) => {
  await page.goto('/nl/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('main')).toHaveAttribute('inert');
  await page.mouse.move(200, 400);
  for (let attempt = 0; attempt < 5; attempt += 1) await page.mouse.wheel(0, 800);
  await page.keyboard.press('End');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('main')).not.toHaveAttribute('inert');
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('filters, expandable sections and pagination work by keyboard alone', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await page.locator('details.filter > summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Gemeente').first()).toBeFocused();
  await page.getByLabel('Prijs tot').focus();
  await page.keyboard.type('400000');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/maxPrice=400000/);
});

test('the focused element is visible and no sticky bar covers it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/nl/te-koop/grimbergen/huis-met-boomgaard/35187/');
  const stops = await focusWalk(page);
  expect(stops.length).toBeGreaterThan(40);
  expect(stops.filter(({ hidden, bare }) => hidden || bare)).toEqual([]);
});

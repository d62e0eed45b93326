import { expect, overflowOf, PAGES, test } from '../support/journey.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];

for (const { name, address } of PAGES) {
  test(`${name} fits from 320 to 1920 pixels`, async ({ page }) => {
    await page.goto(address);
    await page.evaluate(() => document.fonts.ready);
    // Folded parts must fit as well as open ones.
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `at ${width} px`).toEqual({ pixels: 0, elements: [] });
    }
  });
}

test('device classes change at 767 and 1280 pixels', async ({ page }) => {
  await page.goto('/nl/');
  const seen = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return { menu: await page.locator('header .nav').isVisible(), valuation: await page.locator('header .cta').isVisible() };
  };
  expect(await seen(766)).toEqual({ menu: false, valuation: false });
  expect(await seen(767)).toEqual({ menu: false, valuation: true });
  expect(await seen(1279)).toEqual({ menu: false, valuation: true });
  expect(await seen(1280)).toEqual({ menu: true, valuation: true });
});

import { contrastFaults, partsOf } from '../support/contrast.ts';
import { expect, test } from '../support/journey.ts';

test.use({ contrast: 'more' });

test('a system that asks for more contrast gets black and white, without scripts too', async ({ browser, baseURL }) => {
  for (const [colorScheme, colour] of [
    ['light', 'rgb(0, 0, 0)'],
    ['dark', 'rgb(255, 255, 255)'],
  ] as const) {
    const context = await browser.newContext({ contrast: 'more', colorScheme, javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await page.goto('/nl/');
    // Without scripts the page cannot be asked; the colour of a text shows which style sheet holds.
    await expect(page.locator('.foot .base')).toHaveCSS('color', colour);
    await context.close();
  }
});

test('with more contrast every part can be read, in every state', async ({ page }) => {
  test.setTimeout(120_000);
  const known = new Set<string>();
  const found: string[] = [];
  for (const path of ['/nl/', '/nl/te-koop/?type=1&maxPrice=900000', '/nl/te-koop/x/y/35187/', '/nl/contact/']) {
    await page.goto(path);
    found.push(...(await contrastFaults(page, known, ['light', 'dark'])).map((fault) => `${path}: ${fault}`));
    expect((await partsOf(page)).length, path).toBeGreaterThan(0);
  }
  expect(found).toEqual([]);
});

import { axeFaults } from '../support/axe.ts';
import { brokenOn } from '../support/broken-policy.ts';
import { expect, PAGES, scrollThrough } from '../support/journey.ts';
import { test } from '../support/one-page.ts';
import { overflowOf } from '../support/overflow.ts';

const WIDTHS = [320, 390, 768, 1280, 1920];

for (const { name, path } of PAGES) {
  // Each template is seen in both languages and at both widths; which is seen where saves half of the time.
  const isGerman = path.startsWith('/de/');
  test(`${name} keeps to its policy, fits from 320 to 1920 pixels and is accessible`, async ({ page, complaints }) => {
    // Colours that are still changing cannot be judged.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(isGerman ? { width: 1440, height: 900 } : { width: 390, height: 844 });
    await page.goto(path, { waitUntil: 'load' });

    await test.step('axe', async () => {
      expect(await axeFaults(page)).toEqual([]);
      if (isGerman) return;
      // The dark changes colours and nothing else.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await axeFaults(page, { rules: ['color-contrast'] }), 'in the dark').toEqual([]);
    });

    await test.step('width', async () => {
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

    await test.step('policy', async () => {
      await scrollThrough(page);
      await page
        .locator('header button[popovertarget=menu]')
        .evaluate((button) => (button as HTMLButtonElement).click());
      expect(await brokenOn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(
        await page
          .locator('img')
          .evaluateAll((images) =>
            (images as HTMLImageElement[])
              .filter(({ complete, naturalWidth, currentSrc }) => complete && naturalWidth === 0 && currentSrc !== '')
              .map(({ currentSrc }) => currentSrc),
          ),
        'pictures that do not show',
      ).toEqual([]);
    });
  });
}

test('device classes change at 767 and 1280 pixels', async ({ page }) => {
  await page.goto('/nl/');
  const seen = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return {
      menu: await page.locator('header .nav').isVisible(),
      valuation: await page.locator('header .cta').isVisible(),
    };
  };
  expect(await seen(766)).toEqual({ menu: false, valuation: false });
  expect(await seen(767)).toEqual({ menu: false, valuation: true });
  expect(await seen(1279)).toEqual({ menu: false, valuation: true });
  expect(await seen(1280)).toEqual({ menu: true, valuation: true });
});

test('an injected script does not run', async ({ page, complaints }) => {
  await page.goto('/nl/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.slipped = true';
    document.body.append(script);
    return 'slipped' in globalThis;
  });
  expect(ran).toBe(false);
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  complaints.length = 0;
});

for (const [language, path] of [
  ['nl', '/nl/'],
  ['de', '/de/'],
] as const) {
  test(`the open menu is accessible (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.locator('header button[popovertarget=menu]').click();
    await expect(page.locator('#menu')).toBeVisible();
    expect(await axeFaults(page, { include: '#menu' })).toEqual([]);
  });
}

import type { Page } from 'playwright/test';
import { contrastFaults, partsOf } from '../support/contrast.ts';
import { expect, test } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { TEMPLATES } from '../support/templates.ts';

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
const colours = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor].join(' on ');
  });
const store = (page: Page, comfort: string) => page.evaluate((text) => localStorage.setItem('comfort', text), comfort);
const summary = (page: Page) => page.getByText('Tekst en contrast');

test('a larger text is chosen with the keyboard, stays in place, and is kept on the next page', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  const cookies = await page.context().cookies();
  await summary(page).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('radio', { name: '100 %' });
  await expect(first).toBeChecked();
  await first.focus();
  const top = async () => (await page.locator('comfort-choice').boundingBox())?.y ?? 0;
  const before = await top();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: '130 %' })).toBeChecked();
  await expect.poll(() => rootSize(page)).toBe('20.8px');
  // The page above grew by hundreds of pixels.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40);
  await page.goto('/nl/contact/');
  expect(await rootSize(page)).toBe('20.8px');
  expect(await page.context().cookies()).toEqual(cookies);
  await summary(page).click();
  await expect(page.getByRole('radio', { name: '130 %' })).toBeChecked();
  await page.getByRole('radio', { name: '100 %' }).check();
  await expect.poll(() => rootSize(page)).toBe('16px');
  expect(await page.evaluate(() => localStorage.getItem('comfort'))).toBeNull();
});

test('more contrast gives black and white, in light and in dark, and goes again', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/nl/');
  const usual = await colours(page);
  await summary(page).click();
  await expect(page.getByRole('checkbox', { name: 'Meer contrast' })).toBeInViewport();
  await page.getByRole('checkbox', { name: 'Meer contrast' }).check();
  await expect.poll(() => colours(page)).toBe('rgb(0, 0, 0) on rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/nl/te-koop/');
  expect(await colours(page)).toBe('rgb(255, 255, 255) on rgb(18, 18, 18)');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/nl/');
  await summary(page).click();
  await page.getByRole('checkbox', { name: 'Meer contrast' }).uncheck();
  await expect.poll(() => colours(page)).toBe(usual);
});

test('a stored choice is there before the first paint, and other visitors request nothing for it', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/nl/te-koop/');
  expect(requested.filter((path) => /text-size/.test(path))).toEqual([]);
  await store(page, '150 more');
  // The style sheets arrive late, as on a slow line.
  await page.route(/\/_astro\/(text-size|contrast)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.goto('/nl/te-koop/');
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  const { paint, sheets } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
    sheets: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /text-size|contrast/.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
  }));
  expect(sheets).toHaveLength(2);
  expect(paint).toBeGreaterThan(Math.max(...sheets));
});

test('a system that asks for more contrast gets it without a choice and without scripts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    contrast: 'more',
    colorScheme: 'light',
    javaScriptEnabled: false,
    baseURL,
  });
  const page = await context.newPage();
  await page.goto('/nl/');
  await expect(page.getByText('Tekst en contrast')).toBeHidden();
  const shot = page.locator('.foot .base');
  // Without scripts the page cannot be asked; what is behind a text shows which style sheet holds.
  await expect(shot).toHaveCSS('color', 'rgb(0, 0, 0)');
  await context.close();
});

test('with the largest text no kind of page scrolls sideways, from 320 pixels on', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/nl/');
  await store(page, '150 more');
  const wide: string[] = [];
  for (const [name, paths, only] of TEMPLATES) {
    await page.goto(paths[only ?? 'nl']);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const { pixels, elements } = await overflowOf(page);
      if (pixels > 0) wide.push(`${width} ${name}: ${pixels} pixels, ${elements.join('; ')}`);
    }
  }
  expect(wide).toEqual([]);
});

test('with more contrast every part can be read, in every state', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/nl/');
  await store(page, '100 more');
  const known = new Set<string>();
  const found: string[] = [];
  for (const path of ['/nl/', '/nl/te-koop/?type=1', '/nl/te-koop/x/y/35187/', '/nl/contact/']) {
    await page.goto(path);
    found.push(...(await contrastFaults(page, known, ['light', 'dark'])).map((fault) => `${path}: ${fault}`));
    expect((await partsOf(page)).length, path).toBeGreaterThan(0);
  }
  expect(found).toEqual([]);
});

test('what somebody else wrote into the storage changes nothing', async ({ page }) => {
  await page.goto('/nl/');
  for (const text of ['999', '"><img src=x onerror=alert(1)>', '130px;more']) {
    await store(page, text);
    await page.goto('/nl/');
    expect(['16px', '20.8px']).toContain(await rootSize(page));
    await expect(page.locator('img[src=x]')).toHaveCount(0);
  }
});

import { expect, test } from '../support/journey.ts';

const LIST = '/nl/te-koop/';
const PHONE = { width: 390, height: 844 };

test('on a phone the photographs below the fold load after the first view', async ({ page }) => {
  let arrives = () => {};
  const held = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  const requested: string[] = [];
  await page.setViewportSize(PHONE);
  await page.route(/\/media\//, async (route) => {
    requested.push(route.request().url());
    if (requested.length === 1) await held;
    await route.continue();
  });
  await page.goto(LIST, { waitUntil: 'domcontentloaded' });
  const photos = page.locator('.grid .pic img');
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const late = await photos.nth(2).evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(late).toBe('');
  expect(requested.length).toBeLessThanOrEqual(2);
  arrives();
  await expect.poll(() => photos.nth(2).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('the photographs do not wait', async ({ page }) => {
    const requested = new Set<string>();
    page.on('request', (request) => request.resourceType() === 'image' && requested.add(request.url()));
    await page.setViewportSize(PHONE);
    await page.goto(LIST);
    await page.locator('.grid .pic').nth(3).scrollIntoViewIfNeeded();
    await expect.poll(() => [...requested].filter((url) => url.includes('/media/')).length).toBeGreaterThan(3);
  });
});

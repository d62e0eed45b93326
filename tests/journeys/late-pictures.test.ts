import { expect, test } from '../support/journey.ts';

const LIST = '/nl/te-koop/';
const PROPERTY = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
const PHONE = { width: 390, height: 844 };

for (const path of ['/nl/', LIST, PROPERTY, '/nl/over-ons/', '/nl/projecten/', '/nl/woonadvies/', '/nl/testimonials/'])
  test(`${path}: on a phone the photographs below the first view load after it`, async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    let arrives = () => {};
    const held = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    await page.setViewportSize(PHONE);
    // The styles for more contrast are not used here: they hold back the end of loading and nothing else.
    await page.route(/\/_astro\/contrast|\/media\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('footer').waitFor({ state: 'attached' });
    await expect(page.locator('html')).not.toHaveAttribute('data-loaded');
    await page.waitForTimeout(500);
    const lazy = page.locator('img[loading=lazy]');
    const namesOf = (all: Element[]) =>
      all.flatMap((one) => `${one.getAttribute('src') ?? ''} ${one.getAttribute('srcset') ?? ''}`.split(/,? /));
    const below = new Set(await lazy.evaluateAll(namesOf));
    // The first picture can be shown again below.
    for (const name of await page.locator('img:not([loading]), source').evaluateAll(namesOf)) below.delete(name);
    const asked = () =>
      requested.filter((url) => below.has(url.replace(/^https?:\/\/[^/]+/, '')) && url.includes('/media/'));
    expect(asked()).toEqual([]);
    arrives();
    await page.waitForLoadState();
    if (below.size === 0) return;
    await lazy.first().scrollIntoViewIfNeeded();
    await expect.poll(() => asked().length).toBeGreaterThan(0);
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

import { type BrowserContext, type BrowserContextOptions, expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { type BannerSite, calmMoment, largestPaint, openBannerSite, visitBanner } from '../support/banner-site.ts';
import { decline } from '../support/declined.ts';
import { test } from '../support/visitor.ts';

let url = '';
let close: BannerSite['close'] | undefined;
// One worker: each worker would build the site of the banners.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ url, close } = await openBannerSite());
});
test.afterAll(() => close?.());

const viewing = (context: BrowserContext, path: string, more = {}) => visitBanner(context, url + path, more);
const slider = (page: Page) => page.locator('.slider');

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a gallery is a swipeable row with linked pictures, and loads its first picture first', async ({ context }) => {
    const page = await viewing(context, '');
    await expect(page.locator('.slide')).toHaveCount(4);
    await expect(page.locator('.slide img').first()).toHaveAttribute('fetchpriority', 'high');
    await expect(page.locator('.slide img').nth(1)).toHaveAttribute('loading', 'lazy');
    await page.getByRole('link', { name: '3 van 4' }).click();
    await expect(page.locator('.slide').nth(2)).toBeInViewport({ ratio: 0.9 });
  });

  test('properties and projects link to their pages', async ({ context }) => {
    const page = await viewing(context, 'b-properties/');
    await page.locator('.slide a').first().click();
    await expect(page).toHaveURL(/\/nl\/te-(koop|huur)\/.+\/\d+\/$/);
    await page.goto(`${url}b-projects/`);
    // The picture is part of the link.
    await page.mouse.click(200, (await page.locator('.window').boundingBox())!.y + 20);
    await expect(page).toHaveURL(/\/nl\/projecten\/.+\/\d+\/$/);
  });

  test('a film shows its poster, a colour shows text, and unpublished items are not shown', async ({ context }) => {
    const page = await viewing(context, 'b-video/');
    await expect(page.locator('.page-banner img')).toBeVisible();
    await expect(page.locator('video, .pause:visible')).toHaveCount(0);
    await page.goto(`${url}b-color/`);
    await expect(page.locator('.page-banner.action')).toContainText('Titel color');
    await expect(page.locator('.page-banner')).not.toContainText('Stil');
    await page.goto(`${url}b-none/`);
    await expect(page.locator('.page-banner')).toHaveCount(0);
  });

  test('the search is in the banner when the setting says so', async ({ context }) => {
    const page = await viewing(context, 'b-gallery/');
    await expect(page.locator('.page-banner').getByRole('search')).toBeVisible();
    await page.goto(`${url}b-image/`);
    await expect(page.locator('.page-banner')).toBeVisible();
    await expect(page.locator('.page-banner').getByRole('search')).toHaveCount(0);
  });
});

for (const [name, options, saveData] of [
  ['less motion', { reducedMotion: 'reduce' }, false],
  ['less data', {}, true],
] as [string, BrowserContextOptions, boolean][]) {
  test(`visitors who ask for ${name} get the plain row without code`, async ({ browser }) => {
    const context = await browser.newContext(options);
    await decline(context);
    if (saveData)
      await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const requested: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    for (const path of ['', 'b-video/']) {
      const page = await viewing(context, path);
      await page.waitForLoadState('networkidle');
      await calmMoment(page);
      await expect(page.locator('.slider[data-ready], video')).toHaveCount(0);
    }
    expect(requested.filter((path) => /\.js|\.mp4/.test(path))).toEqual([]);
    await context.close();
  });
}

test('a banner below the fold loads nothing until it is scrolled into view', async ({ context }) => {
  await decline(context);
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 50 });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await calmMoment(page);
  await expect(slider(page)).not.toHaveAttribute('data-ready');
  await slider(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  await expect(slider(page)).toHaveAttribute('data-ready', 'true', { timeout: 15_000 });
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`the first slide is the largest paint and axe finds no violation (motion: ${reducedMotion})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ reducedMotion, locale: 'nl-BE' });
    await decline(context);
    // Without motion every row is the same still one.
    for (const path of reducedMotion === 'reduce'
      ? ['', 'b-video/']
      : ['', 'b-properties/', 'b-projects/', 'b-video/']) {
      const page = await viewing(context, path);
      const first = await page
        .locator('.slide img, .still img')
        .first()
        .evaluate((img: HTMLImageElement) => img.currentSrc);
      // The browser reports it a moment after it was painted.
      await expect.poll(() => largestPaint(page)).toBe(first);
      const moves = reducedMotion !== 'reduce' && path !== 'b-video/';
      await expect(page.locator('[data-ready=true]').and(slider(page))).toHaveCount(moves ? 1 : 0);
      expect(await axeFaults(page, { include: '.banner, .page-banner' }), path).toEqual([]);
      await page.close();
    }
    await context.close();
  });
}

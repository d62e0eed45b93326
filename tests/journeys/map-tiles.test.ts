import { expect, type Page } from 'playwright/test';
import { test } from '../support/visitor.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
const HOST = 'http://tiles.example';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Opens the map of a site with tiles configured, as its page would be written then; the behaviour of the tile server is
 * given.
 */
async function openMap(page: Page, serve: 'well' | 'broken' | 'dead'): Promise<{ requested: string[] }> {
  const requested: string[] = [];
  page.on('request', (request) => void (request.url().startsWith(HOST) && requested.push(request.url())));
  await page.route(`${HOST}/**`, async (route) => {
    if (serve === 'well')
      await route.fulfill({
        body: PIXEL,
        contentType: 'image/png',
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      });
    if (serve === 'broken') await route.fulfill({ status: 503 });
    // Dead: never responds.
  });
  await page.route('**/map/frame/', async (route) => {
    const response = await route.fetch();
    const tiles = JSON.stringify({
      url: `${HOST}/{z}/{x}/{y}.png`,
      attribution: '© Kaartmakers',
      maxZoom: 18,
    }).replaceAll('"', '&quot;');
    const body = (await response.text())
      .replace('<map-frame', `<map-frame data-tiles="${tiles}"`)
      .replace("img-src 'self'", `img-src 'self' ${HOST}`);
    await route.fulfill({ response: response, body });
  });
  await page.goto(`${base()}/nl/te-koop/`);
  await page.locator('details.map > summary').click();
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
  return { requested };
}
const frameOf = (page: Page) => page.frameLocator('.map iframe');
const tilesButton = (page: Page) => frameOf(page).getByRole('button', { name: 'Toon stratenkaart van tiles.example' });

test('another company is contacted only after a click that names it', async ({ page }) => {
  const { requested } = await openMap(page, 'well');
  await expect(frameOf(page).getByText('Dat andere bedrijf ziet dan uw IP-adres.')).toBeVisible();
  await expect(frameOf(page).locator('.town').first()).toBeAttached();
  await page.waitForTimeout(500);
  expect(requested).toEqual([]);
  await tilesButton(page).click();
  await expect(frameOf(page).locator('img.leaflet-tile-loaded').first()).toBeAttached();
  await expect(frameOf(page).getByText('© Kaartmakers')).toBeVisible();
  await expect(frameOf(page).locator('.town')).toHaveCount(0);
  expect(requested.length).toBeGreaterThan(0);
});

test('a second page view asks again', async ({ page }) => {
  const { requested } = await openMap(page, 'well');
  await tilesButton(page).click();
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  await page.reload();
  // What was still under way for the first page view has ended with it.
  requested.length = 0;
  // The URL of an opened map opens it again.
  await expect(tilesButton(page)).toBeVisible();
  expect(requested).toEqual([]);
});

for (const [how, serve, patienceMs] of [
  ['responds with errors', 'broken', 0],
  ['does not respond', 'dead', 10_000],
] as const) {
  test(`when the other company ${how} the towns return on a plain background`, async ({ page }) => {
    await page.clock.install();
    await openMap(page, serve);
    await tilesButton(page).click();
    await expect(tilesButton(page)).toHaveCount(0);
    await page.clock.fastForward(patienceMs);
    await expect(frameOf(page).getByText('De stratenkaart laadt niet.')).toBeVisible();
    await expect(frameOf(page).locator('.town').first()).toBeAttached();
    await expect(frameOf(page).locator('img.leaflet-tile')).toHaveCount(0);
    await expect(frameOf(page).locator('.credit:not(.ground)')).toHaveCount(0);
  });
}

test('without tiles configured the map requests nothing and shows the towns', async ({ page }) => {
  await page.goto(`${base()}/nl/te-koop/`);
  await page.locator('details.map > summary').click();
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
  await expect(frameOf(page).locator('.ask')).toHaveCount(0);
  await expect(frameOf(page).locator('.town:not([data-side=none]) span').first()).toBeVisible();
});

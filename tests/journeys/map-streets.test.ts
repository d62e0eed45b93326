import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, type Page } from 'playwright/test';
import { openTileFile } from '../../src/features/map/street-tiles.server.ts';
import { writeStreetTiles } from '../support/street-tiles.ts';
import { test } from '../support/visitor.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
const frameOf = (page: Page) => page.frameLocator('.map iframe');
const BOUNDS = { south: 50.85, west: 4.29, north: 51.01, east: 4.45 };

/** Opens the map of a list on a site that has a small file of vector tiles; `damage` changes what is sent. */
async function openStreets(page: Page, path: string, damage?: (tile: Buffer) => Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'dorpel-tiles-'));
  const file = join(folder, 'test.pmtiles');
  writeStreetTiles(file, { middle: [4.37, 50.93] });
  const tiles = await openTileFile(file);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.route('**/api/map?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const attribution = { text: '© OpenStreetMap', link: 'https://www.openstreetmap.org/copyright' };
    const url = '/api/tiles/test/{z}/{x}/{y}.mvt';
    await route.fulfill({
      json: { ...answer, streets: { url, minZoom: 8, maxZoom: 13, bounds: BOUNDS, attribution } },
    });
  });
  await page.route('**/api/tiles/**', async (route) => {
    const [z = 0, x = 0, y = 0] = new URL(route.request().url()).pathname.split('/').slice(4).map(Number.parseFloat);
    const tile = await tiles.tile(z, x, y);
    const body = tile ? gunzipSync(tile.data) : Buffer.alloc(0);
    await route.fulfill({ body: damage ? damage(body) : body, contentType: 'application/vnd.mapbox-vector-tile' });
  });
  await page.goto(base() + path);
  await page.locator('details.map > summary').click();
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
  return {
    requested,
    async close() {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await tiles.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** How many different colours the tiles of the map show. */
const colours = (page: Page) =>
  frameOf(page)
    .locator('canvas.leaflet-tile')
    .evaluateAll((canvases) => {
      const seen = new Set<number>();
      for (const canvas of canvases as HTMLCanvasElement[]) {
        if (canvas.width === 0) continue;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        for (const pixel of new Uint32Array(data.buffer)) seen.add(pixel);
      }
      return seen.size;
    });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`streets are drawn from the site itself, ${colorScheme}, and their maker is named`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { requested, close } = await openStreets(page, '/nl/te-koop/');
    // Land, water, a park, roads with their edges, and names.
    await expect.poll(() => colours(page)).toBeGreaterThan(6);
    const credit = frameOf(page).getByRole('link', { name: '© OpenStreetMap' });
    await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
    await expect(frameOf(page).locator('path.border, .town')).toHaveCount(0);
    expect(requested.filter((url) => !url.startsWith(base()))).toEqual([]);
    await close();
  });
}

test('the names on the map are in the language of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...given) {
      const book = window.top as unknown as { written: string[] };
      book.written ??= [];
      book.written.push(given[0]);
      return fillText.apply(this, given);
    };
  });
  const { close } = await openStreets(page, '/fr/a-vendre/');
  const written = () => page.evaluate(() => (window as unknown as { written?: string[] }).written?.join(' ') ?? '');
  await expect.poll(written).toContain('Village');
  expect(await written()).not.toContain('Testdorp');
  await close();
});

test('a tile that is damaged leaves the map usable', async ({ page }) => {
  const { close } = await openStreets(page, '/nl/te-koop/', (tile) => tile.fill(255, 3));
  await expect(frameOf(page).locator('.pin, .cluster').first()).toBeVisible();
  await frameOf(page).getByRole('button', { name: 'Inzoomen', exact: true }).click();
  await expect(frameOf(page).locator('.pin, .cluster').first()).toBeVisible();
  await close();
});

import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { streetsFileOf } from '../../src/server/catalogue/map/street-tiles.ts';
import { startMeteredSite } from '../support/metered.ts';
import { writeStreetTiles } from '../support/street-tiles.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { type Figure, median, rounded } from './figure.ts';
import { SLOW_4G } from './slow-page-load.ts';

/** Streets around the towns of the demo, so dense that the file has the size of a province. */
const TILES = { middle: [4.37, 50.93], minZoom: 7, maxZoom: 14, reach: 0.45, streets: 9000 } as const;
const LIST = '/nl/te-koop/';

/**
 * On the slow network, from the touch that opens the map of a list until its first useful picture: without streets
 * those of the towns, with a large file of streets the first tile; and the bytes of code that this takes.
 */
export async function measureMap(bench: Bench): Promise<Figure[]> {
  const version = await bench.versions.two();
  const figures: Figure[] = [];
  for (const hasStreets of [false, true]) {
    const file = streetsFileOf(version.dataDir);
    if (hasStreets) {
      mkdirSync(dirname(file), { recursive: true });
      writeStreetTiles(file, bench.quick ? { ...TILES, streets: 500 } : TILES);
    }
    const server = await startMeteredSite({ ...version, logFile: join(bench.root, 'map.log') }, { SITE_URL });
    try {
      const views: View[] = [];
      for (let round = 0; round < (bench.quick ? 1 : 5); round += 1)
        views.push(
          await withContext(bench, async (context) =>
            openMap(await context.newPage(), server.url + LIST, hasStreets ? '.leaflet-tile-loaded' : '.cluster, .pin'),
          ),
        );
      const what = hasStreets ? `a file of ${rounded(statSync(file).size / 1e6)} MB` : 'no streets';
      const ms = median(views.map(({ paintMs }) => paintMs));
      const bytes = median(views.map(({ scriptBytes }) => scriptBytes));
      figures.push(
        {
          name: `map, from touch to first useful picture, slow 4G, ${what}`,
          value: `${rounded(ms)} ms`,
          number: ms,
          target: '<= 1500 ms',
          reference: `${views.length} page views with an empty cache`,
        },
        { name: `script bytes of the opened map, ${what}`, value: `${bytes} bytes`, number: bytes },
      );
    } finally {
      await server.stop();
    }
  }
  return figures;
}

interface View {
  paintMs: number;
  scriptBytes: number;
}

async function openMap(page: Page, url: string, useful: string): Promise<View> {
  const session = await page.context().newCDPSession(page);
  let scriptBytes = 0;
  let isOpened = false;
  page.on('response', async (response) => {
    if (!isOpened || response.request().resourceType() !== 'script') return;
    scriptBytes += (await response.request().sizes()).responseBodySize;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(url, { waitUntil: 'networkidle' });
  isOpened = true;
  await page.evaluate((selector) => {
    Object.assign(globalThis, { readyAt: 0, touchedAt: 0 });
    addEventListener('pointerdown', ({ timeStamp }) => Object.assign(globalThis, { touchedAt: timeStamp }), true);
    const look = () => {
      if (document.querySelector('iframe')?.contentDocument?.querySelector(selector))
        Object.assign(globalThis, { readyAt: performance.now() });
      else requestAnimationFrame(look);
    };
    look();
  }, useful);
  await page.locator('.listmap summary').click();
  await page.waitForFunction(() => (globalThis as unknown as { readyAt: number }).readyAt > 0, null, {
    timeout: 60_000,
  });
  const paintMs = await page.evaluate(() => {
    const { readyAt, touchedAt } = globalThis as unknown as { readyAt: number; touchedAt: number };
    return readyAt - touchedAt;
  });
  await page.waitForTimeout(500);
  return { paintMs, scriptBytes };
}

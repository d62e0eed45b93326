import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { streetsFileOf } from '../../src/features/map/street-tiles.server.ts';
import { startMeteredSite } from '../support/metered.ts';
import { writeStreetTiles } from '../support/street-tiles.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { type Figure, median, rounded } from './figure.ts';
import { SLOW_4G } from './slow-page-load.ts';

/** Streets around the towns of the demo, so dense that the file has the size of a province. */
const TILES = { middle: [4.37, 50.93], minZoom: 7, maxZoom: 14, reach: 0.45, streets: 14_000 } as const;
const LIST = '/nl/te-koop/';

/**
 * On the slow network, from the touch that opens the map of a list until its first useful picture: the properties and
 * the names of the towns; with a large file of streets also until its first tile. Counts the bytes of code too.
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
          await withContext(bench, async (context) => openMap(await context.newPage(), server.url + LIST, hasStreets)),
        );
      const what = hasStreets ? `a file of ${rounded(statSync(file).size / 1e6)} MB` : 'no streets';
      const ms = median(views.map(({ paintMs }) => paintMs));
      const tileMs = median(views.map((view) => view.tileMs));
      const bytes = median(views.map(({ scriptBytes }) => scriptBytes));
      figures.push(
        {
          name: `map, from touch to first useful picture, slow 4G, ${what}`,
          value: `${rounded(ms)} ms`,
          number: ms,
          target: '<= 1500 ms',
          reference: `${views.length} page views with an empty cache`,
        },
        ...(hasStreets
          ? [
              {
                name: `map, from touch to the first tile of streets, slow 4G, ${what}`,
                value: `${rounded(tileMs)} ms`,
                number: tileMs,
              },
            ]
          : []),
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
  /** Until the first tile of streets; 0 without streets. */
  tileMs: number;
  scriptBytes: number;
}

async function openMap(page: Page, url: string, hasStreets: boolean): Promise<View> {
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
  await page.evaluate(() => {
    Object.assign(globalThis, { readyAt: 0, tileAt: 0, touchedAt: 0 });
    addEventListener('pointerdown', ({ timeStamp }) => Object.assign(globalThis, { touchedAt: timeStamp }), true);
    const seen = globalThis as unknown as { readyAt: number; tileAt: number };
    const look = () => {
      const map = document.querySelector<HTMLIFrameElement>('.map iframe')?.contentDocument;
      const has = (selector: string) => map?.querySelector(selector) !== null && map !== undefined;
      if (!seen.readyAt && has('.cluster, .pin') && has('.town')) seen.readyAt = performance.now();
      if (!seen.tileAt && has('.leaflet-tile-loaded')) seen.tileAt = performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  await page.locator('.listmap summary').click();
  await page.waitForFunction(
    (both) => {
      const { readyAt, tileAt } = globalThis as unknown as { readyAt: number; tileAt: number };
      return readyAt > 0 && (!both || tileAt > 0);
    },
    hasStreets,
    { timeout: 60_000 },
  );
  const { paintMs, tileMs } = await page.evaluate(() => {
    const { readyAt, tileAt, touchedAt } = globalThis as unknown as Record<string, number>;
    return { paintMs: readyAt! - touchedAt!, tileMs: tileAt ? tileAt - touchedAt! : 0 };
  });
  await page.waitForTimeout(500);
  return { paintMs, tileMs, scriptBytes };
}

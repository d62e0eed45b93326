import { join } from 'node:path';
import type { Page } from 'playwright';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { bytesFigure, type Figure, percentile, rounded } from './figure.ts';
import { type KeyTimes, PLAIN_BOX, timesOfKeys } from './times-of-keys.ts';

const SIZES = [300, 1000, 10_000];
const FRAME_MS = 16;
const SLOWER = 4;

/**
 * From a keystroke to its results in the page, on the real search box of the homepage, beside a bare field that writes
 * 20 links.
 */
export async function measureSearch(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const properties of bench.quick ? SIZES.slice(0, 1) : SIZES) {
    const version = await bench.versions.served(properties);
    const server = await startMeteredSite(
      { ...version, logFile: join(bench.root, `search-${properties}.log`) },
      { SITE_URL },
    );
    try {
      const bare = await withContext(bench, async (context) => {
        const page = await context.newPage();
        await page.setContent(PLAIN_BOX);
        return slowTimes(page, bench.quick);
      });
      const measured = (viaServer: boolean) =>
        withContext(bench, async (context) => {
          const page = await context.newPage();
          if (viaServer) await leavePropertiesOut(page);
          // What the server prepares for its first search is not a keystroke.
          await fetch(`${server.url}/api/search?language=nl&q=a`);
          await page.goto(`${server.url}/nl/`, { waitUntil: 'networkidle' });
          await page.locator('.find input[role=combobox]').focus();
          await page.locator('.find [role=listbox]:not([hidden])').waitFor();
          return slowTimes(page, bench.quick);
        });
      figures.push(figureOf(`search with the index, ${properties} properties`, await measured(false), bare));
      figures.push(bytesFigure(`search index, ${properties} properties`, version.indexBytes, null));
      if (properties === SIZES.at(-1))
        figures.push(
          figureOf(
            `search that asks the server for properties (as shipped), ${properties} properties`,
            await measured(true),
            bare,
          ),
        );
    } finally {
      await server.stop();
    }
  }
  return figures;
}

function figureOf(name: string, { first, last, laidOut }: KeyTimes, bare: KeyTimes): Figure {
  const p95 = percentile(first, 95);
  const said = (times: readonly number[]) => rounded(percentile(times, 95), 1);
  const properties = percentile(last, 95) > p95 + 1 ? `, with all from the server ${said(last)}` : '';
  return {
    name,
    value:
      `${rounded(p95, 1)} ms p95, ${rounded(percentile(first, 50), 1)} ms median of ${first.length} ` +
      `(laid out ${said(laidOut)} p95${properties})`,
    number: p95,
    target: `<= ${FRAME_MS} ms p95 at ${SLOWER}x`,
    reference: `${said(bare.first)} ms p95 a bare field (laid out ${said(bare.laidOut)})`,
  };
}

async function slowTimes(page: Page, quick: boolean): Promise<KeyTimes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return timesOfKeys(page, quick);
}

/** The index as a large site ships it: the box searches properties on the server. */
async function leavePropertiesOut(page: Page): Promise<void> {
  await page.route('**/search-index/nl.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), properties: null } });
  });
}

import { join } from 'node:path';
import type { Page } from 'playwright';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { bytesFigure, type Figure, percentile, rounded } from './figure.ts';
import { PLAIN_BOX, timesOfKeys } from './times-of-keys.ts';

const SIZES = [300, 1000, 10_000];
const FRAME_MS = 16;
const SLOWER = 4;

/** From a keystroke to its results in the page, on the real search box of the home page, beside a bare field that writes 20 links. */
export async function measureSearch(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const homes of bench.quick ? SIZES.slice(0, 1) : SIZES) {
    const version = await bench.versions.served(homes);
    const server = await startMeteredSite({ ...version, logFile: join(bench.root, `search-${homes}.log`) }, { SITE_URL });
    try {
      const bare = await withContext(bench, async (context) => {
        const page = await context.newPage();
        await page.setContent(PLAIN_BOX);
        return slowTimes(page, bench.quick);
      });
      const measured = (asks: boolean) =>
        withContext(bench, async (context) => {
          const page = await context.newPage();
          if (asks) await askTheServer(page, server.url);
          await page.goto(`${server.url}/nl/`, { waitUntil: 'networkidle' });
          await page.locator('.find input[role=combobox]').focus();
          await page.locator('.find [role=listbox]:not([hidden])').waitFor();
          return slowTimes(page, bench.quick);
        });
      figures.push(figureOf(`search with the index, ${homes} homes`, await measured(false), bare));
      figures.push(bytesFigure(`search index, ${homes} homes`, version.indexBytes, null));
      if (homes === SIZES.at(-1))
        figures.push(figureOf(`search that asks the server (as shipped), ${homes} homes`, await measured(true), bare));
    } finally {
      await server.stop();
    }
  }
  return figures;
}

function figureOf(name: string, times: readonly number[], bare: readonly number[]): Figure {
  const p95 = percentile(times, 95);
  return {
    name,
    value: `${rounded(p95, 1)} ms p95, ${rounded(percentile(times, 50), 1)} ms median of ${times.length}`,
    number: p95,
    target: `<= ${FRAME_MS} ms p95 at ${SLOWER}x`,
    reference: `${rounded(percentile(bare, 95), 1)} ms p95 a bare field`,
  };
}

async function slowTimes(page: Page, quick: boolean): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return timesOfKeys(page, quick);
}

/** The built page is that of a small site, whose box loads the index; this one gets the address a large site writes into it. */
async function askTheServer(page: Page, url: string): Promise<void> {
  const own = '&quot;askUrl&quot;:[0,null]';
  await page.route(`${url}/nl/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    if (!html.includes(own)) throw new Error('The search box does not say how it is fed any more.');
    await route.fulfill({ response, body: html.replace(own, '&quot;askUrl&quot;:[0,&quot;/api/search?language=nl&quot;]') });
  });
  await fetch(`${url}/api/search?language=nl&q=a`);
}

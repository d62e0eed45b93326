import { join } from 'node:path';
import type { Page } from 'playwright';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { type Bench, withContext } from './bench.ts';
import { type Figure, median, rounded } from './figure.ts';
import { SLOW_4G } from './slow-page-load.ts';

const SLOWER = 4;

/**
 * On the slow network: from the first touch until the search and a form respond as they are meant to; then each
 * interaction at a slow processor.
 */
export async function measureTouch(bench: Bench): Promise<Figure[]> {
  const version = await bench.versions.two();
  const site = createSite((await readCatalogue(version.versionDir)).catalogue);
  const server = await startMeteredSite({ ...version, logFile: join(bench.root, 'touch.log') }, { SITE_URL });
  const rounds = bench.quick ? 1 : 5;
  const listing = site.listings.find(({ photo, gone }) => photo && !gone);
  if (!listing) throw new Error('There is no property with a photograph.');
  const used: Pages = {
    front: `${server.url}/nl/`,
    list: server.url + site.listPath('sale', 'nl'),
    property: server.url + site.listingPath(listing, 'nl'),
    form: server.url + site.paths.to('contact', 'nl'),
  };
  const visits: readonly (readonly [name: string, url: string, touched: string, ready: string, target: number])[] = [
    ['search', used.front, '.find input[name=q]', '.find [role=listbox]:not([hidden])', 900],
    ['form', used.form, 'main form input:not([type=hidden])', 'main form[novalidate]', 1200],
  ];
  try {
    const figures: Figure[] = [];
    for (const [name, url, touched, ready, target] of visits) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(
          await withContext(bench, async (context) => fromTouch(await context.newPage(), url, touched, ready)),
        );
      figures.push({
        name: `from touch to enhanced, slow 4G: ${name}`,
        value: `${rounded(median(times))} ms`,
        number: median(times),
        target: `<= ${target} ms`,
        reference: `${rounds} page views with an empty cache`,
      });
    }
    const visited: Interaction[][] = [];
    for (let round = 0; round < rounds; round += 1)
      visited.push(await withContext(bench, async (context) => interactionsOf(await context.newPage(), used)));
    const longest = visited.map(([first]) => first!.ms);
    const first = visited[0]!;
    const slowest = first.slice(0, 3).map(({ ms, what }) => `${what} ${rounded(ms)}`);
    figures.push({
      name: `longest interaction of a page view at ${SLOWER}x`,
      value: `${rounded(median(longest))} ms`,
      number: median(longest),
      target: '< 100 ms',
      reference:
        `${rounds} page views, the slowest ${rounded(Math.max(...longest))}; ` +
        `one of ${first.length} interactions: ${slowest.join(', ')}`,
    });
    return figures;
  } finally {
    await server.stop();
  }
}

async function fromTouch(page: Page, url: string, touched: string, ready: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate((selector) => {
    Object.assign(globalThis, { readyAt: 0, touchedAt: 0 });
    addEventListener('pointerdown', ({ timeStamp }) => Object.assign(globalThis, { touchedAt: timeStamp }), true);
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return;
      Object.assign(globalThis, { readyAt: performance.now() });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  }, ready);
  await page.locator(touched).first().click();
  await page.locator(ready).first().waitFor({ state: 'attached' });
  return page.evaluate(() => {
    const { readyAt, touchedAt } = globalThis as unknown as { readyAt: number; touchedAt: number };
    return readyAt - touchedAt;
  });
}

interface Interaction {
  ms: number;
  /** Kind of event and element: `keydown input`. */
  what: string;
}

/** Paths of the pages that are used. */
interface Pages {
  front: string;
  list: string;
  property: string;
  form: string;
}

/**
 * The interactions of a visitor, the longest first: the time from an input to the next picture, as browsers report it
 * (Event Timing).
 */
async function interactionsOf(page: Page, { front, list, property, form }: Pages): Promise<Interaction[]> {
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const interactions = new Map<number, Interaction>();
    Object.assign(globalThis, { interactions });
    type Entry = PerformanceEntry & { interactionId: number; target: Element | null };
    new PerformanceObserver((entries) => {
      for (const { interactionId, duration, name, target } of entries.getEntries() as Entry[])
        if (interactionId > 0 && duration > (interactions.get(interactionId)?.ms ?? 0))
          interactions.set(interactionId, { ms: duration, what: `${name} ${target?.localName ?? ''}` });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const all: Interaction[] = [];
  const visit = async (url: string, use: () => Promise<void>) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await use();
    await page.waitForTimeout(500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    all.push(
      ...(await page.evaluate(() => [
        ...(globalThis as unknown as { interactions: Map<number, Interaction> }).interactions.values(),
      ])),
    );
  };
  await visit(front, async () => {
    await page.locator('header button.menu').first().click();
    await page.keyboard.press('Escape');
    await page.locator('.find input[name=q]').click();
    await page.keyboard.type('grimbergen', { delay: 200 });
  });
  await visit(list, async () => {
    const boxes = page.locator('form input[type=checkbox]:visible');
    for (let at = 0; at < Math.min(3, await boxes.count()); at += 1) await boxes.nth(at).click();
  });
  await visit(property, async () => {
    await page.locator('.gallery a').first().click();
    await page.getByRole('dialog').waitFor();
    for (const key of ['ArrowRight', 'ArrowRight', 'Escape']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
    }
  });
  await visit(form, async () => {
    const field = page.locator('main form input:not([type=hidden])').first();
    await field.click();
    await page.locator('main form[novalidate]').waitFor();
    await field.pressSequentially('Jansens', { delay: 150 });
    await page.keyboard.press('Tab');
  });
  if (all.length === 0) throw new Error('No interaction was reported.');
  return all.sort((a, b) => b.ms - a.ms);
}

import type { CDPSession, Page } from 'playwright/test';
import { expect, forgive, test } from '../support/live-journey.ts';

const PAGES = ['/nl/', '/nl/te-koop/', '/nl/te-koop/x/y/35187/', '/de/kontakt/', '/de/leistungen/verkauf/'];
const FONTS = '**/*.woff2';
/** From before the first paint to long after the page is read. */
const DELAYS_MS = [60, 400];
/** A late font moved pages by 0.007 and more; an icon that is drawn late on a busy machine moves by 0.0001. */
const LEAST_SHIFT = 0.001;

/** Sums what moves on every page from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = globalThis as typeof globalThis & { shifts: string[] };
    held.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        held.shifts.push(
          `${entry.value.toFixed(4)} ${entry.sources
            .map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName} "${node?.textContent?.trim().slice(0, 20)}" ${previousRect.y} to ${currentRect.y}`,
            )
            .join(', ')}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  return cdp;
}

for (const delay of DELAYS_MS) {
  test(`fonts that come ${delay} ms late move nothing`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await watchShifts(page);
    // What comes 400 ms late is late on any machine.
    if (delay < 100) await slowDown(page);
    await page.route(FONTS, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    for (const path of PAGES) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(() => (globalThis as typeof globalThis & { shifts: string[] }).shifts);
      expect(
        shifts.filter((shift) => Number.parseFloat(shift) >= LEAST_SHIFT),
        path,
      ).toEqual([]);
    }
  });
}

/** Where each block of the page begins and how high it is. */
const boxesOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll<HTMLElement>('header, main h1, main h2, main h3, main p, main dt, main li')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.vh'))
      .map((element) => ({
        name: `${element.localName} ${element.textContent?.trim().slice(0, 30)}`,
        height: element.getBoundingClientRect().height,
      }));
  });

test('the fonts of the system take the room of those of the site', async ({ page, complaints }) => {
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  let [blocks, moved] = [0, [] as string[]];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of PAGES) {
      await page.unroute(FONTS);
      await page.goto(path);
      const own = await boxesOf(page);
      expect(await loaded(), path).toBeGreaterThan(1);
      await page.route(FONTS, (route) => route.abort());
      await page.goto(path);
      const fallback = await boxesOf(page);
      expect(fallback.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
      blocks += own.length;
      moved = moved.concat(
        own
          .filter(({ height }, at) => Math.abs(height - fallback[at]!.height) > 1)
          .map(({ name }) => `${width} px ${path} ${name}`),
      );
    }
  }
  forgive(complaints, /ERR_FAILED/);
  // A word at the end of a line may fit with one font only.
  expect(blocks).toBeGreaterThan(400);
  expect(moved.length / blocks, moved.join('\n')).toBeLessThan(0.025);
});

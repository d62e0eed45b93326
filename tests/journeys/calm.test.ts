import { expect, PAGES, scrollThrough, test } from '../support/journey.ts';
import { VISIBLE_SHIFT } from '../support/visible-shift.ts';

/** Each kind of page once: in Dutch, or in German where it is looked at in German alone. */
const ONE_OF_EACH = new Map(PAGES.toReversed().map((page) => [page.name.replace(/ \(..\)$/, ''), page])).values();

for (const { name, path } of ONE_OF_EACH) {
  test(`${name} loads without a script, a layout shift or anything from another origin`, async ({ page, baseURL }) => {
    const requested: { type: string; url: string }[] = [];
    page.on('request', (request) => requested.push({ type: request.resourceType(), url: request.url() }));
    // Fonts that come late must not move what is being read, nor may the styles of what is below.
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForFunction(() => document.readyState !== 'loading');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await route.continue();
    });
    await page.route(/\/late\.[^/]*\.css$/, async (route) => {
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, null, { polling: 50 });
      await route.continue();
    });
    await page.addInitScript(() => {
      const held = globalThis as typeof globalThis & { jumps: number; sources: string[] };
      held.jumps = 0;
      held.sources = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          held.jumps += entry.value;
          held.sources.push(...entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    await scrollThrough(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const { jumps, sources } = await page.evaluate(() => {
      const held = globalThis as typeof globalThis & { jumps: number; sources: string[] };
      return { jumps: held.jumps, sources: held.sources };
    });
    expect(jumps, `cumulative layout shift of ${sources.join(', ')}`).toBeLessThan(VISIBLE_SHIFT);
    expect(
      requested.filter(({ type }) => type === 'script').map(({ url }) => url),
      'external scripts',
    ).toEqual([]);
    expect(
      requested.filter(({ url }) => !url.startsWith(`${baseURL}/`) && !url.startsWith('data:')).map(({ url }) => url),
      'from elsewhere',
    ).toEqual([]);
    expect(
      requested.some(({ url }) => url.endsWith('.woff2')),
      'fonts are used',
    ).toBe(true);
  });
}

test('the layout-shift observer detects a shift', async ({ page }) => {
  await page.goto('/nl/contact/');
  const value = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift' });
        requestAnimationFrame(() => {
          const box = document.createElement('div');
          box.textContent = 'x';
          box.setAttribute('class', 'page-banner');
          const main = document.querySelector('main');
          for (let lines = 0; lines < 20; lines += 1) main?.prepend(box.cloneNode(true));
        });
      }),
  );
  expect(value).toBeGreaterThan(0);
});

import { type BrowserContext, expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { decline } from '../support/declined.ts';
import { isSkippedTransition } from '../support/is-skipped-transition.ts';
import { test } from '../support/visitor.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
const LIST = '/nl/te-koop/';
/** A property whose address is hidden, added to the content by the tests. */
const HIDDEN = '/nl/te-koop/grimbergen/x/99004/';

/** A page; every complaint of the browser fails the test, violations of the policy included. */
async function viewing(context: BrowserContext, path: string): Promise<{ page: Page; requested: string[] }> {
  await decline(context);
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => expect(['error', 'warning'], message.text()).not.toContain(message.type()));
  page.on('pageerror', (error) => expect(isSkippedTransition(error) ? '' : error.message).toBe(''));
  await page.goto(base() + path);
  return { page, requested };
}
const opener = (page: Page) => page.locator('details.map > summary');
const frameOf = (page: Page) => page.frameLocator('.map iframe');
async function openMap(page: Page) {
  await opener(page).press('Enter');
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
}

test('the map loads nothing before it is opened and contacts no other company after', async ({ context }) => {
  const { page, requested } = await viewing(context, LIST);
  await page.waitForLoadState('networkidle');
  // The drawn region beside the list is no map yet.
  const ofMap = () => requested.filter((path) => /\/map\/(?!towns\.svg)|\/api\/map|MapOpener|frame/.test(path));
  expect(ofMap()).toEqual([]);
  await expect(page.locator('.map iframe')).toHaveCount(0);
  await openMap(page);
  expect(ofMap().some((path) => path.includes('/api/map?goal=sale'))).toBe(true);
  expect(requested.filter((path) => !path.startsWith(base()))).toEqual([]);
});

/** On tablets the listings of the map are named beside it; on wider windows the cards are. */
const TABLET = { width: 1000, height: 800 };

test('the map shows all results of the filter, and the list beside it has every one', async ({ context }) => {
  const { page } = await viewing(context, `${LIST}?type=2&page=1`);
  await page.setViewportSize(TABLET);
  // Sold properties are counted separately, and are on the map too.
  const counts = (await page.locator('.count').textContent())?.match(/\d+/g) ?? [];
  const hits = counts.reduce((sum, number) => sum + Number(number), 0);
  await openMap(page);
  await expect(page.locator('.properties a')).toHaveCount(hits);
});

test('a marker leads to its list entry, and the entry back to its marker', async ({ context }) => {
  const { page } = await viewing(context, LIST);
  await page.setViewportSize(TABLET);
  await openMap(page);
  const pin = frameOf(page).locator('.pin[tabindex="0"]').first();
  const name = (await pin.getAttribute('aria-label')) ?? '';
  await pin.click();
  const entry = page.locator('.properties a:focus');
  await expect(entry).toHaveCount(1);
  expect(name).toContain(await entry.locator('b').textContent());
  await expect(pin).toHaveAttribute('data-lit', '');
});

test('the map is opened, entered and left with Escape by keyboard', async ({ context }) => {
  const { page } = await viewing(context, LIST);
  await page.setViewportSize(TABLET);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(frameOf(page).locator('map-frame[data-drawn]')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(frameOf(page).getByRole('button', { name: 'Naar de lijst' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('+');
  await page.keyboard.press('Escape');
  await expect(page.locator('.properties a').first()).toBeFocused();
});

for (const [where, size] of [
  ['beside the list', { width: 1440, height: 900 }],
  ['above the list', { width: 1024, height: 768 }],
] as const)
  test(`${where}, one Escape leads from what a mark chose back to the mark`, async ({ context }) => {
    const { page } = await viewing(context, LIST);
    await page.setViewportSize(size);
    await openMap(page);
    const mark = frameOf(page).locator('.pin').first();
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.properties [data-chosen] a:focus, .results .card a:focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(mark).toBeFocused();
    await expect(page.locator('.properties [data-chosen]')).toHaveCount(0);
  });

test('a property with a hidden address is shown as the circle of its town', async ({ context }) => {
  const { page } = await viewing(context, HIDDEN);
  await expect(page.frameLocator('.mapbox > iframe').locator('.area')).toBeVisible();
  await openMap(page);
  await expect(frameOf(page).locator('path.area')).toHaveCount(1);
  await expect(frameOf(page).locator('.pin')).toHaveCount(0);
  await expect(frameOf(page).getByRole('img', { name: /Grimbergen, adres op aanvraag/ })).toHaveCount(1);
});

test('the map uses the language of the page', async ({ context }) => {
  for (const [path, words] of [
    ['/fr/a-vendre/', 'Vers la liste'],
    ['/en/for-sale/', 'Go to the list'],
    ['/de/zu-verkaufen/', 'Zur Liste'],
  ] as const) {
    const { page } = await viewing(context, path);
    await openMap(page);
    await expect(frameOf(page).locator('.skip')).toHaveText(words);
    await page.close();
  }
});

test('without JavaScript the drawn region leads to the towns, and there is no button', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(base() + LIST);
  await expect(opener(page)).toBeHidden();
  await page
    .frameLocator('.region')
    .getByRole('link', { name: /Grimbergen/ })
    .click();
  await expect(page).toHaveURL(/\/grimbergen\/$/);
  await expect(page.locator('h1')).toContainText('Grimbergen');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(base() + LIST);
  await expect(page.locator('.region')).toBeHidden();
  await expect(page.locator('#towns a').first()).toBeVisible();
  await context.close();
});

for (const [width, colorScheme] of [
  [320, 'light'],
  [1280, 'dark'],
] as const) {
  test(`at ${width} pixels, ${colorScheme}: no overflow, no automatic motion, no axe violations`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const { page } = await viewing(context, LIST);
    await page.evaluate(() => {
      interface Shift extends PerformanceEntry {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      }
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      // A late font changes widths alone: late-fonts.test.ts judges that.
      const isMoved = (before: DOMRectReadOnly, after: DOMRectReadOnly) =>
        before.y !== after.y || before.height !== after.height;
      const told = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
          if (!hadRecentInput)
            for (const { node, previousRect, currentRect } of sources)
              if (isMoved(previousRect, currentRect))
                shifts.push(
                  [
                    value,
                    (node as Element | null)?.outerHTML?.slice(0, 80),
                    told(previousRect),
                    told(currentRect),
                  ].join(),
                );
      }).observe({ type: 'layout-shift' });
    });
    // The sheet of the panel comes later than the list, and later than what counts as moved by the touch.
    await context.route(/\.css/, async (route) => {
      await page.waitForTimeout(900);
      await route.continue();
    });
    const paddingOf = () => opener(page).evaluate((button) => getComputedStyle(button).padding);
    const padding = await paddingOf();
    await openMap(page);
    await expect(page.locator('.map .follow')).toBeVisible();
    await page.waitForTimeout(700);
    // A late sheet must not upset the order of the layers.
    expect(await paddingOf()).toBe(padding);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    expect(await axeFaults(page, { include: '.onmap' })).toEqual([]);
    await context.close();
  });
}

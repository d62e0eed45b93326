import { type BrowserContext, expect, type Page } from 'playwright/test';
import { type BannerSite, openBannerSite, visitBanner } from '../support/banner-site.ts';
import { decline } from '../support/declined.ts';
import { VISIBLE_SHIFT } from '../support/visible-shift.ts';
import { test } from '../support/visitor.ts';

/** Longer than a slide is shown. */
const SLIDE_MS = 6500;

let url = '';
let close: BannerSite['close'] | undefined;
// One worker: each worker would build the site of the banners.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ url, close } = await openBannerSite());
});
test.afterAll(() => close?.());

const viewing = (context: BrowserContext, path: string, more = {}) => visitBanner(context, url + path, more);
const slider = (page: Page) => page.locator('.slider');
const shown = (page: Page) => page.locator('.slide:not([inert])');

test('a gallery moves once the page is idle, within its budget and without layout shifts', async ({ context }) => {
  const scripts: { size: Promise<number>; early: boolean }[] = [];
  let loaded = false;
  context.on('page', (page) =>
    page.on('load', () => {
      loaded = true;
    }),
  );
  context.on('requestfinished', (request) => {
    if (/\.js(\?|$)/.test(request.url()))
      scripts.push({ size: request.sizes().then((sizes) => sizes.responseBodySize), early: !loaded });
  });
  const page = await viewing(context, '', { clock: true });
  await expect(slider(page)).toHaveAttribute('data-ready', 'true');
  await expect(shown(page)).toHaveCount(1);
  await expect(page.locator('.slider [aria-live]')).toHaveAttribute('aria-live', 'off');
  await page.clock.fastForward(SLIDE_MS);
  await expect(page.locator('.slide').nth(1)).not.toHaveAttribute('inert');
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(VISIBLE_SHIFT);
  expect(scripts.filter(({ early }) => early)).toEqual([]);
  const sizes = await Promise.all(scripts.map(({ size }) => size));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90 * 1024);
});

test('one picture fades into the next in half a second', async ({ context }) => {
  const page = await viewing(context, '');
  await expect(slider(page)).toHaveAttribute('data-ready', 'true');
  const { tookMs, duration } = await page.evaluate(async () => {
    const style = () => getComputedStyle(document.querySelectorAll('.slide')[1]!);
    // The plain row fades away first.
    while (Number(style().opacity) > 0.01) await new Promise(requestAnimationFrame);
    [...document.querySelectorAll<HTMLElement>('.slider .controls > button')].at(-1)?.click();
    const start = performance.now();
    while (Number(style().opacity) < 0.99 && performance.now() - start < 10_000)
      await new Promise(requestAnimationFrame);
    return { tookMs: performance.now() - start, duration: style().transitionDuration };
  });
  // How long it takes to be seen depends on the machine; that it is no jump does not.
  expect(duration).toBe('0.5s');
  expect(tookMs).toBeGreaterThan(150);
  expect(tookMs).toBeLessThan(10_000);
});

test.describe('the movement stops', () => {
  for (const [name, act] of Object.entries({
    'by its button': (page: Page) => page.getByRole('button', { name: 'Beweging stilzetten' }).click(),
    'under the mouse': (page: Page) => page.locator('.slider').hover({ position: { x: 600, y: 30 } }),
    'when the keyboard comes in': (page: Page) => page.getByRole('button', { name: 'Volgende' }).focus(),
  })) {
    test(name, async ({ context }) => {
      const page = await viewing(context, 'b-properties/', { clock: true });
      await expect(slider(page)).toHaveAttribute('data-ready', 'true');
      await act(page);
      await expect(page.getByRole('button', { name: 'Beweging starten' })).toBeVisible();
      await expect(page.locator('.slider [aria-live]')).toHaveAttribute('aria-live', 'polite');
      await page.clock.fastForward(SLIDE_MS);
      await expect(page.locator('.slide').first()).not.toHaveAttribute('inert');
    });
  }
});

test('arrows, buttons, dots and swipes change slides, and the search beside them still works', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 800 }, locale: 'nl-BE' });
  await decline(context);
  const page = await viewing(context, '');
  await expect(slider(page)).toHaveAttribute('data-ready', 'true');
  const at = (n: number) => expect(page.locator('.slide').nth(n)).not.toHaveAttribute('inert');
  // A slow machine may have turned a slide automatically already.
  await page.getByRole('button', { name: /^1 van 4/ }).click();
  await at(0);
  await page.getByRole('button', { name: 'Volgende' }).click();
  await at(1);
  await page.getByRole('button', { name: 'Vorige' }).click();
  await at(0);
  await page.keyboard.press('ArrowRight');
  await at(1);
  await page.getByRole('button', { name: /^4 van 4/ }).click();
  await at(3);
  const box = (await page.locator('.window').boundingBox())!;
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 60 }] });
  await touch('touchStart', 300);
  for (let x = 280; x >= 60; x -= 20) await touch('touchMove', x);
  await touch('touchEnd', 60);
  await at(0);
  await page.getByRole('combobox').focus();
  await expect(page.getByRole('combobox')).toBeFocused();
  await context.close();
});

test('a film plays silently over its poster and can be stopped', async ({ context }) => {
  const page = await viewing(context, 'b-video/');
  const button = page.getByRole('button', { name: 'Beweging stilzetten' });
  await expect(button).toBeVisible();
  const film = page.locator('video');
  expect(
    await film.evaluate((one: HTMLVideoElement) => [one.muted, one.loop, one.autoplay, one.playsInline, one.paused]),
  ).toEqual([true, true, true, true, false]);
  await button.click();
  expect(await film.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await expect(page.getByRole('button', { name: 'Beweging starten' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(VISIBLE_SHIFT);
});

for (const width of [390, 768, 1280, 1440, 1920])
  test(`at ${width} px nothing of the banner of the homepage lies on anything else of it`, async ({ context }) => {
    const page = await viewing(context, '');
    await page.setViewportSize({ width, height: 900 });
    await expect(slider(page)).toHaveAttribute('data-ready', 'true');
    const overlaps = await page.evaluate(() => {
      const parts = ['.slab', '.controls', '.plate', '.newest', '.project'].flatMap((part) =>
        [...document.querySelectorAll(`.banner ${part}`)].filter((one) => one.checkVisibility()),
      );
      return parts.flatMap((one, at) =>
        parts.slice(at + 1).flatMap((other) => {
          const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
          const down = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
          return across > 1 && down > 1 ? [`${one.className} and ${other.className}`] : [];
        }),
      );
    });
    expect(overlaps).toEqual([]);
  });

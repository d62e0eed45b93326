import { type BrowserContext, type CDPSession, expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { counter, photo, viewer, viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

const PHONE = { hasTouch: true, viewport: { width: 390, height: 800 } };
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true });
const said = (page: Page) => viewer(page).getByRole('status');

/** How the photograph on the screen is enlarged and moved. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const figure = document.querySelector('.slide:not([inert]) figure')!;
    const { a, e, f } = new DOMMatrix(getComputedStyle(figure).transform);
    return { scale: a, x: e, y: f };
  });
const settled = (page: Page, scale: number) =>
  expect.poll(async () => Math.round((await shown(page)).scale * 100) / 100).toBe(scale);

type Finger = { x: number; y: number };
const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
  session.send('Input.dispatchTouchEvent', { type, touchPoints });
const fingers = (middle: number, apart: number): Finger[] => [
  { x: middle - apart / 2, y: 400 },
  { x: middle + apart / 2, y: 400 },
];

async function onPhone(context: BrowserContext) {
  const { page } = await viewing(context);
  await photo(page, 2).tap();
  await expect(counter(page)).toContainText('2 / 9');
  // The photograph has its final size once the large picture is here.
  await expect(page.locator('.slide:not([inert]) img[srcset]')).toBeVisible();
  return { page, session: await context.newCDPSession(page) };
}

test('two fingers enlarge the photograph, one finger moves it, and no drag turns the page', async ({ browser }) => {
  const context = await browser.newContext(PHONE);
  const { page, session } = await onPhone(context);
  await touch(session, 'touchStart', fingers(195, 80));
  for (const apart of [100, 130, 160, 200, 240]) await touch(session, 'touchMove', fingers(195, apart));
  await touch(session, 'touchEnd', []);
  await settled(page, 3);
  await expect(said(page)).toContainText('300%');
  const before = await shown(page);
  await touch(session, 'touchStart', [{ x: 300, y: 400 }]);
  for (let x = 290; x >= 150; x -= 20) await touch(session, 'touchMove', [{ x, y: 400 }]);
  await touch(session, 'touchEnd', []);
  await expect.poll(async () => Math.round(before.x - (await shown(page)).x)).toBeGreaterThan(100);
  await expect(counter(page)).toContainText('2 / 9');
  // It never leaves the screen: no edge comes further in than the edge of the stage.
  for (let n = 0; n < 8; n += 1) {
    await touch(session, 'touchStart', [{ x: 330, y: 400 }]);
    await touch(session, 'touchMove', [{ x: 30, y: 400 }]);
    await touch(session, 'touchEnd', []);
  }
  const edges = await page.evaluate(() => {
    const [figure, stage] = ['.slide:not([inert]) figure', '.stage'].map((one) => document.querySelector(one)!);
    return [figure!.getBoundingClientRect().right, stage!.getBoundingClientRect().right];
  });
  expect(edges[0]).toBeGreaterThanOrEqual(edges[1]! - 1);
  // Pinched together, it has its own size again, and a swipe turns the page.
  await touch(session, 'touchStart', fingers(195, 240));
  for (const apart of [200, 140, 90, 60]) await touch(session, 'touchMove', fingers(195, apart));
  await touch(session, 'touchEnd', []);
  await settled(page, 1);
  await touch(session, 'touchStart', [{ x: 320, y: 400 }]);
  for (let x = 300; x >= 60; x -= 20) await touch(session, 'touchMove', [{ x, y: 400 }]);
  await touch(session, 'touchEnd', []);
  await expect(counter(page)).toContainText('3 / 9');
  await context.close();
});

test('a double tap enlarges at the tapped point, another one makes it small again', async ({ browser }) => {
  const context = await browser.newContext(PHONE);
  const { page } = await onPhone(context);
  const twice = async () => {
    await page.touchscreen.tap(300, 400);
    await page.touchscreen.tap(300, 400);
  };
  await twice();
  await settled(page, 2.5);
  // What was tapped right of the centre stays there: the photograph moved to the left.
  expect((await shown(page)).x).toBeLessThan(-100);
  await twice();
  await settled(page, 1);
  await page.touchscreen.tap(300, 400);
  await page.waitForTimeout(400);
  await page.touchscreen.tap(300, 400);
  await settled(page, 1);
  await context.close();
});

test('with the keyboard, and with the buttons', async ({ context }) => {
  const sharp: string[] = [];
  context.on('request', (request) => void (/width=1920/.test(request.url()) && sharp.push(request.url())));
  const { page } = await viewing(context);
  await photo(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(counter(page)).toContainText('1 / 9');
  await expect(button(page, 'Verkleinen')).toHaveAttribute('aria-disabled', 'true');
  expect(sharp).toEqual([]);
  await page.keyboard.press('+');
  await settled(page, 1.5);
  await page.keyboard.press('+');
  await settled(page, 2.25);
  await expect.poll(() => sharp.length).toBe(1);
  // An arrow moves the enlarged photograph; turning is for the buttons.
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await shown(page)).x).toBeLessThan(-50);
  await page.keyboard.press('0');
  await settled(page, 1);
  await page.keyboard.press('ArrowRight');
  await expect(counter(page)).toContainText('2 / 9');
  await button(page, 'Vergroten').click();
  await settled(page, 1.5);
  await button(page, 'Verkleinen').click();
  await settled(page, 1);
  for (let n = 0; n < 4; n += 1) await button(page, 'Vergroten').click();
  await settled(page, 4);
  await expect(button(page, 'Vergroten')).toHaveAttribute('aria-disabled', 'true');
  expect(await axeFaults(page)).toEqual([]);
  // The next photograph has its own size.
  await button(page, 'Volgende').click();
  await expect(counter(page)).toContainText('3 / 9');
  await settled(page, 1);
});

test('a double click enlarges; a video cannot be enlarged', async ({ context }) => {
  const { page } = await viewing(context);
  await photo(page, 2).click();
  await expect(counter(page)).toContainText('2 / 9');
  await viewer(page).locator('.stage').dblclick();
  await settled(page, 2.5);
  await page.keyboard.press('End');
  await expect(counter(page)).toContainText('Video');
  await expect(button(page, 'Vergroten')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('+');
  await settled(page, 1);
});

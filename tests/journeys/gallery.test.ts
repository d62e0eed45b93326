import { expect } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { counter, photo, viewer, viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a photograph links to the large picture, and all are in an expandable section', async ({ context }) => {
    const { page } = await viewing(context);
    await expect(page.locator('.gallery a:visible')).toHaveCount(5);
    await page.locator('.all-photos summary').click();
    await expect(page.locator('.gallery a:visible')).toHaveCount(9);
    await photo(page, 2).click();
    await expect(page).toHaveURL(/\/media\/.+width=1360/);
  });
});

test('no code of the viewer loads before a touch', async ({ context }) => {
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const { page } = await viewing(context);
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => path.includes('photo-viewer'))).toEqual([]);
});

test('with the mouse the clicked photograph opens, and closing returns to it', async ({ context }) => {
  const { page } = await viewing(context);
  await photo(page, 2).click();
  await expect(counter(page)).toContainText('2 / 9');
  await viewer(page).getByRole('button', { name: 'Volgende' }).click();
  await expect(counter(page)).toContainText('3 / 9');
  await viewer(page)
    .getByRole('button', { name: /^5 van 9/ })
    .click();
  await expect(counter(page)).toContainText('5 / 9');
  await viewer(page).getByRole('button', { name: 'Sluiten' }).click();
  await expect(viewer(page)).toBeHidden();
  await expect(photo(page, 2)).toBeFocused();
});

test('the button of all photographs opens the first, and Back closes the viewer but not the page', async ({
  context,
}) => {
  const { page } = await viewing(context);
  await page.locator('.all-photos summary').click();
  await expect(counter(page)).toContainText('1 / 9');
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  await expect(page).toHaveURL(/\/35101\/$/);
  // A viewer that was closed by its button leaves no entry behind.
  await photo(page, 1).click();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.viewer)).toBeUndefined();
});

test('when the viewer does not load, the button shows all photographs in the page', async ({ context }) => {
  const { page } = await viewing(context, { quiet: false });
  await page.route('**/photo-viewer*', (route) => route.abort());
  await page.locator('.all-photos summary').click();
  await expect(page.locator('.gallery a:visible')).toHaveCount(9);
});

test('a phone shows the photographs as a strip that counts', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 800 } });
  const { page } = await viewing(context);
  const strip = page.locator('.gallery');
  await expect(page.locator('.all-photos summary')).toHaveAttribute('data-at', '1/9');
  const { x, width } = (await strip.boundingBox())!;
  expect([x, width]).toEqual([0, 390]);
  const scroll = (photos: number) =>
    strip.evaluate((element, n) => element.scrollTo({ left: element.clientWidth * n, behavior: 'instant' }), photos);
  const counted = page.locator('.all-photos summary');
  // What was scrolled before the code is here is counted when it comes.
  await scroll(2);
  await photo(page, 1).dispatchEvent('pointerdown');
  await expect(counted).toHaveAttribute('data-at', '3/9');
  await scroll(1);
  await expect(counted).toHaveAttribute('data-at', '2/9');
  await context.close();
});

test('with the keyboard alone', async ({ context }) => {
  const { page } = await viewing(context);
  await photo(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(counter(page)).toContainText('1 / 9');
  await expect(viewer(page).getByRole('button', { name: 'Vorige' })).toHaveAttribute('aria-disabled', 'true');
  for (const [key, shown] of [
    ['ArrowRight', '2 / 9'],
    ['End', 'Video'],
    ['ArrowLeft', 'Virtueel bezoek'],
    ['Home', '1 / 9'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(counter(page)).toContainText(shown);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(photo(page, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toBeVisible();
});

test('opens again at once after it was closed', async ({ context }) => {
  const { page } = await viewing(context);
  await photo(page, 1).click();
  await expect(counter(page)).toContainText('1 / 9');
  // Before the event of the closing, as with a key that is pressed while the browser is busy.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog.viewer')!.close();
    document.querySelectorAll<HTMLElement>('.gallery a')[1]!.click();
  });
  await expect(counter(page)).toContainText('2 / 9');
  await expect(viewer(page).locator('.slide')).toHaveCount(11);
  await page.setViewportSize({ width: 1000, height: 700 });
  // After that event, while the entry of the history is being left.
  await page.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.viewer')!;
    const third = document.querySelectorAll<HTMLElement>('.gallery a')[2]!;
    dialog.addEventListener('close', () => third.click(), { once: true });
    dialog.close();
  });
  await expect(counter(page)).toContainText('3 / 9');
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  await expect(page).toHaveURL(/\/35101\/$/);
});

test('two closings at once lead back to the page, and not beyond it', async ({ context }) => {
  const { page } = await viewing(context);
  const second = `${page.url()}?second`;
  await page.goto(second);
  await photo(page, 1).click();
  await expect(counter(page)).toContainText('1 / 9');
  // Each of them has an event, and both events come when the viewer is closed.
  await page.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.viewer')!;
    dialog.close();
    dialog.showModal();
    dialog.close();
  });
  await expect(viewer(page)).toBeHidden();
  await photo(page, 2).click();
  await expect(counter(page)).toContainText('2 / 9');
  expect(page.url()).toBe(second);
});

test('with a finger only the pictures next to the visible one are loaded in full size', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 1.75,
  });
  const large = new Set<string>();
  context.on(
    'request',
    (request) => void (/width=(800|1360)/.test(request.url()) && large.add(new URL(request.url()).pathname)),
  );
  const { page } = await viewing(context);
  await page.waitForLoadState('networkidle');
  large.clear();
  await photo(page, 1).tap();
  await expect(counter(page)).toContainText('1 / 9');
  await page.waitForLoadState('networkidle');
  expect(large.size).toBeLessThanOrEqual(2);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }] });
  // The viewer listens to fingers a moment after it shows.
  await expect(async () => {
    await touch('touchStart', 320);
    for (let x = 300; x >= 60; x -= 20) await touch('touchMove', x);
    await touch('touchEnd', 60);
    await expect(counter(page)).toContainText('2 / 9', { timeout: 1500 });
  }).toPass({ timeout: 15_000 });
  await context.close();
});

test('on a slow network the viewer still opens at the clicked photograph', async ({ context }) => {
  const { page } = await viewing(context);
  await page.route('**/photo-viewer*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await photo(page, 3).click();
  await expect(viewer(page)).toHaveCount(0);
  await expect(counter(page)).toContainText('3 / 9');
});

test('when the code fails to load, the link is followed', async ({ context }) => {
  const { page } = await viewing(context, { quiet: false });
  await page.route('**/photo-viewer*', (route) => route.abort());
  await photo(page, 2).click();
  await expect(page).toHaveURL(/\/media\/.+width=1360/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the open viewer has no axe violations (${colorScheme})`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme });
    const { page } = await viewing(context);
    await photo(page, 2).click();
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(600);
      expect(await axeFaults(page)).toEqual([]);
    }
    await context.close();
  });
}

import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { axeFaults } from '../support/axe.ts';
import { viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

/** A property with a 360° photograph. */
const PATH = '/nl/te-koop/vilvoorde/x/35126/';
const NAME = '360°-foto, Getekende kamer met acht muren';

test.use({ viewport: { width: 800, height: 560 } });

const link = (page: Page) => page.locator('.panoramas a');
const canvas = (page: Page) => page.locator('.panorama canvas');

/** A small copy of what the canvas shows, without its edge, where the focus is drawn. */
async function glimpse(page: Page): Promise<Buffer> {
  const { x, y, width, height } = (await canvas(page).boundingBox())!;
  const clip = { x: x + 20, y: y + 20, width: width - 40, height: height - 40 };
  return sharp(await page.screenshot({ clip }))
    .resize(48, 27, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** How much two copies differ, in levels of 255 on average. */
const apart = (one: Buffer, other: Buffer) =>
  one.reduce((sum, level, at) => sum + Math.abs(level - other[at]!), 0) / one.length;
const [SAME, OTHER] = [1, 4];

/** What the canvas shows as soon as it has stopped moving. */
async function seen(page: Page): Promise<Buffer> {
  let now = await glimpse(page);
  await expect
    .poll(async () => {
      const before = now;
      now = await glimpse(page);
      return apart(before, now);
    })
    .toBeLessThan(0.01);
  return now;
}

/** Opens the dialog and waits for the sharp picture. Drivers of test machines warn, so complaints are not judged. */
async function looking(page: Page) {
  const large = page.waitForResponse(/room-360\.jpg\?width=(1920|3200)/);
  await lookingAgain(page);
  await large;
}

/** Opens the dialog of a picture that the browser may still have. */
async function lookingAgain(page: Page) {
  await link(page).click();
  await expect(page.getByRole('dialog', { name: '360°-foto' })).toBeVisible();
  await expect(canvas(page)).toBeFocused();
  await expect(canvas(page)).toHaveAccessibleName(NAME);
}

test('looks around with keys, buttons and the mouse after a touch, and leaves with Escape', async ({ context }) => {
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const { page, outside } = await viewing(context, { path: PATH, quiet: false });
  await link(page).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(requested.filter((one) => /panorama[^/]*\.js|width=(1920|3200)/.test(one))).toEqual([]);
  await expect(page.getByText('Rondkijken', { exact: true })).toBeVisible();
  await looking(page);
  const views = [await seen(page)];
  const changes = async (act: () => Promise<void>) => {
    await act();
    const now = await seen(page);
    expect(Math.min(...views.map((view) => apart(view, now)))).toBeGreaterThan(OTHER);
    views.push(now);
  };
  for (const key of ['ArrowRight', 'ArrowUp', '+']) await changes(() => page.keyboard.press(key));
  // The way back leads to where it began.
  for (const key of ['-', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  expect(apart(await seen(page), views[0]!)).toBeLessThan(SAME);
  await changes(() => page.getByRole('button', { name: 'Naar links' }).click());
  await changes(() => page.getByRole('button', { name: 'Verkleinen' }).click());
  const box = (await canvas(page).boundingBox())!;
  await changes(async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 130, box.y + box.height / 2 + 50, { steps: 4 });
    await page.mouse.up();
  });
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('.panorama')).toBeHidden();
  await expect(link(page)).toBeFocused();
  // Opened again with the keyboard it starts where it did the first time, as soon as it is drawn.
  await page.keyboard.press('Enter');
  await expect.poll(async () => apart(await seen(page), views[0]!)).toBeLessThan(SAME);
  await page.getByRole('button', { name: 'Sluiten' }).click();
  await expect(link(page)).toBeFocused();
  expect(outside).toEqual([]);
});

test('opens again at once after it was closed', async ({ context }) => {
  const { page } = await viewing(context, { path: PATH, quiet: false });
  await looking(page);
  const first = await seen(page);
  await page.keyboard.press('ArrowRight');
  expect(apart(await seen(page), first)).toBeGreaterThan(OTHER);
  // Before the event of the closing, as with a key that is pressed while the browser is busy.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('.panorama')!.close();
    document.querySelector<HTMLElement>('.panoramas a')!.click();
  });
  await expect.poll(async () => apart(await seen(page), first)).toBeLessThan(SAME);
  await expect(canvas(page)).toBeFocused();
});

test('moves at once for visitors who want less motion', async ({ browser }) => {
  const calm = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 800 } });
  const { page } = await viewing(calm, { path: PATH, quiet: false });
  await looking(page);
  const before = await seen(page);
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const soon = await glimpse(page);
  expect(apart(soon, before)).toBeGreaterThan(OTHER);
  expect(apart(await seen(page), soon)).toBeLessThan(SAME);
  await calm.close();
});

test('without WebGL, or when it is lost, the whole photograph is shown and a sentence says why', async ({
  context,
}) => {
  const { page } = await viewing(context, { path: PATH, quiet: false });
  await looking(page);
  const isFlat = async () => {
    await expect(page.getByRole('status').filter({ hasText: 'Rondkijken lukt niet' })).toBeVisible();
    await expect(canvas(page)).toBeHidden();
    const flat = page.getByRole('dialog').getByRole('img', { name: NAME });
    await expect.poll(() => flat.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1920);
    // What turns the view is gone; the focus is on what is left.
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Sluiten']);
    await expect(page.getByRole('button', { name: 'Sluiten' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page)).toBeFocused();
  };
  await canvas(page).evaluate((one: HTMLCanvasElement) =>
    one.getContext('webgl')!.getExtension('WEBGL_lose_context')!.loseContext(),
  );
  await isFlat();
  // A new context may work.
  await lookingAgain(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await link(page).click();
  await isFlat();
});

test('when the sharp photograph does not arrive, a sentence says so', async ({ context }) => {
  const { page } = await viewing(context, { path: PATH, quiet: false });
  await page.route(/room-360\.jpg\?width=3200/, (route) => route.abort());
  await link(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'kon niet worden geladen' })).toBeVisible();
  await expect(canvas(page)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the picture is a link to the large one, and nothing promises more', async ({ context }) => {
    const { page } = await viewing(context, { path: PATH });
    await page.setViewportSize({ width: 320, height: 700 });
    await expect(page.getByText('Rondkijken', { exact: true })).toBeHidden();
    await expect(page.locator('.panorama')).toBeHidden();
    await expect(link(page)).toHaveAccessibleName(NAME);
    const answer = await page.request.get(new URL((await link(page).getAttribute('href'))!, page.url()).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp']);
  });
});

import { expect, type Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { viewing } from '../support/gallery-page.ts';
import { test } from '../support/visitor.ts';

/** A property with an upright photograph and a pair before and after; one whose first photograph has a focus. */
const PORTRAIT = '/nl/te-koop/wemmel/x/35106/';
const FOCUS = '/nl/te-koop/vilvoorde/x/35126/';
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true };

const firstPicture = async (page: Page) => {
  const picture = page.locator('.gallery img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  return picture.evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    return { url: image.currentSrc, ratio: width / height, own: image.naturalWidth / image.naturalHeight };
  });
};
/** How much the page moved while it loaded. */
const shifted = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return sum;
  });

for (const [name, path, url] of [
  ['the upright photograph of the editor', PORTRAIT, /house-portrait\.jpg/],
  ['the upright part around the focus', FOCUS, /photo-07\.jpg\?.*crop=4x5-70-50/],
] as const) {
  test(`a phone shows ${name} first, and a wide screen the whole photograph`, async ({ browser }) => {
    const phone = await browser.newContext(PHONE);
    const { page } = await viewing(phone, { path });
    const small = await firstPicture(page);
    expect(small.url).toMatch(url);
    expect(small.ratio).toBeCloseTo(4 / 5, 1);
    expect(await shifted(page)).toBeLessThan(0.01);
    await phone.close();
    const wide = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const { page: large } = await viewing(wide, { path });
    expect((await firstPicture(large)).url).not.toMatch(/crop=|portrait/);
    await wide.close();
  });
}

test('the focus stays visible where the gallery crops the photograph', async ({ context }) => {
  const { page } = await viewing(context, { path: FOCUS });
  await expect(page.locator('.gallery img').first()).toHaveCSS('object-position', '70% 50%');
});

test('a range shows more of the photograph before or after, with the keyboard too', async ({ context }) => {
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const { page } = await viewing(context, { path: PORTRAIT });
  await page.waitForLoadState('networkidle');
  expect(requested.filter((one) => one.includes('before-after') && one.endsWith('.js'))).toEqual([]);
  const range = page.getByRole('slider', { name: 'Voor en na, Gevel vernieuwd' });
  const after = page.locator('.before-after figure + figure');
  await range.scrollIntoViewIfNeeded();
  await expect(after).toHaveCSS('clip-path', /calc\(50%\)|50%/);
  await expect(range).toHaveAttribute('aria-valuetext', '50 % van de foto erna');
  await range.focus();
  await page.keyboard.press('Home');
  await expect(range).toHaveAttribute('aria-valuetext', '0 % van de foto erna');
  await expect(after).toHaveCSS('clip-path', /100%/);
  await page.keyboard.press('End');
  await expect(range).toHaveAttribute('aria-valuetext', '100 % van de foto erna');
  // With the mouse at a fifth of the width, four fifths of the newer photograph are shown.
  const box = (await range.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.2, box.y + box.height / 2);
  await expect(range).toHaveValue('80');
  expect(await axeFaults(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('both photographs are whole, with what they are below them', async ({ context }) => {
    for (const width of [320, 1440]) {
      const { page } = await viewing(context, { path: PORTRAIT });
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.before-after input')).toBeHidden();
      const [one, other] = await Promise.all(
        [0, 1].map(async (at) => (await page.locator('.before-after img').nth(at).boundingBox())!),
      );
      expect(one!.x + one!.width <= other!.x || one!.y + one!.height <= other!.y).toBe(true);
      await expect(page.locator('.before-after figure figcaption')).toHaveText(['Voor', 'Na']);
    }
  });
});

import type { Locator, Page } from 'playwright/test';
import { fakeOthers, question } from '../support/consent.ts';
import { counter, PROPERTY_PATH, photo, viewer } from '../support/gallery-page.ts';
import { expect, test } from '../support/journey.ts';

/** What a page keeps until it is left or loaded again. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
/** The middle of what is shown. */
async function middleOf(part: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await part.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Two taps at the same place, as fast as people do. */
async function tapTwice(page: Page, part: Locator): Promise<void> {
  const place = await middleOf(part);
  for (let time = 0; time < 2; time += 1) {
    await page.touchscreen.tap(...place);
    await page.waitForTimeout(60);
  }
}

test.describe('on a phone that was not asked about cookies yet', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, hasDeclined: false });

  test('two taps on an answer stay on the page, and a later tap opens what is there', async ({ page }) => {
    // Wide enough for a page without the bar at its foot, which would lie where the answer was.
    await page.setViewportSize({ width: 800, height: 844 });
    await fakeOthers(page);
    await page.goto('/nl/te-koop/');
    const accept = question(page).locator('[data-consent=accept]');
    const place = await middleOf(accept);
    const linkBelow = () =>
      question(page).evaluate((dialog: HTMLElement, [x, y]) => {
        dialog.style.display = 'none';
        const link = document.elementFromPoint(x!, y!)?.closest('a');
        dialog.style.display = '';
        return link?.pathname ?? null;
      }, place);
    await expect(async () => {
      await page.evaluate(() => scrollBy({ top: 100, behavior: 'instant' }));
      expect(await linkBelow()).toMatch(/\d+\/$/);
    }).toPass();
    await mark(page);
    // Looking below it has shown it anew.
    await page.waitForTimeout(600);
    await tapTwice(page, accept);
    await expect(question(page)).toBeHidden();
    expect(await isMarked(page)).toBe(true);
    await page.touchscreen.tap(...place);
    await expect(page).toHaveURL(/\/\d+\/$/);
  });

  test('two taps on what opens the settings are no answer', async ({ page }) => {
    await fakeOthers(page);
    const stored = () => page.evaluate(() => localStorage.getItem('consentAdStorage'));
    await page.goto('/nl/disclaimer/');
    const settings = question(page).locator('[data-consent=settings]');
    await expect(settings).toBeVisible();
    await page.waitForTimeout(600);
    await tapTwice(page, settings);
    await expect(question(page).locator('[name=consentAdStorage]')).toBeVisible();
    await page.waitForTimeout(600);
    expect(await stored()).toBeNull();
    await question(page).locator('[data-consent=save]').tap();
    await expect.poll(stored).toBe('false');
    await expect(question(page)).toBeHidden();
    const link = page.locator('footer [data-consent=open]');
    await link.scrollIntoViewIfNeeded();
    await tapTwice(page, link);
    await expect(question(page).locator('[name=consentAdStorage]')).toBeVisible();
    await page.waitForTimeout(600);
    await expect(question(page)).toBeVisible();
    expect(await stored()).toBe('false');
    await question(page).getByRole('button', { name: 'Sluiten' }).tap();
    await expect(question(page)).toBeHidden();
    expect(await stored()).toBe('false');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('two taps on the button that closes the photographs stay on the page', async ({ page }) => {
    await page.goto(PROPERTY_PATH);
    await mark(page);
    await photo(page, 1).tap();
    await expect(counter(page)).toContainText('1 / 9');
    await tapTwice(page, viewer(page).getByRole('button', { name: 'Sluiten' }));
    await expect(viewer(page)).toBeHidden();
    await expect(photo(page, 1)).toBeFocused();
    // Later, and elsewhere, a tap does what it always does.
    await photo(page, 1).tap();
    await expect(counter(page)).toContainText('1 / 9');
    expect(await isMarked(page)).toBe(true);
  });

  test('two taps on the button that closes the menu leave it closed', async ({ page }) => {
    await page.goto('/nl/');
    await page.getByRole('button', { name: 'Menu' }).tap();
    const close = page.locator('#menu').getByRole('button', { name: 'Sluiten' });
    await expect(close).toBeFocused();
    await tapTwice(page, close);
    await expect(page.locator('#menu')).toBeHidden();
    await page.waitForTimeout(900);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expect(page.locator('#menu')).toBeVisible();
  });
});

test('a double click on the button that closes the photographs keeps the focus on the photograph', async ({ page }) => {
  await page.goto(PROPERTY_PATH);
  await mark(page);
  await photo(page, 1).click();
  await expect(counter(page)).toContainText('1 / 9');
  await page.mouse.move(...(await middleOf(viewer(page).getByRole('button', { name: 'Sluiten' }))));
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.waitForTimeout(50);
    await page.mouse.up({ clickCount });
    await page.waitForTimeout(50);
  }
  await expect(viewer(page)).toBeHidden();
  await expect(photo(page, 1)).toBeFocused();
  expect(await isMarked(page)).toBe(true);
});

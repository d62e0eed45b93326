import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const link = (page: Page, name: string) => page.locator('.bottom').getByRole('link', { name });
/** Playwright's own `tap` scrolls to where the bar would be without its place at the foot of the window. */
async function tap(page: Page, name: string) {
  const { x, y, width, height } = (await link(page, name).boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}
/** What lies in the middle of the foot of the window. */
const atFoot = (page: Page) =>
  page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.closest('.bottom, .dock')?.className,
  );

test('on a phone the filters of a list open as a sheet over the place that was read', async ({ page, live }) => {
  await page.goto(`${live.url}/nl/te-koop/`);
  await page.waitForLoadState();
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
  await tap(page, 'Filters');
  const filter = page.locator('.filter');
  await expect(filter).toHaveAttribute('open', '');
  expect(Math.abs((await page.evaluate(() => scrollY)) - 1500)).toBeLessThan(3);
  // The button that counts is at the foot, above everything.
  const button = page.locator('.filter form > .button');
  await expect(button).toContainText(/\d/);
  const box = (await button.boundingBox())!;
  expect(Math.round(box.y + box.height)).toBe(844);
  // A press above the sheet closes it, and so does Escape.
  await page.touchscreen.tap(200, 40);
  await expect(filter).not.toHaveAttribute('open');
  await tap(page, 'Filters');
  await page.keyboard.press('Escape');
  await expect(filter).not.toHaveAttribute('open');
  await expect(link(page, 'Filters')).toBeFocused();
  expect(Math.abs((await page.evaluate(() => scrollY)) - 1500)).toBeLessThan(3);
  // What follows the last field is on the page: the sheet does not stay over it.
  await tap(page, 'Filters');
  await button.focus();
  await page.keyboard.press('Tab');
  await expect(filter).not.toHaveAttribute('open');
});

test('the map is one press away from each page', async ({ page, live }) => {
  await page.goto(`${live.url}/nl/contact/`);
  await tap(page, 'Kaart');
  await expect(page).toHaveURL(/te-koop\/#map$/);
  await expect(page.locator('iframe[title]').last()).toBeVisible();
  await page.getByText('Lijst', { exact: true }).tap();
  await expect(page.locator('.map')).not.toHaveAttribute('open');
  await tap(page, 'Kaart');
  await expect(page.locator('.map')).toHaveAttribute('open', '');
  // A list of nothing has no map: the one of all properties is shown.
  await page.goto(`${live.url}/nl/te-koop/?maxPrice=1`);
  await tap(page, 'Kaart');
  await expect(page).toHaveURL(/te-koop\/#map$/);
});

test('the bar goes away while one reads on, and comes back', async ({ page, live }) => {
  await page.goto(`${live.url}/nl/`);
  await page.touchscreen.tap(380, 300);
  const scroll = (top: number) => page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
  expect(await atFoot(page)).toContain('bottom');
  let top = 800;
  // Its code loads with the first touch.
  const further = async () => {
    top += 50;
    await scroll(top);
    return atFoot(page);
  };
  await expect.poll(further).toBeUndefined();
  await scroll(700);
  await expect.poll(() => atFoot(page)).toContain('bottom');
  // What has the focus is in sight.
  await scroll(900);
  await expect.poll(() => atFoot(page)).toBeUndefined();
  await link(page, 'Bel').focus();
  await expect.poll(() => atFoot(page)).toContain('bottom');
});

test('the actions of a property lie over the bar, which the foot of its page has', async ({ page, live }) => {
  await page.goto(`${live.url}/nl/te-koop/x/y/35187/`);
  await page.locator('#map').evaluate((part) => part.scrollIntoView({ behavior: 'instant' }));
  await expect.poll(() => atFoot(page)).toContain('dock');
  await link(page, 'Favorieten').focus();
  await expect.poll(() => atFoot(page)).toContain('bottom');
});

import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const PROPERTY = '/nl/te-koop/x/y/35187/';
const LIST = '/nl/te-koop/';
const LAPTOP = { width: 1366, height: 768 };
const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

test('the map of a property opens in the place of its drawing', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto(PROPERTY);
  await page.locator('#map').scrollIntoViewIfNeeded();
  const { width, height } = await boxOf(page, '.mapbox');
  await page.locator('#map summary').click();
  await expect(page.frameLocator('#map iframe').locator('.ring')).toHaveCount(2);
  const opened = await boxOf(page, '.mapbox');
  expect([Math.round(opened.width), Math.round(opened.height)]).toEqual([Math.round(width), Math.round(height)]);
});

test('the map of a list is whole in the window once it is open', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto(LIST);
  await page.locator('.listmap summary').click();
  await expect(page.locator('.listmap .follow')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.listmap summary')).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1366, 768],
] as const)
  test(`what is chosen on the map of a list is named without moving the map at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${LIST}#map`);
    const frame = page.frameLocator('.listmap .stage iframe');
    const marks = frame.locator('.pin');
    await expect(marks.first()).toBeVisible();
    const sizeOf = async () => {
      const { width: wide, height: tall } = await boxOf(page, '.listmap .stage iframe');
      return [Math.round(wide), Math.round(tall)];
    };
    const before = await sizeOf();
    // Who is on this page of the list is named there.
    let at = 0;
    await expect(async () => {
      await marks.nth(at++).press('Enter');
      await expect(page.locator('.properties [data-chosen]').first()).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await sizeOf()).toEqual(before);
  });

test('a search that is opened with a mouse leaves the page where it is, also while one types', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto('/nl/');
  const field = page.getByRole('combobox').first();
  await field.click();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await field.pressSequentially('huis');
  await expect(page.locator('.drop .hit, .drop .place').first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the filters that are opened stay under the pointer, and their button keeps its width', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto(LIST);
  const more = await boxOf(page, '.filter .more > summary');
  const button = await boxOf(page, '.filter form > .button');
  await page.locator('.filter .more > summary').click();
  await expect(page.locator('.filter form > .button')).toContainText(/\d/);
  expect(await boxOf(page, '.filter .more > summary')).toEqual(more);
  expect((await boxOf(page, '.filter form > .button')).width).toBe(button.width);
});

test('the heads of compared properties stay in view on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(LIST);
  const ids = await page
    .locator('.card[data-id]')
    .evaluateAll((cards) => cards.slice(0, 4).map((card) => card.getAttribute('data-id')));
  await page.goto(`/nl/vergelijken/?ids=${ids.join('.')}`);
  await page.locator('.frame').evaluate((frame) => frame.scrollTo(0, 900));
  const frame = await boxOf(page, '.frame');
  expect(Math.abs((await boxOf(page, '.frame .heads th:nth-child(2)')).y - frame.y)).toBeLessThan(20);
});

test('the actions of a property come when those of the page have gone, with reduced motion too', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(PROPERTY);
    await expect(page.locator('.dock')).toBeHidden();
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
    await expect(page.locator('.dock')).toBeInViewport();
  }
});

test('the bar of links is there on a phone that lies on its side', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(LIST);
  await expect(page.locator('.bottom')).toBeInViewport();
});

test('the chapter that is read is marked', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto(PROPERTY);
  const marked = () =>
    page
      .locator('.chapters > nav a:not(.button)')
      .evaluateAll((links) =>
        links.filter((link) => getComputedStyle(link).boxShadow !== 'none').map((link) => link.getAttribute('href')),
      );
  for (const id of ['map', 'costs']) {
    await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    await expect.poll(marked).toEqual([`#${id}`]);
  }
});

import { expect } from 'playwright/test';
import { test } from '../support/visitor.ts';

const base = () => process.env.DORPEL_TEST_URL ?? '';
/** Pages of a list on which no text comes before it. */
const LISTS = ['/nl/te-koop/', '/fr/a-vendre/', '/de/zu-verkaufen/', '/en/for-sale/'].map((list) => `${list}?page=2`);

for (const path of LISTS)
  test(`the first property of ${path} is in the first view of a low laptop, with its price and title`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1366, height: 650 });
    await page.goto(base() + path);
    const ends = await page
      .locator('.results .card')
      .first()
      .evaluate((card) =>
        ['.price', 'h3', '.place'].map((part) => card.querySelector(part)!.getBoundingClientRect().bottom),
      );
    expect(ends.filter((bottom) => bottom > 650)).toEqual([]);
    const map = await page.locator('.listmap').boundingBox();
    expect(map!.y).toBeLessThan(400);
    expect(map!.x).toBeGreaterThan(700);
  });

test('filters are one line, and stay in view with the map', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${base()}/nl/te-koop/`);
  const tops = await page
    .locator('#filters > *')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.matches('.f, .more, .button'))
        .map((one) => Math.round(one.getBoundingClientRect().top)),
    );
  expect(tops.length).toBeGreaterThan(5);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  await page.mouse.wheel(0, 1500);
  const below = () =>
    page.evaluate(() => {
      const filter = document.querySelector('.filter')!.getBoundingClientRect();
      const map = document.querySelector('.listmap')!.getBoundingClientRect();
      return { filter: filter.top, gap: Math.round(map.top - filter.bottom), bottom: map.bottom };
    });
  // Below the header, with a little air.
  await expect.poll(async () => (await below()).filter).toBe(88);
  const { gap, bottom } = await below();
  expect(Math.abs(gap)).toBeLessThan(16);
  expect(bottom).toBeLessThan(900);
});

import { expect, test } from '../support/journey.ts';

for (const width of [390, 768, 1440])
  test(`at ${width} px the headline is below the header without a picture, and a logo keeps its size`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/nl/');
    const measured = await page.evaluate(() => {
      const slab = document.querySelector('.banner .slab')!;
      const logo = document.createElement('a');
      logo.className = 'logo';
      logo.innerHTML = '<picture><img src="/favicon.ico" width="400" height="100" alt=""></picture>';
      slab.prepend(logo);
      const { height } = logo.querySelector('img')!.getBoundingClientRect();
      logo.remove();
      for (const before of [...slab.parentElement!.children].filter(
        (one) => one !== slab && one.matches('.slab ~ *') === false,
      ))
        before.remove();
      const header = document.querySelector('.site')!.getBoundingClientRect();
      return { height, below: slab.querySelector('h1')!.getBoundingClientRect().top - header.bottom };
    });
    expect(measured.height).toBeLessThanOrEqual(100);
    expect(measured.below).toBeGreaterThanOrEqual(0);
  });

const HOMEPAGES = ['nl', 'fr', 'en', 'de'].map((language) => `/${language}/`);

for (const [width, height] of [
  [390, 844],
  [1280, 650],
  [1366, 768],
  [1920, 1080],
] as const)
  test(`at ${width} x ${height} the search and a property with its price are in the first view`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of HOMEPAGES) {
      await page.goto(path);
      const ends = await page
        .locator('.banner')
        .evaluate((banner) =>
          ['.two', '.newest b', '.newest img'].map(
            (part) => banner.querySelector(part)!.getBoundingClientRect().bottom,
          ),
        );
      expect(Math.max(...ends), path).toBeLessThanOrEqual(height);
    }
  });

/** What the second office of an agency adds to the foot, in pixels. */
const OFFICE_HEIGHT = 200;

test('on a phone the homepage has at most 4,000 px and the foot of each page 480', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of HOMEPAGES) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const heights = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight,
      foot: document.querySelector('.foot')!.getBoundingClientRect().height,
      bar: document.querySelector<HTMLElement>('.bottom')?.offsetHeight ?? 0,
      offices: document.querySelectorAll('.foot address').length,
    }));
    const further = (heights.offices - 1) * OFFICE_HEIGHT;
    // The bar of links has its place on the ground of the foot.
    expect(heights.page, path).toBeLessThanOrEqual(4000 + further);
    expect(heights.foot - heights.bar, path).toBeLessThanOrEqual(480 + further);
  }
});

test('on a phone cards stand on shelves, and the next card shows its edge', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/nl/');
  const shelves = page.locator('.shelf');
  await expect(shelves).toHaveCount(2);
  for (const shelf of await shelves.all()) {
    await shelf.scrollIntoViewIfNeeded();
    const { tops, second, overflow } = await shelf.evaluate((element) => {
      const boxes = [...element.children].map((child) => child.getBoundingClientRect());
      return {
        tops: new Set(boxes.map(({ top }) => Math.round(top))).size,
        second: boxes[1]!.left,
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(tops).toBe(1);
    expect(second).toBeGreaterThan(280);
    expect(second).toBeLessThan(380);
    expect(overflow).toBe(0);
  }
});

test('the property of the banner is not repeated in the list of new properties', async ({ page }) => {
  await page.goto('/nl/');
  const href = await page.locator('.newest').getAttribute('href');
  await expect(page.locator(`.module a[href="${href}"]`)).toHaveCount(0);
  await expect(page.locator('.module .card')).toHaveCount(4);
});

test('on a phone the foot leaves out no text of an agency, and prints as on a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/nl/');
  await page.waitForLoadState('networkidle');
  const texts = page.locator('.foot .own');
  await page.evaluate(() => {
    const own = '<p class="own">Rekening BE00</p>';
    for (const column of document.querySelectorAll('.foot .wrap > div')) column.insertAdjacentHTML('beforeend', own);
    const alone = `<div><h2 class="own">Open</h2>${own}</div>`;
    document.querySelector('.foot .wrap')!.insertAdjacentHTML('afterbegin', alone);
  });
  for (const text of await texts.all()) await expect(text).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const breaks = page.locator('.foot address').first().locator('br');
  expect(await breaks.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))).not.toContain('none');
});

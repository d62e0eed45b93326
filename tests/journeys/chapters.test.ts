import { expect, test } from '../support/journey.ts';

/** A property with an address, energy and flood scores, planning and documents. */
const PATH = '/nl/te-koop/grimbergen/x/35187/';

test('each name of a chapter leads to its heading, below what stays on the screen', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(PATH);
    const links = page.locator('.chapters > nav a[href^="#"]');
    const count = await links.count();
    expect(count).toBeGreaterThan(2);
    for (let at = 0; at < count; at += 1) {
      const link = links.nth(at);
      const id = (await link.getAttribute('href')) ?? '';
      const heading = page.locator(`${id} h2`);
      await expect(heading).toHaveText((await link.textContent()) ?? '');
      await link.click();
      await expect(heading).toBeInViewport();
      const covered = await heading.evaluate((element) => {
        const { x, y, height: tall } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(x + 4, y + tall / 2));
      });
      expect(covered, `${id} at ${width} px`).toBe(false);
    }
  }
});

test('each chapter begins with a picture or a figure', async ({ page }) => {
  await page.goto(PATH);
  const firsts = await page.locator('.chapters > section').evaluateAll((chapters) =>
    chapters.map((chapter) => {
      const seen = [...chapter.querySelectorAll('img, svg, iframe, dl, p, table, summary')].find((one) =>
        one.checkVisibility(),
      );
      return `${chapter.id}: ${seen?.tagName.toLowerCase()}${seen?.matches('dl:not(.key)') ? ' (rows)' : ''}`;
    }),
  );
  expect(firsts.length).toBeGreaterThan(2);
  expect(firsts.filter((first) => !/: (img|svg|iframe|dl)$/.test(first))).toEqual([]);
});

test('what the law asks for is folded on a screen, and printed', async ({ page }) => {
  await page.goto(PATH);
  const rows = page.locator('.ledger dl > div');
  expect(await rows.count()).toBeGreaterThan(8);
  await expect(rows.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const row of await rows.all()) await expect(row).toBeVisible();
  for (const screen of ['.chapters > nav', '.mapbox', '.sided > .pic', '.tools', '.dock'])
    await expect(page.locator(screen).first()).toBeHidden();
});

test('a name of a view transition belongs to one element, whichever card is chosen', async ({ page }) => {
  for (const path of [PATH, '/nl/te-koop/', '/nl/']) {
    await page.goto(path, { waitUntil: 'load' });
    const cards = page.locator('.card a[href]');
    for (const card of [null, ...(await cards.all()).slice(0, 4)]) {
      await card?.focus();
      const names = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element).viewTransitionName)
          .filter((name) => name !== 'none'),
      );
      expect(new Set(names).size, `${path}: ${names.join()}`).toBe(names.length);
      expect(names.length >= 2 || !card, path).toBe(true);
    }
  }
});

import { expect } from '../support/journey.ts';
import { test } from '../support/one-page.ts';

/** Pages with each kind of card: property, saved property, project, article. */
const PAGES_WITH_CARDS = [
  ['homepage', '/nl/', 2],
  ['list', '/nl/te-koop/', 6],
  ['list of rentals', '/nl/te-huur/', 3],
  ['filtered list', '/nl/te-koop/?type=1&maxPrice=900000', 3],
  ['projects', '/nl/projecten/', 2],
  ['property', '/nl/te-koop/x/y/35187/', 2],
  ['services', '/nl/onze-diensten/', 3],
  ['shortlist', '/nl/favorieten/', 2],
] as const;

for (const [name, path, least] of PAGES_WITH_CARDS) {
  test(`${name}: the middle of each photograph leads where the title leads`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'shortlist', value: '35187.35101.35160', url: baseURL! }]);
    await page.goto(path);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const cards = await page.locator('main .card:has(.pic):has(a)').evaluateAll((all) =>
        all.map((card) => {
          card.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, top, width, height } = card.querySelector('.pic')!.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return [hit?.closest('a')?.href ?? hit?.className, card.querySelector('a')!.href];
        }),
      );
      expect(cards.length, `at ${width} px`).toBeGreaterThanOrEqual(least);
      expect(
        cards.filter(([hit, title]) => hit !== title),
        `at ${width} px`,
      ).toEqual([]);
    }
  });
}

test('a click on the photograph opens the property', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  const card = page.locator('main .card').nth(1);
  const title = await card.locator('a').innerText();
  await card.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await card.locator('.pic').boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a saved property shows its facts below each other', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'shortlist', value: '35187.35101', url: baseURL! }]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/nl/favorieten/');
    const overlaps = await page.locator('main .card').evaluateAll((all) =>
      all.flatMap((card) => {
        const parts = [...card.querySelectorAll('.pic, .place, h2, .price, .facts')].map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return { name: part.className || part.tagName, top, bottom };
        });
        parts.sort((a, b) => a.top - b.top);
        if (!/\bpic\b/.test(parts[0]!.name)) return ['the photograph is not on top'];
        return parts.slice(1).flatMap(({ name, top }, at) => (top < parts[at]!.bottom - 1 ? [name] : []));
      }),
    );
    expect(overlaps, `at ${width} px`).toEqual([]);
  }
  expect(await page.locator('main .card').count()).toBe(2);
});

test('a button that is sending can be read, also under the pointer', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/nl/contact/');
    const button = page.locator('main form button[type=submit]').first();
    await button.evaluate((element) => element.setAttribute('aria-disabled', 'true'));
    await button.hover({ force: true });
    const [text, background, behind] = await button.evaluate((element) => {
      const own = getComputedStyle(element);
      return [own.color, own.backgroundColor, getComputedStyle(document.body).backgroundColor];
    });
    expect(contrast(text!, /, 0\)$|transparent/.test(background!) ? behind! : background!)).toBeGreaterThan(4.5);
  }
});

/** The contrast of two colours as `rgb(…)`, by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

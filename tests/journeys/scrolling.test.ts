import { expect, test } from '../support/journey.ts';

const scroll = (y: number) => `scrollTo({ top: ${y}, behavior: 'instant' })`;

test('the header shrinks past 30 pixels and grows back at the top', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  const [header, logo] = [page.locator('header.site'), page.locator('header .logo')];
  const size = () => logo.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const large = await size();
  await page.evaluate(scroll(30));
  await expect(page.locator('a.top')).toBeVisible();
  await expect(header).not.toHaveAttribute('data-scrolled');
  await page.evaluate(scroll(31));
  await expect(header).toHaveAttribute('data-scrolled');
  await expect.poll(size).toBeLessThan(large);
  await expect(header).toBeInViewport();
  expect(await header.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toMatch(
    /transparent|, 0\)/,
  );
  await page.evaluate(scroll(0));
  await expect(header).not.toHaveAttribute('data-scrolled');
});

test('the back-to-top link appears after 10 pixels', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  const link = page.getByRole('link', { name: 'Terug naar boven' });
  await expect(link).toBeHidden();
  await page.evaluate(scroll(9));
  await expect(link).toBeHidden();
  await page.evaluate(scroll(10));
  await expect(link).toBeVisible();
});

/** Follows the page on its way up: how long it took, and how many places it passed. */
const wayUp = () =>
  new Promise<{ milliseconds: number; places: number }>((resolve) => {
    const places = new Set([scrollY]);
    const start = performance.now();
    const look = () => {
      places.add(scrollY);
      if (scrollY === 0) resolve({ milliseconds: performance.now() - start, places: places.size });
      else requestAnimationFrame(look);
    };
    document.querySelector<HTMLElement>('a.top')?.click();
    requestAnimationFrame(look);
  });

test('it scrolls to the top by steps that the eye can follow', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await page.evaluate(scroll(2000));
  await expect(page.locator('a.top')).toBeVisible();
  const { milliseconds, places } = await page.evaluate(wayUp);
  expect(milliseconds).toBeGreaterThan(300);
  expect(places).toBeGreaterThan(4);
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.activeElement?.closest('header, .skip') !== null),
    'the focus went along',
  ).toBe(true);
});

test('it jumps when reduced motion is preferred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/nl/te-koop/');
  await page.evaluate(scroll(2000));
  await expect(page.locator('a.top')).toBeVisible();
  expect((await page.evaluate(wayUp)).places).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the drawer opens at once when reduced motion is preferred', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/nl/');
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(
    await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 50)
          .length,
    ),
  ).toBe(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const effect = reducedMotion === 'reduce' ? 'does not grow' : 'grows';
  test(`a photograph ${effect} out of its card, and Back finds the place in the list (${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      // The event comes with the first picture of the page, after its text can be read.
      const { promise, resolve } = Promise.withResolvers<unknown>();
      Object.assign(window, { grown: promise });
      addEventListener('pagereveal', ({ viewTransition }) => {
        const parts = () =>
          document.getAnimations().map(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement);
        resolve(viewTransition?.ready.then(parts, String) ?? 'none');
      });
    });
    await page.goto('/nl/te-koop/');
    await page.evaluate(scroll(700));
    const card = page.locator('.card:has(.pic img):not(:has(a .vh)) a').nth(4);
    const title = await card.innerText();
    await card.hover();
    const place = await page.evaluate(() => scrollY);
    await card.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const grown = await page.evaluate('window.grown');
    expect([grown].flat()).toContain(reducedMotion === 'reduce' ? 'none' : '::view-transition-old(property)');
    await expect(page.locator('.gallery li').first()).toHaveCSS('view-transition-name', 'property');
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });
}

import type { Page } from 'playwright/test';
import { expect, forgive, test } from '../support/live-journey.ts';

const button = '.filter button[type=submit]';

/** On a desk the filters are always open, on a phone behind a link. */
async function openFilters(page: Page): Promise<void> {
  // On a phone the bar at the foot opens them.
  const link = page.locator('.bottom a').first();
  if (await link.isVisible()) await link.click();
  await expect(page.locator('#bedrooms')).toBeVisible();
}

test('while filters are filled in, the button shows the number of matching properties', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await openFilters(page);
  await page.locator('#bedrooms').selectOption('3');
  await expect(page.locator(button)).toHaveText(/^Toon \d+ pand/);
  await page.locator('#maxPrice').pressSequentially('600000');
  const { text } = (await (
    await page.request.get('/api/count?goal=sale&language=nl&bedrooms=3&maxPrice=600000')
  ).json()) as {
    text: string;
  };
  await expect(page.locator(button)).toHaveText(text);
  const [, count = ''] = /(\d+)/.exec(await page.locator(button).innerText())!;
  expect(Number(count)).toBeGreaterThan(0);
  await page.locator(button).click();
  await expect(page).toHaveURL(/bedrooms=3/);
  await expect(page.locator('.count')).toContainText(new RegExp(`^\\s*${count} `));
});

test('a late count does not overwrite a newer one', async ({ page }) => {
  let first = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/count*', async (route) => {
    if (first) {
      first = false;
      await held;
    }
    await route.continue();
  });
  await page.goto('/nl/te-koop/');
  await openFilters(page);
  const slow = page.waitForRequest('**/api/count*');
  await page.locator('#bedrooms').selectOption('1');
  await slow;
  await page.locator('#bedrooms').selectOption('5');
  await expect(page.locator(button)).toHaveText(/^Toon \d+ pand/);
  const newest = await page.locator(button).innerText();
  const late = page.waitForResponse('**/api/count*');
  release();
  await late;
  await expect(page.locator(button)).toHaveText(newest);
});

test('when counting fails, the button keeps its text and the filter still works', async ({ page, complaints }) => {
  await page.route('**/api/count*', (route) => route.abort('failed'));
  await page.goto('/nl/te-koop/');
  await openFilters(page);
  const plain = await page.locator(button).innerText();
  const failed = page.waitForEvent('requestfailed');
  await page.locator('#bedrooms').selectOption('3');
  await failed;
  await expect(page.locator(button)).toHaveText(plain);
  await page.locator(button).click();
  await expect(page).toHaveURL(/bedrooms=3/);
  forgive(complaints, /ERR_FAILED/);
});

test('each criterion of a list is shown and can be removed by itself', async ({ page }) => {
  await page.goto('/nl/te-koop/?type=1&maxPrice=700000&garden=1');
  const chips = page.locator('.chips a');
  await expect(chips).toHaveText(['Verwijderen: Huizen', /tot €\s700\.000$/, /Tuin$/, 'Alles wissen']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Huizen te koop');
  await chips.nth(1).click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/\?type=1&garden=1$/);
  await page.locator('.chips .all').click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
  await expect(chips).toHaveCount(0);
});

test('on a phone the filters fold away after use, with count and first card in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/nl/te-koop/');
  await openFilters(page);
  await page.locator('#bedrooms').selectOption('2');
  await page.locator(button).click();
  await expect(page).toHaveURL(/\?bedrooms=2$/);
  await expect(page.locator('#bedrooms')).toBeHidden();
  await expect(page.locator('.count p').first()).toBeInViewport({ ratio: 1 });
  await expect(page.locator('main .card .pic').first()).toBeInViewport({ ratio: 0.8 });
});

const CODE_ARRIVES = { 'in time': 0, late: 600 };

/** Holds every script back for as long as a slow network would. */
async function delayCode(page: Page, ms: number): Promise<void> {
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });
}

for (const [when, ms] of Object.entries(CODE_ARRIVES))
  test(`a pointer sorts at once and keeps the filters: the code arrives ${when}`, async ({ page }) => {
    await delayCode(page, ms);
    await page.goto('/nl/te-koop/?bedrooms=2');
    await page.locator('#sort').click();
    await page.locator('#sort').selectOption('price-asc');
    await expect(page).toHaveURL(/\?bedrooms=2&sort=price-asc$/);
    await expect(page.locator('#sort')).toHaveValue('price-asc');
  });

test('the button of the order is there for who has the code not yet, and without a script', async ({
  page,
  browser,
}) => {
  await page.goto('/nl/te-koop/?bedrooms=2');
  const button = page.getByRole('button', { name: 'Pas toe' });
  await page.locator('#sort').click();
  await expect(button).toHaveCSS('clip-path', 'none');
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const other = await plain.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Pas toe' })).toHaveCSS('clip-path', 'none');
  await plain.close();
});

for (const [when, ms] of Object.entries(CODE_ARRIVES))
  test(`the keyboard chooses an order, and presses the button: the code arrives ${when}`, async ({ page }) => {
    await delayCode(page, ms);
    await page.goto('/nl/te-koop/?bedrooms=2');
    await page.keyboard.press('Tab');
    await page.locator('#sort').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('#sort')).toHaveValue('price-desc');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => globalThis.onTouch?.has('results'))).toBe(true);
    await expect(page.getByRole('button', { name: 'Pas toe' })).toBeFocused();
    await expect(page).toHaveURL(/\?bedrooms=2$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?bedrooms=2&sort=price-desc$/);
  });

test('a list hands its criteria to the form that saves a search', async ({ page }) => {
  await page.goto('/nl/te-koop/?type=1&maxPrice=700000&bedrooms=2&city=Grimbergen|1850');
  await page.locator('.tell a').click();
  await expect(page.locator('[name=goal][value=sale]')).toBeChecked();
  await expect(page.locator('[name=types][value=house]')).toBeChecked();
  await expect(page.locator('[name=maxPrice]')).toHaveValue('700000');
  await expect(page.locator('[name=minBedrooms]')).toHaveValue('2');
  await expect(page.locator('[name=towns][value="1850|grimbergen"]')).toBeChecked();
});

test('Back from a property leads to the same place in the filtered list', async ({ page }) => {
  await page.goto('/nl/te-koop/?bedrooms=2');
  const card = page.locator('main .card a[href*="/te-koop/"]').nth(4);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  await card.click();
  await expect(page).toHaveURL(/\/\d+\/$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?bedrooms=2$/);
  await expect(page.locator('#bedrooms')).toHaveValue('2');
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(80);
});

test('Back from a filtered list leads to the page before it', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await openFilters(page);
  await page.locator('#bedrooms').selectOption('3');
  await page.locator(button).click();
  await expect(page).toHaveURL(/bedrooms=3/);
  await page.locator('#bedrooms').selectOption('4');
  await page.locator(button).click();
  await expect(page).toHaveURL(/bedrooms=4/);
  await page.goBack();
  await expect(page).toHaveURL(/bedrooms=3/);
  await expect(page.locator('#bedrooms')).toHaveValue('3');
  await page.goBack();
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('filters lead to a URL that gives the same list in another browser', async ({ page, browser, live }) => {
    await page.goto('/nl/te-koop/');
    await openFilters(page);
    await page.locator('#type').click();
    await page.locator('[name=type]').first().check();
    await page.locator('#bedrooms').selectOption('3');
    await page.locator(button).click();
    await expect(page).toHaveURL(/\?type=\d+&bedrooms=3$/);
    const properties = (of: typeof page) => of.locator('main .card h3, main .card h2').allInnerTexts();
    const other = await browser.newPage();
    await other.goto(live.url + new URL(page.url()).pathname + new URL(page.url()).search);
    expect(await properties(other)).toEqual(await properties(page));
    expect((await properties(page)).length).toBeGreaterThan(0);
    await expect(other.locator('#bedrooms')).toHaveValue('3');
    await other.close();
  });
});

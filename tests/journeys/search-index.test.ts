import type { Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { expect, forgive, test } from '../support/live-journey.ts';

const INDEX = '**/search-index/*.json';
const field = (page: Page) => page.locator('main input[name=q]');
const panel = (page: Page) => page.locator('main [role=listbox]');
const status = (page: Page) => page.locator('main search [role=status]');

async function openSearch(page: Page, path = '/nl/'): Promise<void> {
  await page.goto(path);
  await field(page).click();
  await expect(panel(page)).toBeVisible();
}

test.describe('the search index', () => {
  test('is requested once, on the first touch and not before', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => request.url().includes('search-index') && requested.push(request.url()));
    await page.goto('/nl/', { waitUntil: 'load' });
    expect(requested).toEqual([]);
    await field(page).click();
    await field(page).fill('grimb');
    await expect(panel(page)).toBeVisible();
    await field(page).fill('meise');
    await expect(panel(page)).toContainText('Meise');
    expect(requested).toHaveLength(1);
  });

  test('that fails four times loads at the fifth try, with delays that double from 350 ms', async ({
    page,
    complaints,
  }) => {
    const at: number[] = [];
    await page.route(INDEX, (route) => {
      at.push(Date.now());
      return at.length === 1
        ? route.abort('failed')
        : at.length < 5
          ? route.fulfill({ status: 503, body: 'later' })
          : route.continue();
    });
    await page.goto('/nl/');
    await field(page).click();
    await field(page).fill('grimb');
    await expect(panel(page)).toContainText('Grimbergen [1850]', { timeout: 20_000 });
    expect(at).toHaveLength(5);
    for (const [n, wait] of [350, 700, 1400, 2800].entries()) {
      expect(at[n + 1]! - at[n]!).toBeGreaterThanOrEqual(wait - 20);
      expect(at[n + 1]! - at[n]!).toBeLessThan(wait * 2 + 1000);
    }
    forgive(complaints, /ERR_FAILED|status of 503/);
  });

  test('that fails at each of its six attempts is not requested again, and the plain form still works', async ({
    page,
    complaints,
  }) => {
    let tries = 0;
    await page.route(INDEX, (route) => {
      tries += 1;
      return route.abort('failed');
    });
    await page.clock.install();
    await page.goto('/nl/');
    await field(page).click();
    await field(page).fill('grimb');
    for (const wanted of [1, 2, 3, 4, 5, 6]) {
      // The clock of the page goes on meanwhile, so a slow machine may see the next try already.
      await expect.poll(() => tries).toBeGreaterThanOrEqual(wanted);
      // The response of the last try has to arrive before its pause can pass.
      const failed = () => complaints.filter((said) => said.startsWith('failed:')).length;
      await expect.poll(failed).toBeGreaterThanOrEqual(wanted);
      await page.clock.runFor(12_000);
    }
    await page.clock.runFor(60_000);
    expect(tries).toBe(6);
    await expect(panel(page)).toBeHidden();
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/zoeken\/\?q=grimb$/);
    forgive(complaints, /ERR_FAILED/);
  });
});

test.describe('an index without properties, because there are too many', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(INDEX, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), properties: null } });
    });
  });

  test('finds towns locally and properties on the server, and narrows complete results locally', async ({ page }) => {
    const requested: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/search')) requested.push(new URL(request.url()).searchParams.get('q'));
    });
    await openSearch(page);
    await field(page).fill('g');
    await expect(panel(page)).toContainText('Grimbergen [1850]');
    await expect(status(page)).toHaveText(/Gemeenten: \d/);
    await field(page).pressSequentially('rimb');
    await expect(panel(page).locator('.place')).toHaveCount(1);
    await field(page).fill('35187');
    await expect(panel(page).locator('a.hit')).toHaveCount(1);
    await expect(panel(page).locator('a.hit')).toContainText('35187');
    await field(page).fill('35');
    await expect(panel(page).locator('a.hit')).toHaveCount(8);
    // What is typed quickly is asked once.
    expect(requested.filter((text) => !text?.startsWith('gr'))).toEqual(['g', '35187', '35']);
  });

  test('"nothing found" waits for the response, and results known earlier are shown', async ({ page }) => {
    let respond = () => {};
    const wait = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/search*', async (route) => {
      await wait;
      await route.continue();
    });
    await openSearch(page);
    await field(page).fill('zuidtuin');
    await expect(panel(page)).toBeHidden();
    await expect(status(page)).toHaveText('');
    respond();
    await expect(status(page)).toHaveText('Geen resultaten gevonden voor uw zoekopdracht.');
    await field(page).fill(' 35187 ');
    await expect(panel(page).locator('a.hit')).toHaveCount(1);
  });

  test('a server that does not respond leaves the towns and the plain form', async ({ page, complaints }) => {
    await page.route('**/api/search*', (route) => route.abort('failed'));
    await openSearch(page);
    await field(page).fill('grimb');
    await expect(panel(page)).toContainText('Grimbergen [1850]');
    await field(page).fill('35187');
    await expect.poll(() => complaints.filter((said) => said.startsWith('failed:')).length).toBeGreaterThanOrEqual(2);
    await expect(panel(page)).toBeHidden();
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/35187\/$/);
    forgive(complaints, /ERR_FAILED/);
  });
});

for (const [language, path, width] of [
  ['nl', '/nl/', 390],
  ['de', '/de/', 1440],
] as const) {
  test(`the open panel is accessible (${language}, ${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSearch(page, path);
    for (const text of ['', 'meise', '35187', 'nergens']) {
      await field(page).fill(text);
      await field(page).press('ArrowDown');
      expect(await axeFaults(page, { include: 'main search' }), `"${text}"`).toEqual([]);
    }
  });
}

import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const LIST = '/nl/te-koop/';
const cards = (page: Page) => page.locator('.results .card');
/** A card whose property has several photographs. */
const many = (page: Page) => page.locator('.results .card:has(.flip)').first();
const nth = (page: Page) => many(page).locator('.pic');

test('the photographs of a property are looked through on its card, and load only then', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(LIST);
  await page.waitForLoadState('networkidle');
  const href = (await many(page).locator('h3 a').getAttribute('href')) ?? '';
  expect(requested).not.toContain(href);
  expect(requested.filter((path) => path.includes('results'))).toEqual([]);
  await many(page).hover();
  await many(page).locator('.flip:not(.back)').click();
  await expect(nth(page)).toHaveAttribute('data-nth', /^2 \/ \d+$/);
  const total = Number((await nth(page).getAttribute('data-nth'))?.split('/')[1]);
  await expect(nth(page).locator('img:visible')).toHaveCount(1);
  for (let at = 1; at < total; at += 1) await many(page).locator('.flip:not(.back)').click();
  // After the last one comes the first.
  await expect(nth(page)).toHaveAttribute('data-nth', `1 / ${total}`);
  await many(page).locator('.flip.back').click();
  await expect(nth(page)).toHaveAttribute('data-nth', `${total} / ${total}`);
  await expect(page).toHaveURL(LIST);
  expect(requested.filter((path) => path === href)).toHaveLength(1);
});

test('a swipe shows the next photograph and opens nothing; a tap opens the property', async ({ page }) => {
  await page.goto(LIST);
  const picture = nth(page);
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  const [left, right, y] = [box.x + box.width * 0.2, box.x + box.width * 0.7, box.y + box.height / 2];
  const swipe = async (waitMs = 0) => {
    await page.mouse.move(right, y);
    await page.mouse.down();
    await page.waitForTimeout(waitMs);
    await page.mouse.move(left, y, { steps: 4 });
    await page.mouse.up();
  };
  // The first swipe loads the code, and is not lost when that arrives before its end.
  await picture.locator('img').evaluate((image: HTMLImageElement) => {
    image.closest('a, .card')!.addEventListener('dragstart', (event) => event.preventDefault());
  });
  await swipe(1000);
  await expect(picture).toHaveAttribute('data-nth', /^2 /);
  await swipe();
  await expect(picture).toHaveAttribute('data-nth', /^3 |^1 /);
  await expect(page).toHaveURL(LIST);
  await page.mouse.click(left, y);
  await expect(page).toHaveURL(/\/\d+\/$/);
});

test('without photographs on its page the card keeps its photograph, and tries again', async ({ page }) => {
  await page.goto(LIST);
  const href = (await many(page).locator('h3 a').getAttribute('href')) ?? '';
  await page.route(`**${href}`, (route) => route.fulfill({ body: '<p>', contentType: 'text/html' }));
  const tried = page.waitForResponse(`**${href}`);
  await many(page).locator('.flip').dispatchEvent('click');
  await tried;
  await page.waitForTimeout(300);
  await expect(nth(page)).not.toHaveAttribute('data-nth', /\d/);
  await expect(nth(page).locator('img')).toBeVisible();
  await page.unroute(`**${href}`);
  await many(page).locator('.flip').dispatchEvent('click');
  await expect(nth(page)).toHaveAttribute('data-nth', /^2 /);
});

const begin = async (page: Page) => {
  await page.goto('/nl/favorieten/');
  await page.getByRole('button', { name: 'Onthoud op dit toestel wat ik open' }).click();
};

test('what is opened is remembered only by a browser that was asked to, and until it is cleared', async ({ page }) => {
  const title = async () => ((await cards(page).nth(1).locator('h3').textContent()) ?? '').trim();
  const openSecond = async () => {
    await page.goto(LIST);
    await cards(page).nth(1).locator('h3 a').click();
    await expect(page.locator('h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.goto(LIST);
  };
  await openSecond();
  expect(await page.evaluate(() => ['viewed', 'sessions'].map((name) => localStorage.getItem(name)))).toEqual([
    null,
    null,
  ]);
  await expect(page.locator('.seen')).toHaveCount(0);
  await begin(page);
  await openSecond();
  await expect(cards(page).nth(1).locator('.seen')).toHaveText('bekeken');
  await expect(page.locator('.seen')).toHaveCount(1);
  const opened = await title();
  await page.goto('/nl/favorieten/');
  const viewed = page.getByRole('region', { name: 'Onlangs bekeken' });
  await expect(viewed.locator('a b')).toHaveText([opened]);
  await viewed.getByRole('button', { name: 'Wis deze lijst en stop' }).click();
  await expect(viewed.locator('a')).toHaveCount(0);
  await openSecond();
  await expect(page.locator('.seen')).toHaveCount(0);
});

test('what came since the last session is marked, what was there is not', async ({ page }) => {
  await begin(page);
  await page.goto(LIST);
  await expect(page.locator('.seen.new')).toHaveCount(0);
  const days = await cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.created ?? ''));
  const sorted = [...new Set(days)].sort();
  const middle = Date.parse(sorted[Math.floor(sorted.length / 2)] ?? '');
  await page.evaluate((at) => localStorage.setItem('sessions', `${at} 0`), middle);
  await page.reload();
  const newer = days.filter((day) => Date.parse(day) > middle).length;
  expect(newer).toBeGreaterThan(0);
  await expect(page.locator('.seen.new')).toHaveCount(newer);
  await expect(page.locator('.seen.new').first()).toHaveText('nieuw sinds uw bezoek');
});

test('the list of a town leads to its types, and search engines know them', async ({ page }) => {
  await page.goto('/nl/te-koop/grimbergen/');
  const link = page.locator('.kinds a').first();
  const [name, href] = [(await link.textContent()) ?? '', (await link.getAttribute('href')) ?? ''];
  await link.click();
  await expect(page.locator('h1')).toHaveText(`${name} te koop in Grimbergen`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${href}$`));
  await expect(page.locator('nav.crumbs a, .crumbs a').last()).toHaveText('Grimbergen');
  const sitemap = await (await page.request.get('/sitemap-lists-1.xml')).text();
  expect(sitemap).toContain(`${href}<`);
});

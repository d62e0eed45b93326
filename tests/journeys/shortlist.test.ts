import type { Page } from 'playwright/test';
import { expect, forgive, test } from '../support/live-journey.ts';

const PROPERTY_PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
const cards = 'main .saved .shelf li';

/** Makes each request of the page take half a second longer. */
async function beFarAway(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 },
  });
}

test('the heart of a card saves without leaving the list, and the header counts', async ({ page, complaints }) => {
  await page.goto('/nl/te-koop/');
  const saved = page.locator('.site .keeps');
  const hearts = page.locator('main .card .heart');
  await expect(saved).toHaveAccessibleName('Favorieten');
  await hearts.nth(0).click();
  await expect(hearts.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await hearts.nth(1).click();
  await expect(saved).toHaveAccessibleName('Favorieten 2');
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
  await hearts.nth(0).click();
  await expect(saved).toHaveAccessibleName('Favorieten 1');
  await page.reload();
  await expect(hearts.nth(0)).toHaveAttribute('aria-pressed', 'false');
  await expect(hearts.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await saved.click();
  await expect(page.locator(cards)).toHaveCount(1);
  // Without a response the card leads to the property, which has a plain form.
  await page.goto('/nl/te-koop/');
  await page.route('**/api/shortlist', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort('failed'),
  );
  await hearts.nth(0).click();
  await expect(page).toHaveURL(/\/\d+\/$/);
  await page.locator('.tools .save').click();
  await expect(page).toHaveURL(/\/nl\/favorieten\/$/);
  await expect(page.locator(cards)).toHaveCount(2);
  forgive(complaints, /ERR_FAILED/);
});

test('hearts that are pressed one after another on a slow network are all saved', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await beFarAway(page);
  const hearts = page.locator('main .card .heart');
  for (const nth of [0, 1, 2]) await hearts.nth(nth).click();
  await expect(page.locator('.site .keeps')).toHaveAccessibleName('Favorieten 3');
  for (const nth of [0, 1, 2]) await expect(hearts.nth(nth)).toHaveAttribute('aria-pressed', 'true');
});

test('a property is saved although its visitor leaves the page at once', async ({ page, context }) => {
  await page.goto(PROPERTY_PATH);
  await beFarAway(page);
  await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'shortlist')?.value)
    .toBe('35187');
});

test('without a connection a press changes nothing and does not lead away from the page', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/nl/te-koop/');
  await context.setOffline(true);
  const heart = page.locator('main .card .heart').first();
  await heart.click();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await context.setOffline(false);
  await heart.click();
  await expect(page.locator('.site .keeps')).toHaveAccessibleName('Favorieten 1');
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});

test('with a script a property is saved without leaving the page, listed and removed', async ({ page }) => {
  await page.goto(PROPERTY_PATH);
  await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
  const kept = page.getByRole('button', { name: 'Bewaard', exact: true });
  // Its words say what it is; a state beside them would be said twice.
  await expect(kept).not.toHaveAttribute('aria-pressed');
  await expect(page.locator('.site .keeps')).toHaveAccessibleName('Favorieten 1');
  await expect(page).toHaveURL(new RegExp(`${PROPERTY_PATH}$`));
  await page.goto('/nl/favorieten/');
  await expect(page.locator(cards)).toHaveCount(1);
  await page.goto(PROPERTY_PATH);
  // It shows from the start that it is saved, and one press removes it.
  await kept.click();
  await expect(page.getByRole('button', { name: 'Bewaren' })).toBeVisible();
  await expect(page.locator('.site .keeps')).toHaveAccessibleName('Favorieten');
  await page.goto('/nl/favorieten/');
  await expect(page.locator(cards)).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('an empty shortlist says so and links to the lists', async ({ page }) => {
      await page.goto('/nl/favorieten/');
      await expect(page.locator(cards)).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('link', { name: 'Te koop' })).toBeVisible();
    });

    test('a property that is gone is named by its number and can be removed', async ({ page, context, live }) => {
      await context.addCookies([{ name: 'shortlist', value: '424242.35187', url: live.url }]);
      await page.goto('/nl/favorieten/');
      await expect(page.locator(cards)).toHaveCount(2);
      await expect(page.locator(cards).first()).toContainText('Ref. 424242 is niet meer online.');
      await page.locator(cards).first().getByRole('button').click();
      await expect(page).toHaveURL(/\/nl\/favorieten\/\?removed=424242$/);
      await expect(page.locator(cards)).toHaveCount(1);
      await expect(page.locator(cards)).toContainText('Huis met boomgaard');
    });

    test('what was removed is said where the reading goes on, and can be kept after all', async ({
      page,
      context,
      live,
    }) => {
      await context.addCookies([{ name: 'shortlist', value: '35187.35101', url: live.url }]);
      await page.goto('/nl/favorieten/');
      await page.getByRole('button', { name: 'Huis met boomgaard uit uw favorieten verwijderen' }).click();
      const removed = page.getByText('Huis met boomgaard: verwijderd uit uw favorieten.');
      await expect(removed).toBeFocused();
      await expect(page.locator(cards)).toHaveCount(1);
      await page.getByRole('button', { name: 'Toch bewaren' }).click();
      await expect(page).toHaveURL(/\/nl\/favorieten\/$/);
      await expect(page.locator(cards)).toHaveCount(2);
    });

    test('an invalid cookie is an empty shortlist', async ({ page, context, live }) => {
      await context.addCookies([{ name: 'shortlist', value: '<script>.%00.x', url: live.url }]);
      await page.goto('/nl/favorieten/');
      await expect(page.locator(cards)).toHaveCount(0);
    });
  });
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a property is saved by its button in the language of the page, newest first', async ({ page }) => {
    await page.goto(PROPERTY_PATH);
    await page.getByRole('button', { name: 'Bewaren' }).click();
    await expect(page).toHaveURL(/\/nl\/favorieten\/$/);
    await page.goto('/de/zu-verkaufen/x/y/35101/');
    await page.locator('.tools .save').click();
    await expect(page).toHaveURL(/\/de\/favoriten\/$/);
    await expect(page.locator(cards)).toHaveCount(2);
    await expect(page.locator(`${cards}:first-child input[name=property]`)).toHaveValue('35101');
  });

  test('a property saved twice is listed once', async ({ page }) => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await page.goto(PROPERTY_PATH);
      await page.getByRole('button', { name: 'Bewaren' }).click();
      await expect(page).toHaveURL(/\/nl\/favorieten\/$/);
    }
    await expect(page.locator(cards)).toHaveCount(1);
  });
});

import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const field = (page: Page) => page.locator('main input[name=q]');
const panel = (page: Page) => page.locator('main [role=listbox]');
const options = (page: Page) => panel(page).locator('a[role=option]');
const said = (page: Page) => page.locator('main search [role=status]');
const chosen = (page: Page) => panel(page).locator('[aria-selected=true]');

async function openSearch(page: Page, path = '/nl/'): Promise<void> {
  await page.goto(path);
  await field(page).click();
  await expect(panel(page)).toBeVisible();
}

test.describe('the search box', () => {
  test('opens on focus with the types, each with its two lists and their counts', async ({ page }) => {
    await openSearch(page);
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
    const groups = panel(page).locator('.place');
    await expect(groups).toHaveCount(7);
    const houses = options(page)
      .filter({ hasText: /^Te koop/ })
      .first();
    expect(Number(/(\d+)$/.exec(await houses.innerText())![1])).toBeGreaterThan(5);
    await houses.click();
    await expect(page).toHaveURL(/\/nl\/te-koop\/huizen\/$/);
  });

  test('a list without properties is shown with 0 and without a link', async ({ page }) => {
    await openSearch(page);
    const off = panel(page).locator('[role=option][aria-disabled=true]');
    await expect(off.first()).toBeVisible();
    for (const one of await off.all()) {
      expect(await one.innerText()).toMatch(/ 0$/);
      expect(await one.getAttribute('href')).toBeNull();
    }
    for (const one of await options(page).all()) expect(await one.innerText()).not.toMatch(/ 0$/);
  });

  test('finds a town by its unaccented name, with its postcode and both lists', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('GRIMB');
    await expect(panel(page).locator('.place')).toHaveCount(1);
    await expect(panel(page)).toContainText('Grimbergen [1850]');
    await expect(said(page)).toHaveText('Panden: 0. Gemeenten: 1.');
  });

  test('finds a property by its number, with picture, title, price, town, reference and the start of its text', async ({
    page,
  }) => {
    await openSearch(page);
    await field(page).fill('35187');
    const hit = panel(page).locator('a.hit');
    await expect(hit).toHaveCount(1);
    await expect(hit).toContainText('35187');
    await expect(hit.locator('b')).toHaveText('Huis met boomgaard');
    await expect(hit).toContainText(/€\s[\d.]+, 1850 Grimbergen/);
    const picture = hit.locator('img');
    expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual(['60', '60']);
    expect((await hit.locator('small').innerText()).length).toBeLessThanOrEqual(101);
    await field(page).fill('zuidtuin');
    await expect(panel(page)).toContainText('Geen resultaten gevonden voor uw zoekopdracht.');
    await expect(said(page)).toHaveText('Geen resultaten gevonden voor uw zoekopdracht.');
  });

  test('arrow keys move round in both directions and announce the position', async ({ page }) => {
    await openSearch(page);
    const all = await options(page).count();
    const at = async (n: number) => {
      await expect(chosen(page)).toHaveCount(1);
      const id = await options(page).nth(n).getAttribute('id');
      await expect(options(page).nth(n)).toHaveAttribute('aria-selected', 'true');
      await expect(field(page)).toHaveAttribute('aria-activedescendant', id!);
      expect(await page.locator(`[id="${id}"]`).count()).toBe(1);
    };
    await expect(field(page)).not.toHaveAttribute('aria-activedescendant', /./);
    for (const [key, n] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['End', all - 1],
      ['ArrowDown', 0],
      ['ArrowUp', all - 1],
      ['Home', 0],
      ['ArrowUp', all - 1],
    ] as const) {
      await field(page).press(key);
      await at(n);
    }
    await expect(field(page)).toBeFocused();
  });

  test('without a choice Home and End move the caret in the text', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('meise');
    await field(page).press('Home');
    await page.keyboard.type('x');
    await expect(field(page)).toHaveValue('xmeise');
  });

  test('ArrowUp from the text goes to the last option', async ({ page }) => {
    await openSearch(page);
    await field(page).press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  });

  test('Enter follows the choice and submits the text without one', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('grimb');
    await expect(panel(page).locator('.place')).toHaveCount(1);
    await field(page).press('ArrowDown');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/te-koop\/grimbergen\/$/);
    await openSearch(page);
    await field(page).fill('grimb');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/zoeken\/\?q=grimb$/);
  });

  test('a choice stays when further results come for the same text', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/search?**', async (route) => {
      await held;
      await route.continue();
    });
    await openSearch(page);
    await field(page).fill('grimb');
    await expect(panel(page).locator('.place')).toHaveCount(1);
    await field(page).press('ArrowDown');
    const chosen = panel(page).locator('[aria-selected="true"]');
    const href = await chosen.getAttribute('href');
    const response = page.waitForResponse('**/api/search?**');
    release();
    await response;
    await page.waitForTimeout(200);
    await expect(chosen).toHaveAttribute('href', href!);
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/te-koop\/grimbergen\/$/);
  });

  test('the buttons beside the field take the text along; without text they open the whole list', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('grimbergen');
    await field(page).press('Escape');
    const rent = page.locator('search .two a').nth(1);
    await rent.click();
    await expect(page).toHaveURL(/\/nl\/te-huur\/grimbergen\/$/);
    await openSearch(page);
    await field(page).fill(' ');
    await field(page).press('Escape');
    await rent.click();
    await expect(page).toHaveURL(/\/nl\/te-huur\/$/);
  });

  test('Escape closes, a second Escape clears, an arrow key opens again', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('grimb');
    await field(page).press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(field(page)).toHaveValue('grimb');
    await field(page).press('ArrowDown');
    await expect(panel(page)).toBeVisible();
    await field(page).press('Escape');
    await field(page).press('Escape');
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
  });

  test('a closed panel has no choice: Enter submits the text', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('grimb');
    await expect(panel(page).locator('.place')).toHaveCount(1);
    await field(page).press('ArrowDown');
    await field(page).press('Escape');
    await expect(field(page)).not.toHaveAttribute('aria-activedescendant', /./);
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/nl\/zoeken\/\?q=grimb$/);
  });

  test('clearing restores the types and removes choice and announcement', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('grimb');
    await expect(said(page)).not.toHaveText('');
    await field(page).press('ArrowDown');
    await field(page).fill('');
    await expect(panel(page).locator('.place')).toHaveCount(7);
    await expect(said(page)).toHaveText('');
    await expect(field(page)).not.toHaveAttribute('aria-activedescendant', /./);
  });

  test('new results start at their top, without a choice', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('35');
    await expect(panel(page).locator('a.hit').nth(5)).toBeAttached();
    await field(page).press('ArrowUp');
    await expect.poll(() => panel(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    await field(page).fill('351');
    await expect.poll(() => panel(page).evaluate((element) => element.scrollTop)).toBe(0);
    await expect(chosen(page)).toHaveCount(0);
  });

  test('the option chosen with the arrow keys is always in view', async ({ page }) => {
    await openSearch(page);
    await field(page).fill('35');
    await expect(panel(page).locator('a.hit').nth(5)).toBeAttached();
    await field(page).press('ArrowUp');
    await expect(chosen(page)).toHaveCount(1);
    const inSight = () =>
      panel(page).evaluate((element) => {
        const [box, one] = [
          element.getBoundingClientRect(),
          element.querySelector('[aria-selected=true]')!.getBoundingClientRect(),
        ];
        return one.top >= box.top - 1 && one.bottom <= box.bottom + 1;
      });
    await expect.poll(inSight).toBe(true);
  });

  test('closes on Tab or a click elsewhere', async ({ page }) => {
    await openSearch(page);
    await page.keyboard.press('Tab');
    await expect(panel(page)).toBeHidden();
    await field(page).click();
    await expect(panel(page)).toBeVisible();
    await page.mouse.click(5, 700);
    await expect(panel(page)).toBeHidden();
  });

  test('uses the language of the page', async ({ page }) => {
    await openSearch(page, '/de/');
    await field(page).fill('meise');
    const href = await options(page).first().getAttribute('href');
    expect(href).toMatch(/^\/de\/zu-(verkaufen|vermieten)\/meise\/$/);
  });
});

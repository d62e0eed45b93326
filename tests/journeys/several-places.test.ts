import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const field = (page: Page) => page.locator('#places');
const option = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} \\(`) });

test('several towns are found by typing, ticked by keyboard alone and shown together', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await field(page).focus();
  await page.keyboard.press('Enter');
  await expect(option(page, 'Meise')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Zoek in deze lijst' });
  await expect(search).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();
  await page.keyboard.type('vilv');
  await expect(option(page, 'Meise')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(option(page, 'Vilvoorde')).toBeChecked();
  await expect(field(page)).toHaveText('Vilvoorde');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1860');
  await page.keyboard.press('Enter');
  // Enter ticks and never takes back what is ticked.
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveText('Meise, Vilvoorde');
  const { text, count } = (await (
    await page.request.get('/api/count?goal=sale&language=nl&city=Meise%7C1860&city=Vilvoorde%7C1800')
  ).json()) as { text: string; count: number };
  await expect(page.locator('.filter button[type=submit]')).toHaveText(text);
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
  await expect(option(page, 'Meise')).toBeHidden();
  await page.locator('.filter button[type=submit]').click();
  await expect(page).toHaveURL(/\?city=Meise%7C1860&city=Vilvoorde%7C1800$/);
  await expect(page.locator('.chips li')).toHaveText([/Meise/, /Vilvoorde/, /Alles wissen/]);
  await expect(page.locator('.count')).toContainText(`${count} panden`);
});

for (const [path, list, none] of [
  ['/nl/te-koop/', 'Zoek in deze lijst', 'Geen gemeente gevonden.'],
  ['/fr/a-vendre/', 'Chercher dans cette liste', 'Aucune commune trouvée.'],
  ['/en/for-sale/', 'Find in this list', 'No town found.'],
  ['/de/zu-verkaufen/', 'In dieser Liste suchen', 'Keine Gemeinde gefunden.'],
] as const)
  test(`${path}: a town that is not in the list is said not to be found`, async ({ page }) => {
    await page.goto(path);
    await field(page).click();
    const said = page.locator('.several [role=status]');
    await expect(said).toHaveText('');
    await page.getByRole('searchbox', { name: list }).fill('xyz');
    await expect(said).toHaveText(none);
    await expect(said).toBeVisible();
    await page.getByRole('searchbox', { name: list }).fill('meise');
    // What is left of the list is said.
    await expect(said).toHaveText('Meise');
  });

test('on a tablet the button of the map does not cover the filters that are open', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 640 });
  await page.goto('/nl/te-koop/');
  const button = page.locator('.listmap summary');
  await expect(button).toBeVisible();
  const filters = page.locator('details.filter > summary');
  await filters.click();
  await expect(button).toBeHidden();
  await field(page).click();
  await expect(button).toBeHidden();
  await filters.click();
  await expect(button).toBeVisible();
});

test('the list of towns closes when it is left, and counts what each further choice would find', async ({ page }) => {
  await page.goto('/nl/te-koop/?bedrooms=4');
  await field(page).click();
  const counted = page.waitForResponse('**/api/count*');
  await option(page, 'Grimbergen').check();
  await counted;
  await page.locator('#type').click();
  await expect(option(page, 'Meise')).toBeHidden();
  // The words beside a box are pressed more often than the box.
  await page.locator('.pick:has([name=type][value="1"]) span').click();
  await expect(page.locator('#type')).toHaveText('Huizen');
  await page.locator('.pick:has([name=type][value="1"]) span').click();
  const houses = page.locator('label:has([name=type][value="1"])');
  const { counts } = (await (
    await page.request.get('/api/count?goal=sale&language=nl&bedrooms=4&city=Grimbergen%7C1850')
  ).json()) as { counts: Record<string, number> };
  await expect(houses).toContainText(`(${counts['type=1']})`);
  // Only what would be found is offered with a number above nothing.
  await expect(page.locator('label:has([name=type][value="7"])')).toContainText(`(${counts['type=7'] ?? 0})`);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('several towns and the distance around them are ticked, kept and removed one by one', async ({ page }) => {
    await page.goto('/nl/te-koop/');
    await field(page).click();
    await option(page, 'Meise').check();
    await option(page, 'Jette').check();
    await page.locator('#within').selectOption('5');
    await page.locator('.filter button[type=submit]').click();
    await expect(page).toHaveURL(/within=5.*city=Jette%7C1090&city=Meise%7C1860/);
    await expect(page.locator('.chips li')).toHaveText([/Jette/, /Meise/, /Binnen 5 km/, /Alles wissen/]);
    const around = Number(/\d+/.exec(await page.locator('.count').innerText())?.[0]);
    await page.getByRole('link', { name: /Binnen 5 km/ }).click();
    const alone = Number(/\d+/.exec(await page.locator('.count').innerText())?.[0]);
    expect(around).toBeGreaterThan(alone);
    await expect(field(page)).toHaveText('Jette, Meise');
    await page.getByRole('link', { name: /Jette/ }).first().click();
    await expect(page).toHaveURL(/\/nl\/te-koop\/meise\/$/);
  });
});

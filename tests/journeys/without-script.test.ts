import { expect, test } from '../support/journey.ts';

test.use({ javaScriptEnabled: false });

test.describe('on a phone without a script', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, shows all entries and leads on', async ({ page }) => {
    await page.goto('/nl/');
    await expect(page.locator('#menu')).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.locator('#menu')).toBeVisible();
    await expect(page.locator('#menu').getByRole('link', { name: 'Woonadvies' })).toBeVisible();
    await page
      .locator('#menu')
      .getByRole('link', { name: /^Te huur/ })
      .click();
    await expect(page).toHaveURL(/\/nl\/te-huur\/$/);
    await expect(page.locator('#menu')).toBeHidden();
  });

  test('the menu closes by its button', async ({ page }) => {
    await page.goto('/nl/contact/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sluiten' }).click();
    await expect(page.locator('#menu')).toBeHidden();
  });

  test('the language is changed by a link', async ({ page }) => {
    await page.goto('/nl/te-koop/?type=1&maxPrice=900000');
    await page
      .locator('header')
      .getByRole('link', { name: /Français/ })
      .click();
    await expect(page).toHaveURL(/\/fr\/a-vendre\/\?type=1&maxPrice=900000$/);
  });
});

test('a search is submitted and shows results', async ({ page }) => {
  await page.goto('/nl/');
  const field = page.getByRole('combobox', { name: 'Gemeente, type, prijs of referentie' });
  await field.fill('vilvoorde');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/nl\/zoeken\/\?q=vilvoorde$/);
  await page
    .locator('.found')
    .getByRole('link', { name: /^Te koop/ })
    .click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/vilvoorde\/$/);
});

test('a reference leads to its property', async ({ page }) => {
  await page.goto('/fr/');
  const field = page.locator('main input[name=q]');
  await field.fill('35187');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/fr\/a-vendre\/grimbergen\/.*\/35187\/$/);
});

test('filters are set, kept and removed', async ({ page }) => {
  // On a wide screen the filters are open beside the list.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/nl/te-koop/');
  await page.locator('details.filter > summary').click();
  await page.locator('#type').click();
  await page.locator('[name=type][value="1"]').check();
  await page.getByLabel('Slaapkamers').selectOption({ value: '3' });
  await page.getByRole('button', { name: 'Toon panden' }).click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/\?.*type=1.*bedrooms=3/);
  // Only the number and the criteria are in view.
  await expect(page.locator('.chips li')).toHaveCount(3);
  await expect(page.locator('#type')).toBeHidden();
  await page.locator('details.filter > summary').click();
  await expect(page.locator('#type')).toHaveText('Huizen');
  await expect(page.locator('[name=type][value="1"]')).toBeChecked();
  await expect(page.getByLabel('Slaapkamers')).toHaveValue('3');
  const properties = page.locator('main .card');
  expect(await properties.count()).toBeGreaterThan(2);
  await page.getByLabel('Prijs tot').fill('1');
  await page.getByRole('button', { name: 'Toon panden' }).click();
  await expect(page.locator('main')).toContainText('Geen resultaten gevonden');
  await page.getByRole('link', { name: /^Toon alle/ }).click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
});

test('the pages of a list can be browsed', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  await page.getByRole('link', { name: 'Volgende' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.locator('.pages p')).toContainText('Pagina 2 van 2');
  await page.getByRole('link', { name: 'Vorige' }).click();
  await expect(page).toHaveURL(/\/nl\/te-koop\/$/);
});

test('the details of a property and all photographs expand', async ({ page }) => {
  await page.goto('/nl/te-koop/x/y/35187/');
  const building = page.locator('details.fold').nth(1);
  await expect(building.locator('dl')).toBeHidden();
  await building.locator('summary').click();
  await expect(building.locator('dl')).toBeVisible();
  await expect(page.locator('.gallery li').nth(5)).toBeHidden();
  await page.locator('.all-photos > summary').click();
  await expect(page.locator('.gallery li').nth(5)).toBeVisible();
  await page.locator('.all-photos > summary').click();
  await expect(page.locator('.gallery li').nth(5)).toBeHidden();
});

test('nothing that needs a script is offered', async ({ page }) => {
  await page.goto('/nl/');
  await expect(page.locator('a.top')).toBeHidden();
});

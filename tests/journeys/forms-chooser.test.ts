import type { Page } from 'playwright/test';
import { axeFaults } from '../support/axe.ts';
import { expect, formOf, submit, summaryOf, test, touch, wrongAt } from '../support/live-journey.ts';

const PATH = '/nl/hou-me-op-de-hoogte/';
const finder = (page: Page) => formOf(page).getByRole('combobox', { name: /^Gemeente/ });
const options = (page: Page) => formOf(page).locator('.chooser').getByRole('option');
const chips = (page: Page) => formOf(page).locator('.chips button');
const ticked = (page: Page) =>
  formOf(page)
    .locator('[name=towns]')
    .evaluateAll((boxes) =>
      boxes.filter((box) => (box as HTMLInputElement).checked).map((box) => box.getAttribute('value')),
    );

test.describe('the towns of a search', () => {
  test('are found by typing, chosen by keyboard, and removed again', async ({ page }) => {
    await page.goto(PATH);
    await touch(page);
    await finder(page).focus();
    await finder(page).pressSequentially('grimb');
    await expect(options(page)).toHaveText([/Grimbergen/]);
    await page.keyboard.press('ArrowDown');
    const active = await finder(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/Grimbergen/);
    await page.keyboard.press('Enter');
    await expect(chips(page)).toHaveText([/Grimbergen/]);
    await expect(finder(page)).toHaveAttribute('aria-expanded', 'false');
    expect(await ticked(page)).toEqual(['1850|grimbergen']);

    // By postcode, and a single match with Enter alone.
    await finder(page).pressSequentially('1780');
    await page.keyboard.press('Enter');
    await expect(chips(page)).toHaveCount(2);
    expect(await ticked(page)).toHaveLength(2);
    await page.keyboard.press('Backspace');
    expect(await ticked(page)).toEqual(['1850|grimbergen']);
    await formOf(page).getByRole('button', { name: 'Verwijder Grimbergen' }).click();
    expect(await ticked(page)).toEqual([]);
    await expect(finder(page)).toBeFocused();
  });

  test('that do not exist are said not to be found; Escape closes the list', async ({ page }) => {
    await page.goto(PATH);
    await touch(page);
    await finder(page).click();
    expect(await options(page).count()).toBeGreaterThan(12);
    await finder(page).pressSequentially('xyzzy');
    await expect(options(page)).toHaveCount(0);
    await expect(formOf(page).getByRole('status').filter({ hasText: 'Geen gemeente gevonden.' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(finder(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('are asked for, one at least, and the list is accessible', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(PATH);
    await expect(formOf(page).locator('[name=towns]').first()).toBeHidden();
    const top = () => finder(page).evaluate((box) => box.getBoundingClientRect().top + scrollY);
    const before = await top();
    await touch(page);
    expect(await top()).toBe(before);
    await expect(formOf(page)).toContainText('Kies minstens één gemeente of postcode.');
    await submit(page);
    await expect(wrongAt(page, 'towns')).toHaveText('Kies minstens één gemeente of postcode.');
    await expect(summaryOf(page).locator('a').filter({ hasText: 'gemeente of postcode' })).toHaveText(
      'Kies minstens één gemeente of postcode.',
    );
    await finder(page).click();
    // What the header covers in part is too small a target for axe.
    await page.setViewportSize({ width: 390, height: 6000 });
    expect(await axeFaults(page)).toEqual([]);
  });

  test('and other criteria in the URL are filled in', async ({ page }) => {
    await page.goto(`${PATH}?goal=rent&types=house&types=land&towns=1850%7Cgrimbergen&maxPrice=1500&minBedrooms=2`);
    await expect(chips(page)).toHaveText([/Grimbergen/]);
    await touch(page);
    await expect(chips(page)).toHaveText([/Grimbergen/]);
    expect(await ticked(page)).toEqual(['1850|grimbergen']);
    for (const [name, value] of [
      ['goal', 'rent'],
      ['types', 'house'],
      ['types', 'land'],
    ] as const)
      await expect(formOf(page).locator(`[name=${name}][value=${value}]`)).toBeChecked();
    await expect(formOf(page).locator('[name=maxPrice]')).toHaveValue('1500');
    await expect(formOf(page).locator('[name=minBedrooms]')).toHaveValue('2');
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the towns are check boxes in groups by region', async ({ page }) => {
    await page.goto(PATH);
    await expect(formOf(page).locator('.chooser')).toBeHidden();
    const groups = formOf(page).locator('details summary');
    await expect(groups).toHaveText(['Brussel', 'Vlaanderen', 'Wallonië', 'Buiten België']);
    await groups.nth(1).click();
    await formOf(page).locator('[name=towns][value="1850|grimbergen"]').check();
    expect(await ticked(page)).toEqual(['1850|grimbergen']);
  });
});

import type { Locator } from 'playwright/test';
import { expect, formOf, test } from '../support/live-journey.ts';

const PAGE = '/nl/contact-appointment/?property=35187';

/** What a visitor does first: nothing, or touch a field, which loads the code of the form. */
const BEFORE = {
  'before the code was here': () => Promise.resolve(),
  'with the code here': async (form: Locator) => {
    await form.locator('[name=lastName]').focus();
    await expect(form).not.toHaveClass(/staged/);
  },
};

/** The day that is open, and another one. */
async function daysOf(form: Locator): Promise<[open: Locator, other: Locator]> {
  const days = form.locator('details');
  const at = await days.evaluateAll((all) => all.findIndex((day) => day.hasAttribute('open')));
  return [days.nth(at), days.nth(at === 0 ? 1 : 0)];
}

for (const [when, prepare] of Object.entries(BEFORE))
  test(`the hour that was chosen ${when} is said by its day and before the button`, async ({ page }) => {
    await page.goto(PAGE);
    const form = formOf(page);
    const [first, second] = await daysOf(form);
    await prepare(form);
    await first.locator('.pick').first().click();
    const hour = (await first.locator('.pick').first().innerText()).split(',')[0]!;
    await second.locator('summary').click();
    await expect(first.locator('.pick').first()).toBeHidden();
    await expect(first.locator('summary')).toContainText(`gekozen ${hour}`);
    await expect(form.locator('output')).toHaveText(new RegExp(`^Uw keuze: .+ \\d+ [a-z]+, ${hour}$`));
    await expect(form.locator('[type=submit]')).toHaveText(new RegExp(`^Verder met .+ \\d+ [a-z]+, ${hour}$`));
    await second.locator('.pick').last().click();
    await expect(first.locator('summary')).not.toContainText('gekozen');
    await expect(second.locator('summary')).toContainText('gekozen');
  });

test('an hour that was chosen before a reload is chosen: what is said is what is sent', async ({ page }) => {
  await page.goto(PAGE);
  const form = formOf(page);
  await BEFORE['with the code here'](form);
  const [, day] = await daysOf(form);
  await day.locator('summary').click();
  await day.locator('.pick').first().click();
  await form.locator('[name=lastName]').fill('Peeters');
  const sent = () => form.evaluate((one: HTMLFormElement) => Object.fromEntries(new FormData(one)).slot);
  const before = await sent();
  expect(before).toBeTruthy();
  await page.reload();
  await form.locator('[name=firstName]').focus();
  await expect(form.locator('[name=lastName]')).toHaveValue('Peeters');
  await expect(form.locator('output')).toContainText('Uw keuze');
  expect(await sent()).toBe(before);
  await expect(day).toHaveAttribute('open', '');
});

test('the button leads on to what is still empty, then says what is wrong until it is right', async ({ page }) => {
  await page.goto(PAGE);
  const form = formOf(page);
  await BEFORE['with the code here'](form);
  const [open] = await daysOf(form);
  await open.locator('.pick').first().click();
  const button = form.locator('[type=submit]');
  await expect(button).toContainText('Verder met');
  await button.click();
  await expect(form.locator('[name=titleOfAddress]')).toBeFocused();
  await expect(form.locator('.wrong')).toHaveCount(0);
  await expect(button).toContainText('Bezoek aanvragen');
  await button.click();
  const wrong = form.locator('.f:has([name=titleOfAddress]) .wrong');
  await expect(wrong).toBeVisible();
  // Without leaving the field.
  await form.locator('[name=titleOfAddress]').selectOption({ index: 1 });
  await expect(wrong).toHaveCount(0);
});

test('another day moves nothing that stands below', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(PAGE);
  const form = formOf(page);
  const next = form.locator('[name=lastName]');
  const days = form.locator('details');
  const places: number[] = [];
  const [open] = await daysOf(form);
  places.push(Math.round((await next.boundingBox())!.y + (await page.evaluate(() => scrollY))));
  for (const day of await days.all()) {
    if (await day.evaluate((one, other) => one === other, await open.elementHandle())) continue;
    await day.locator('summary').click();
    await expect(day).toHaveAttribute('open', '');
    places.push(Math.round((await next.boundingBox())!.y + (await page.evaluate(() => scrollY))));
  }
  expect(places.length).toBeGreaterThan(2);
  // Nor is there a gap: what follows the days begins below them.
  const { y, height } = (await form.locator('[role=radiogroup]').boundingBox())!;
  const lastDay = (await days.last().locator('summary').boundingBox())!;
  expect(y + height - lastDay.y - lastDay.height).toBeLessThan(400);
  expect(new Set(places).size).toBe(1);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('no hour is ticked that was not chosen on this page', async ({ page }) => {
    await page.goto(PAGE);
    await page.locator('details[open] .pick').first().click();
    await expect(page.locator('details :checked')).toHaveCount(1);
    await page.goto('/nl/');
    await page.goBack();
    await expect(page.locator('details :checked')).toHaveCount(0);
  });
});

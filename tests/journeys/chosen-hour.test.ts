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

for (const [when, prepare] of Object.entries(BEFORE))
  test(`the hour that was chosen ${when} is said by its day and before the button`, async ({ page }) => {
    await page.goto(PAGE);
    const form = formOf(page);
    const [first, second] = [form.locator('details').first(), form.locator('details').nth(1)];
    await prepare(form);
    await first.locator('.pick').first().click();
    const hour = (await first.locator('.pick').first().innerText()).split(',')[0]!;
    await second.locator('summary').click();
    await expect(first.locator('.pick').first()).toBeHidden();
    await expect(first.locator('summary')).toContainText(`gekozen ${hour}`);
    await expect(form.locator('output')).toHaveText(new RegExp(`^Uw keuze: .+ \\d+ [a-z]+, ${hour}$`));
    await expect(form.locator('[type=submit]')).toHaveText(new RegExp(`: .+ \\d+ [a-z]+, ${hour}$`));
    await second.locator('.pick').last().click();
    await expect(first.locator('summary')).not.toContainText('gekozen');
    await expect(second.locator('summary')).toContainText('gekozen');
  });

test('an hour that was chosen before a reload is chosen: what is said is what is sent', async ({ page }) => {
  await page.goto(PAGE);
  const form = formOf(page);
  await BEFORE['with the code here'](form);
  await form.locator('details').nth(1).locator('summary').click();
  await form.locator('details').nth(1).locator('.pick').first().click();
  await form.locator('[name=lastName]').fill('Peeters');
  const sent = () => form.evaluate((one: HTMLFormElement) => Object.fromEntries(new FormData(one)).slot);
  const before = await sent();
  expect(before).toBeTruthy();
  await page.reload();
  await form.locator('[name=firstName]').focus();
  await expect(form.locator('[name=lastName]')).toHaveValue('Peeters');
  await expect(form.locator('output')).toContainText('Uw keuze');
  expect(await sent()).toBe(before);
  await expect(form.locator('details').nth(1)).toHaveAttribute('open', '');
});

test('another day moves nothing that stands below', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(PAGE);
  const form = formOf(page);
  const next = form.locator('[name=lastName]');
  const days = form.locator('details');
  const places: number[] = [];
  // The first is open already.
  for (let at = 1; at < (await days.count()); at += 1) {
    await days.nth(at).locator('summary').click();
    await expect(days.nth(at)).toHaveAttribute('open', '');
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
    await page.locator('details .pick').first().click();
    await expect(page.locator('details :checked')).toHaveCount(1);
    await page.goto('/nl/');
    await page.goBack();
    await expect(page.locator('details :checked')).toHaveCount(0);
  });
});

import type { Page } from 'playwright/test';
import {
  expect,
  fill,
  formOf,
  hold,
  postsOf,
  referenceOn,
  submit,
  summaryOf,
  test,
  touch,
  wrongAt,
} from '../support/live-journey.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

test.describe('the valuation in steps', () => {
  const STEPS = [
    ['street', 'zip', 'city', 'propertyType'],
    ['goal'],
    ['titleOfAddress', 'firstName', 'lastName', 'email', 'phone'],
  ];
  const valuesOf = (n: number) =>
    Object.fromEntries(STEPS[n]!.map((name) => [name, String(VALID_VALUES['contact-demand']![name])]));
  const stepSaid = (page: Page) => formOf(page).locator('.walknow');
  const start = async (page: Page) => {
    await page.goto('/nl/gratis-schatting/');
    await touch(page);
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
  };

  test('shows one step at a time, continues when it is valid and goes back with values kept', async ({ page }) => {
    const posts = postsOf(page);
    await start(page);
    await expect(formOf(page).locator('[name=email]')).toBeHidden();
    await submit(page);
    await expect(summaryOf(page)).toBeFocused();
    await expect(wrongAt(page, 'street')).toBeVisible();
    expect(await summaryOf(page).locator('a').count()).toBe(4);
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
    await fill(page, valuesOf(0));
    await page.keyboard.press('Enter');
    await expect(stepSaid(page)).toContainText('Stap 2 van 3');
    await expect(formOf(page).locator('[name=street]')).toBeHidden();
    await expect(summaryOf(page)).toHaveCount(0);
    await formOf(page).getByRole('button', { name: 'Vorige stap' }).click();
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
    await expect(formOf(page).locator('[name=street]')).toHaveValue('Hertogstraat 18');
    await expect(formOf(page).locator('[name=propertyType][value=house]')).toBeChecked();
    expect(posts).toEqual([]);
  });

  test.describe('with a finger', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test('the first tap on the lower edge of the button counts after a correction', async ({ page }) => {
      await start(page);
      await submit(page);
      await expect(wrongAt(page, 'zip')).toBeVisible();
      const { zip, ...others } = valuesOf(0);
      await fill(page, others);
      await formOf(page).locator('[name=zip]').tap();
      await page.keyboard.type(String(zip));
      const button = formOf(page).locator('button.next');
      const { x, y, width, height } = (await button.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height - 4);
      await expect(stepSaid(page)).toContainText('Stap 2 van 3');
    });
  });

  test('is sent at the end as one lead with the values of all steps', async ({ page, live }) => {
    await start(page);
    for (const n of [0, 1, 2]) {
      await fill(page, valuesOf(n));
      await submit(page);
    }
    await expect(page).toHaveURL(/\/nl\/contact-demand\/bedankt\//);
    const reference = await referenceOn(page);
    expect(
      JSON.parse(String(live.rows('leads').find((one) => one.reference === reference)!.form_values)),
    ).toMatchObject(VALID_VALUES['contact-demand']!);
  });

  test('an earlier step can be revisited, a later one cannot be skipped to', async ({ page }) => {
    await start(page);
    await expect(formOf(page).locator('.walk button')).toHaveCount(0);
    await fill(page, valuesOf(0));
    await submit(page);
    await fill(page, valuesOf(1));
    await submit(page);
    await expect(formOf(page).locator('.walk button')).toHaveCount(2);
    await formOf(page).locator('.walk button').first().click();
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
  });

  test('is in steps from the start: the first touch moves nothing and the page keeps its height', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/nl/gratis-schatting/');
    const measured = () =>
      page.evaluate(() => [
        document.querySelector('[name=street]')!.getBoundingClientRect().top + scrollY,
        document.documentElement.scrollHeight,
        document.querySelector('.next')!.getBoundingClientRect().top + scrollY,
      ]);
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
    await expect(formOf(page).locator('[name=email]')).toBeHidden();
    await expect(formOf(page).locator('button:visible')).toHaveText(['Volgende stap']);
    const before = await measured();
    await touch(page);
    expect(await measured()).toEqual(before);
    await expect(formOf(page).locator('button:visible')).toHaveText(['Volgende stap']);
  });

  test('the first press of the button, before the code is there, continues', async ({ page }) => {
    const code = await hold(page, /\/_astro\/.*\.js/);
    await page.goto('/nl/gratis-schatting/');
    await formOf(page).getByRole('button', { name: 'Volgende stap' }).click();
    await expect.poll(code.waiting).toBeGreaterThan(0);
    code.open();
    await expect(summaryOf(page)).toBeFocused();
    await expect(wrongAt(page, 'zip')).toHaveText('Vul uw postcode in.');
    await expect(summaryOf(page).locator('a').filter({ hasText: 'postcode' })).toHaveText('Vul uw postcode in.');
  });

  test('Back in the browser goes one step back, and leaves the form at the first', async ({ page }) => {
    await page.goto('/nl/contact/');
    await start(page);
    await fill(page, valuesOf(0));
    await submit(page);
    await fill(page, valuesOf(1));
    await submit(page);
    await expect(stepSaid(page)).toContainText('Stap 3 van 3');
    await page.goBack();
    await expect(stepSaid(page)).toContainText('Stap 2 van 3');
    await expect(formOf(page).locator('[name=goal][value=sale]')).toBeChecked();
    await page.goForward();
    await expect(stepSaid(page)).toContainText('Stap 3 van 3');
    await formOf(page).getByRole('button', { name: 'Vorige stap' }).click();
    await formOf(page).getByRole('button', { name: 'Vorige stap' }).click();
    await expect(stepSaid(page)).toContainText('Stap 1 van 3');
    await page.goBack();
    await expect(page).toHaveURL('/nl/contact/');
  });

  test('a draft survives a reload and is deleted after sending', async ({ page }) => {
    await start(page);
    await fill(page, valuesOf(0));
    await submit(page);
    await expect(stepSaid(page)).toContainText('Stap 2 van 3');
    await formOf(page).locator('[name=remark]').fill('Nieuw dak');
    await page.reload();
    await touch(page);
    await expect(formOf(page).locator('[name=street]')).toHaveValue('Hertogstraat 18');
    await expect(formOf(page).locator('[name=remark]')).toHaveValue('Nieuw dak');
    await expect(formOf(page).locator('[name=propertyType][value=house]')).toBeChecked();
    for (const n of [0, 1, 2]) {
      if (n > 0) await fill(page, valuesOf(n));
      await submit(page);
    }
    await expect(page).toHaveURL(/\/nl\/contact-demand\/bedankt\//);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
    await start(page);
    await expect(formOf(page).locator('[name=street]')).toHaveValue('');
  });

  test('text typed after a reload before the script loads wins over the draft', async ({ page }) => {
    await start(page);
    await fill(page, { street: 'Oude straat 1', city: 'Meise' });
    // A draft makes the code load at once.
    const code = await hold(page, /\/_astro\/forms-live.*\.js/);
    await page.reload();
    await formOf(page).locator('[name=street]').fill('Nieuwe straat 2');
    await expect.poll(code.waiting).toBeGreaterThan(0);
    code.open();
    await expect(formOf(page)).toHaveAttribute('novalidate', '');
    await expect(formOf(page).locator('[name=city]')).toHaveValue('Meise');
    await expect(formOf(page).locator('[name=street]')).toHaveValue('Nieuwe straat 2');
  });

  test('an unreadable draft is ignored', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('draft-contact-demand', '{"street":'));
    await start(page);
    await expect(formOf(page).locator('[name=street]')).toHaveValue('');
  });

  test('a draft of a form without steps survives a change of language, and is about its own property', async ({
    page,
  }) => {
    await page.goto('/nl/contact-me/?property=35187');
    await touch(page);
    await fill(page, { firstName: 'Margriet', message: 'Is de kelder droog?' });
    await page.getByRole('link', { name: 'Français' }).first().click();
    await expect(formOf(page)).toHaveAttribute('novalidate', '');
    await expect(formOf(page).locator('[name=firstName]')).toHaveValue('Margriet');
    await expect(formOf(page).locator('[name=message]')).toHaveValue('Is de kelder droog?');
    await page.goto('/nl/contact-me/?property=35101');
    await touch(page);
    await expect(formOf(page).locator('[name=message]')).toHaveValue('');
  });

  test('a form in which nothing was entered stores nothing', async ({ page }) => {
    await page.goto('/nl/contact/');
    await touch(page);
    await page.reload();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('draft-');
  });
});

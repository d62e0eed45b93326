import { captchaText } from '../../src/features/lead/robot-check.server.ts';
import { FORM_PAGES } from '../support/form-pages.ts';
import {
  confirmAmount,
  expect,
  fill,
  forgive,
  formOf,
  referenceOn,
  submit,
  test,
  typeCharacters,
} from '../support/live-journey.ts';
import { LIVE_SECRET } from '../support/live-site.ts';
import { VALID_VALUES, valuesOnPage } from '../support/valid-values.ts';

test.use({ javaScriptEnabled: false });
test.afterEach(({ complaints }) => forgive(complaints, /status of 422/));

test('an offer is read back with its share of the price, and taken when it is sent again', async ({ page }) => {
  await page.goto('/nl/offer/?property=35187');
  await fill(page, { ...valuesOnPage('offer'), price: '59500' });
  await typeCharacters(page);
  await submit(page);
  await expect(page.locator('.summary')).toContainText(
    /U biedt €\s59\.500 op .+: \d+\s% van de vraagprijs €\s[\d.]+\. /,
  );
  await expect(formOf(page).locator('[name=price]')).toHaveValue('59500');
  await typeCharacters(page);
  await submit(page);
  await expect(page).toHaveURL(/bedankt/);
});

for (const [form, { nl: path }] of FORM_PAGES) {
  test(`${form}: errors link to their fields, values are kept, and the corrected form is sent`, async ({
    page,
    live,
  }) => {
    const given = valuesOnPage(form);
    // The same offer is read back once: another test of this worker may have sent that of all tests.
    const right: typeof given = 'price' in given ? { ...given, price: '587000' } : given;
    // The first field and the email address are left out; all other values must be kept.
    const [missing = ''] = Object.keys(right).filter(
      (name) => !['email', 'types', 'towns', 'goal', 'rating', 'ids'].includes(name),
    );
    const names = missing ? ['email', missing] : ['email'];
    const kept = Object.fromEntries(Object.entries(right).filter(([name]) => !names.includes(name)));
    await page.goto(path);
    await fill(page, kept);
    await typeCharacters(page);
    const response = page.waitForResponse((response) => response.request().method() === 'POST');
    await submit(page);
    expect((await response).status()).toBe(422);
    // The errors are shown at the URL of the form.
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(/^Fout: /);
    await expect(page.locator('.summary')).toBeFocused();
    for (const name of names) {
      const field = formOf(page).locator(`[name="${name}"]`).first();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      const id = (await field.getAttribute('id'))!;
      const link = page.locator(`.summary a[href="#${id}"]`);
      await expect(link).toHaveCount(1);
      const message = page.locator(`[id="${id}-wrong"]`);
      expect(await link.innerText()).toContain(await message.innerText());
      expect(await field.getAttribute('aria-describedby')).toContain(`${id}-wrong`);
      await link.click();
      await expect(field).toBeFocused();
    }
    for (const [name, value] of Object.entries(kept)) {
      for (const one of [value].flat()) {
        const tick = formOf(page).locator(`[name="${name}"][value="${one}"]:is([type=radio], [type=checkbox])`);
        const isTick = (await tick.count()) === 1;
        const field = isTick ? tick : formOf(page).locator(`[name="${name}"]`).first();
        expect(isTick ? await field.isChecked() : await field.inputValue(), name).toBe(isTick || one);
      }
    }
    await fill(page, Object.fromEntries(names.map((name) => [name, right[name]!])));
    await typeCharacters(page);
    await submit(page);
    await confirmAmount(page, form, () => typeCharacters(page));
    await expect(page).toHaveURL(new RegExp(`/nl/${form}/bedankt/\\?r=`));
    const reference = await referenceOn(page);
    const row = live.rows('leads').find((one) => one.reference === reference)!;
    expect(row).toMatchObject({ form, language: 'nl', email: right.email });
    expect(JSON.parse(String(row.form_values))).toMatchObject(right);
    expect([row.property_id, row.project_id]).toEqual([
      path.includes('property=') ? '35187' : null,
      path.includes('project=') ? '801' : null,
    ]);
  });
}

test('wrong characters are reported at their field, with a new picture beside it', async ({ page, live }) => {
  const before = live.rows('leads').length;
  await page.goto('/nl/contact/');
  await fill(page, VALID_VALUES['site-contact']!);
  const first = await formOf(page).locator('input[name=token]').inputValue();
  await formOf(page).locator('input[name=captcha]').fill('aaaaa');
  await submit(page);
  await expect(formOf(page)).toContainText('De ingevoerde tekens zijn niet geldig.');
  await expect(formOf(page).locator('input[name=captcha]')).toHaveAttribute('aria-invalid', 'true');
  await expect(formOf(page).locator('input[name=captcha]')).toHaveValue('');
  await expect(formOf(page).locator('[name=message]')).toHaveValue('Wanneer bent u open?');
  await expect(page.locator('.summary')).toContainText('tekens');
  await formOf(page).locator('input[name=captcha]').fill('');
  await submit(page);
  await expect(formOf(page)).toContainText('Typ de tekens over.');
  const picture = formOf(page).locator('img[src^="/api/captcha/"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  expect(await formOf(page).locator('input[name=token]').inputValue()).not.toBe(first);
  expect(live.rows('leads')).toHaveLength(before);
  await typeCharacters(page);
  await submit(page);
  await expect(page).toHaveURL(/\/nl\/site-contact\/bedankt\//);
});

test('visitors who cannot read the picture see the telephone number', async ({ page }) => {
  await page.goto('/nl/contact/');
  const help = (await formOf(page).locator('input[name=captcha]').getAttribute('aria-describedby'))!.split(' ')[0];
  await expect(page.locator(`[id="${help}"]`)).toContainText(/\d{3} \d{2} \d{2}|\d{2} \d{2} \d{2}/);
});

test('the steps of the valuation are on one page without step buttons', async ({ page }) => {
  await page.goto('/nl/gratis-schatting/');
  for (const name of ['street', 'surface', 'phone']) await expect(formOf(page).locator(`[name=${name}]`)).toBeVisible();
  await expect(formOf(page).locator('button:visible')).toHaveText(['Vraag een gratis schatting']);
});

test('a form sent again after Back is the same lead', async ({ page, live }) => {
  await page.goto('/nl/contact/');
  const token = await formOf(page).locator('input[name=token]').inputValue();
  const body = {
    ...VALID_VALUES['site-contact'],
    message: 'Tweemaal',
    token,
    language: 'nl',
    captcha: captchaText(LIVE_SECRET, token.split('.')[0]!),
  } as Record<string, string>;
  await fill(page, { ...VALID_VALUES['site-contact'], message: 'Tweemaal' } as Record<string, string>);
  await typeCharacters(page);
  await submit(page);
  const reference = await referenceOn(page);
  const again = await page.request.post('/api/forms/site-contact', { form: body, headers: { origin: live.url } });
  expect(await again.text()).toContain(reference);
  expect(live.rows('leads').filter((row) => String(row.form_values).includes('Tweemaal'))).toHaveLength(1);
});

test('the privacy statement is linked and the newsletter has its own unticked box', async ({ page }) => {
  let boxes = 0;
  for (const [form, { nl: path }] of FORM_PAGES) {
    await page.goto(path);
    await expect(formOf(page).locator('a[href="/nl/privacy-statement/"]'), form).toBeVisible();
    const ticks = await formOf(page)
      .locator('input[name=newsletter]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).checked));
    expect(ticks, form).not.toContain(true);
    boxes += ticks.length;
  }
  expect(boxes).toBeGreaterThan(3);
});

import { FORM_PAGES } from '../support/form-pages.ts';
import {
  confirmAmount,
  expect,
  fill,
  forgive,
  formOf,
  hold,
  postsOf,
  referenceOn,
  submit,
  summaryOf,
  test,
  touch,
  typeCharacters,
  wrongAt,
} from '../support/live-journey.ts';
import { VALID_VALUES, valuesOnPage } from '../support/valid-values.ts';

const POST = '**/api/forms/*';
const right = (form: string, changes = {}) => ({ ...VALID_VALUES[form], ...changes }) as Record<string, string>;

for (const [form, { nl: path }] of FORM_PAGES.filter(([name]) => name !== 'contact-demand')) {
  test(`${form}: an empty form is not sent, a complete one is thanked for with its reference`, async ({
    page,
    live,
    complaints,
  }) => {
    const posts = postsOf(page);
    await page.goto(path);
    await touch(page);
    await submit(page);
    await expect(summaryOf(page)).toBeFocused();
    expect(await summaryOf(page).locator('a').count()).toBeGreaterThan(0);
    expect(posts).toEqual([]);
    await fill(page, valuesOnPage(form));
    await submit(page);
    const sent = await confirmAmount(page, form);
    forgive(complaints, /status of 422/);
    await expect(page).toHaveURL(new RegExp(`/nl/${form}/bedankt/\\?r=`), { timeout: 20_000 });
    const reference = await referenceOn(page);
    const row = live.rows('leads').find((one) => one.reference === reference)!;
    expect(JSON.parse(String(row.form_values))).toMatchObject(valuesOnPage(form));
    expect(posts).toHaveLength(sent);
  });
}

test.describe('a form with a script', () => {
  test('reads an offer back, and takes it when it is sent again', async ({ page, live, complaints }) => {
    await page.goto('/nl/offer/?property=35187');
    await touch(page);
    await fill(page, { ...valuesOnPage('offer'), price: '451' });
    await submit(page);
    await expect(wrongAt(page, 'price')).toContainText(/U biedt €\s451 op .+\. Dit bod bindt u\./);
    await submit(page);
    await expect(page).toHaveURL(/bedankt/, { timeout: 20_000 });
    const reference = await referenceOn(page);
    const row = live.rows('leads').find((one) => one.reference === reference)!;
    expect(JSON.parse(String(row.form_values)).price).toBe('451');
    forgive(complaints, /status of 422/);
  });

  test('validates a field when it is left: what was typed at once, what is empty after the first attempt', async ({
    page,
  }) => {
    await page.goto('/nl/contact/');
    await touch(page);
    await formOf(page).locator('[name=lastName]').focus();
    await formOf(page).locator('[name=email]').pressSequentially('margriet@');
    await expect(wrongAt(page, 'email')).toHaveCount(0);
    await formOf(page).locator('[name=firstName]').focus();
    await expect(wrongAt(page, 'email')).toBeVisible();
    await expect(wrongAt(page, 'lastName')).toHaveCount(0);
    await expect(summaryOf(page)).toHaveCount(0);
    await submit(page);
    await expect(wrongAt(page, 'email')).toBeVisible();
    await expect(wrongAt(page, 'message')).toBeVisible();
    await formOf(page).locator('[name=email]').fill('margriet@example.be');
    await formOf(page).locator('[name=firstName]').focus();
    await expect(wrongAt(page, 'email')).toHaveCount(0);
    await expect(formOf(page).locator('[name=email]')).not.toHaveAttribute('aria-invalid', 'true');
    await formOf(page).locator('[name=email]').fill('y');
    await formOf(page).locator('[name=lastName]').focus();
    await expect(wrongAt(page, 'email')).toBeVisible();
    const link = summaryOf(page).locator('a').filter({ hasText: /mail/i });
    await link.click();
    await expect(formOf(page).locator('[name=email]')).toBeFocused();
  });

  test('shows that it is sending, and a double click sends once', async ({ page, live }) => {
    const posts = postsOf(page);
    const gate = await hold(page, POST);
    await page.goto('/nl/contact/');
    await touch(page);
    await fill(page, right('site-contact', { message: 'Dubbel geklikt' }));
    await formOf(page).locator('button[type=submit]').dblclick();
    await expect(formOf(page).locator('button[type=submit]')).toHaveText('Bezig met versturen…');
    await expect(formOf(page)).toHaveAttribute('aria-busy', 'true');
    await formOf(page).locator('button[type=submit]').click({ force: true });
    await page.keyboard.press('Enter');
    await expect.poll(gate.waiting).toBeGreaterThan(0);
    gate.open();
    await expect(page).toHaveURL(/\/nl\/site-contact\/bedankt\//);
    expect(posts).toHaveLength(1);
    expect(live.rows('leads').filter((row) => String(row.form_values).includes('Dubbel geklikt'))).toHaveLength(1);
  });

  test('keeps the values offline and says so, and sends them online again', async ({
    page,
    context,
    complaints,
    live,
  }) => {
    await page.goto('/nl/contact/');
    await touch(page);
    await fill(page, right('site-contact', { message: 'Zonder net' }));
    await context.setOffline(true);
    await submit(page);
    await expect(summaryOf(page)).toContainText('U bent offline. Uw antwoorden staan hier nog');
    await expect(summaryOf(page)).toBeFocused();
    await expect(formOf(page).locator('[name=message]')).toHaveValue('Zonder net');
    await context.setOffline(false);
    await submit(page);
    await expect(page).toHaveURL(/\/nl\/site-contact\/bedankt\//);
    expect(live.rows('leads').filter((row) => String(row.form_values).includes('Zonder net'))).toHaveLength(1);
    forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
  });

  for (const [name, fail, words] of [
    ['a response that is not JSON', { status: 502, body: '<h1>Bad gateway</h1>' }, /\d{3} \d{2} \d{2}/],
    ['a response without a reason', { status: 500, body: '{"ok":false}' }, /\d{3} \d{2} \d{2}/],
    [
      'storage that fails',
      { status: 503, body: '{"ok":false,"problem":"storage","problems":{},"text":"Even geduld"}' },
      /Even geduld/,
    ],
  ] as const) {
    test(`${name}: the values are kept, the telephone number is shown and a second try is sent`, async ({
      page,
      complaints,
    }) => {
      let times = 0;
      await page.route(POST, (route) => {
        times += 1;
        return times === 1 ? route.fulfill({ ...fail, contentType: 'application/json' }) : route.continue();
      });
      await page.goto('/nl/contact/');
      await touch(page);
      await fill(page, right('site-contact'));
      await submit(page);
      await expect(summaryOf(page)).toContainText(/\d{3} \d{2} \d{2}|\d{2} \d{2} \d{2}/);
      await expect(summaryOf(page)).toContainText(words);
      await expect(formOf(page).locator('[name=message]')).toHaveValue('Wanneer bent u open?');
      await submit(page);
      await expect(page).toHaveURL(/\/nl\/site-contact\/bedankt\//);
      forgive(complaints, /status of 50\d/);
    });
  }

  test('errors found by the server appear at their field', async ({ page, complaints }) => {
    await page.route(POST, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: '{"ok":false,"problem":"fields","problems":{"email":"wrong"}}',
      }),
    );
    await page.goto('/nl/contact/');
    await touch(page);
    await fill(page, right('site-contact'));
    await submit(page);
    await expect(wrongAt(page, 'email')).toBeVisible();
    await expect(summaryOf(page)).toBeFocused();
    forgive(complaints, /status of 422/);
  });

  test('shows and requests no picture of characters while scripts run', async ({ page }) => {
    const pictures: string[] = [];
    page.on(
      'request',
      (request) =>
        request.resourceType() === 'image' && request.url().includes('/api/captcha/') && pictures.push(request.url()),
    );
    for (const [, { nl: path }] of FORM_PAGES) {
      await page.goto(path);
      await expect(formOf(page).locator('input[name=captcha], img[src*=captcha]')).toHaveCount(0);
      await touch(page);
      await expect(formOf(page).locator('input[name=captcha], img[src*=captcha]')).toHaveCount(0);
    }
    expect(pictures).toEqual([]);
  });

  test('whose code cannot be loaded asks for the characters after the first post, at the URL of the form', async ({
    page,
    complaints,
    live,
  }) => {
    await page.route(/\/_astro\/.*\.js/, (route) => route.abort('failed'));
    await page.goto('/nl/contact/');
    await fill(page, right('site-contact', { message: 'Zonder code' }));
    await submit(page);
    await expect(page).toHaveURL('/nl/contact/');
    await expect(summaryOf(page)).toContainText('Typ de tekens over.');
    await typeCharacters(page);
    await submit(page);
    await expect(page).toHaveURL(/\/nl\/site-contact\/bedankt\//);
    expect(live.rows('leads').filter((row) => String(row.form_values).includes('Zonder code'))).toHaveLength(1);
    forgive(complaints, /status of 422|ERR_FAILED|failed/i);
  });

  test('accepts an amount as people write it, and names the field when it cannot read one', async ({ page }) => {
    await page.goto('/nl/hou-me-op-de-hoogte/');
    await touch(page);
    await formOf(page).locator('[name=maxPrice]').fill('veel');
    await formOf(page).locator('[name=minPrice]').focus();
    await expect(wrongAt(page, 'maxPrice')).toContainText('Vul een bedrag in');
    for (const amount of ['400k', '400.000', '€ 400 000']) {
      await formOf(page).locator('[name=maxPrice]').fill(amount);
      await formOf(page).locator('[name=minPrice]').focus();
      await expect(wrongAt(page, 'maxPrice')).toHaveCount(0);
    }
  });
});

test('a click right after a correction works although the message above disappears', async ({ page }) => {
  await page.goto('/nl/sign-newsletter/');
  await touch(page);
  await submit(page);
  await expect(wrongAt(page, 'email')).toBeVisible();
  await formOf(page).locator('[name=email]').fill('druk@example.be');
  await formOf(page).locator('button[type=submit]').scrollIntoViewIfNeeded();
  const box = (await formOf(page).locator('button[type=submit]').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // As long as a finger rests on it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
  await expect(page).toHaveURL(/\/nl\/sign-newsletter\/bedankt\//);
});

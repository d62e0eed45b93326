import type { Route } from 'playwright/test';
import { expect, fill, forgive, formOf, hold, submit, test, touch, typeCharacters } from '../support/live-journey.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

const CODE = /\/_astro\/.*\.js/;
const PROPERTY_PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
const island = 'main astro-island, main form-island';

test.describe('on a slow network', () => {
  test('no code of an island loads before it is touched', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => CODE.test(request.url()) && requested.push(request.url()));
    await page.goto('/nl/contact/', { waitUntil: 'load' });
    await page.mouse.wheel(0, 2000);
    expect(requested).toEqual([]);
    await touch(page);
    expect(requested.length).toBeGreaterThan(0);
  });

  test('text typed into the search before its code loads is kept and searched', async ({ page }) => {
    const code = await hold(page, CODE);
    await page.goto('/nl/');
    const field = page.locator('main input[name=q]');
    await field.click();
    await expect.poll(code.waiting).toBeGreaterThan(0);
    await field.pressSequentially('grimb');
    expect(await field.getAttribute('aria-expanded')).not.toBe('true');
    code.open();
    await expect(page.getByRole('option', { name: /^Grimbergen, Te koop/ })).toBeVisible();
    await expect(field).toHaveValue('grimb');
    await expect(field).toBeFocused();
    await field.pressSequentially('er');
    await expect(field).toHaveValue('grimber');
  });

  test('values entered in a form before its code loads are kept and sent', async ({ page, live }) => {
    const code = await hold(page, CODE);
    await page.goto('/nl/contact-me/?property=35187');
    await fill(page, {
      ...VALID_VALUES['contact-me'],
      titleOfAddress: 'mrs',
      contactPreference: 'email',
      timeSlot: ['10:00-13:00'],
    });
    await formOf(page).locator('input[name=newsletter]').check({ force: true });
    await expect.poll(code.waiting).toBeGreaterThan(0);
    code.open();
    await expect(formOf(page)).toHaveAttribute('novalidate', '');
    await expect(formOf(page).locator('[name=firstName]')).toHaveValue('Margriet');
    await submit(page);
    await expect(page).toHaveURL(/\/nl\/contact-me\/bedankt\//);
    const reference = await page.locator('main .ref b').innerText();
    const row = live.rows('leads').find((one) => one.reference === reference)!;
    expect(JSON.parse(String(row.form_values))).toMatchObject({
      ...VALID_VALUES['contact-me'],
      titleOfAddress: 'mrs',
      contactPreference: 'email',
      timeSlot: ['10:00-13:00'],
      newsletter: true,
    });
  });

  test('a click before the code loads is performed once it has loaded, only once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => /\/api\/statistics/.test(request.url()) && asked.push(request.url()));
    const code = await hold(page, CODE);
    await page.goto(PROPERTY_PATH);
    await page.locator('[data-do=figures]').click();
    await expect.poll(code.waiting).toBeGreaterThan(0);
    expect(asked).toEqual([]);
    code.open();
    await expect(page.locator('.tools + dl')).toBeVisible();
    expect(asked).toHaveLength(1);
    await expect(page).toHaveURL(new RegExp(`${PROPERTY_PATH}$`));
  });

  test('with low bandwidth and high latency the search finds what was typed meanwhile', async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await page.goto('/nl/');
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 60_000,
      uploadThroughput: 30_000,
    });
    const field = page.locator('main input[name=q]');
    await field.click();
    await field.pressSequentially('meise', { delay: 60 });
    await expect(page.getByRole('option', { name: /^Meise, Te koop/ })).toBeVisible({ timeout: 20_000 });
    await expect(field).toHaveValue('meise');
  });
});

test('the search and a form load the same file with React', async ({ page }) => {
  const loaded = new Set<string>();
  page.on('response', (response) => /\/_astro\/react-/.test(response.url()) && loaded.add(response.url()));
  await page.goto('/nl/');
  await page.locator('main input[name=q]').click();
  await expect(page.locator('main [data-dressed]')).toBeVisible();
  expect(loaded.size).toBe(1);
  await page.goto('/nl/contact-me/?property=35187');
  await touch(page);
  expect(loaded.size).toBe(1);
});

for (const [how, refuse] of [
  ['did not come', (route: Route) => route.abort('failed')],
  ['was refused by a busy server', (route: Route) => route.fulfill({ status: 503 })],
] as const)
  test(`code that ${how} is asked for again with the next touch`, async ({ page, complaints }) => {
    await page.goto('/nl/contact-me/?property=35187');
    await page.waitForLoadState('networkidle');
    await page.route(CODE, refuse);
    await formOf(page).locator('[name=firstName]').focus();
    await page.waitForLoadState('networkidle');
    await expect(formOf(page)).not.toHaveAttribute('novalidate', '');
    await page.unroute(CODE);
    const asked: string[] = [];
    page.on('request', (request) => CODE.test(request.url()) && asked.push(request.url()));
    await formOf(page).locator('[name=lastName]').focus();
    await expect(formOf(page)).toHaveAttribute('novalidate', '');
    // Fetched first and imported then: nothing that a browser remembers as failed.
    expect(asked.length).toBeGreaterThan(1);
    forgive(complaints, /ERR_FAILED|status of 503/);
  });

test.describe('when the code does not load', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(CODE, (route) => route.abort('failed'));
  });
  test.afterEach(({ complaints }) =>
    forgive(complaints, /ERR_FAILED|Failed to fetch dynamically|hydrating|status of 422/),
  );

  test('the search is a form that leads to its results', async ({ page }) => {
    await page.goto('/nl/');
    const field = page.locator('main input[name=q]');
    await field.click();
    await field.fill('grimbergen');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/nl\/zoeken\/\?q=grimbergen/);
    await expect(page.getByRole('main')).toContainText('Grimbergen [1850]');
  });

  test('a form posts itself, shows errors and is sent', async ({ page }) => {
    await page.goto('/nl/contact-me/?property=35187');
    await fill(page, { ...VALID_VALUES['contact-me'], message: '' } as Record<string, string>);
    await submit(page);
    await expect(page.locator('.summary')).toContainText(/Uw vraag|vraag/i);
    await expect(formOf(page).locator('[name=firstName]')).toHaveValue('Margriet');
    await fill(page, { message: 'Is de tuin zuidgericht?' });
    await typeCharacters(page);
    await submit(page);
    await expect(page).toHaveURL(/\/nl\/contact-me\/bedankt\//);
  });

  test('a property is saved all the same, and by the plain form when that is refused', async ({ page }) => {
    await page.goto(PROPERTY_PATH);
    await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Bewaard', exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${PROPERTY_PATH}$`));
    await page.goto('/nl/te-koop/x/y/35101/');
    await page.route('**/api/shortlist', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort('failed'),
    );
    await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
    await expect(page).toHaveURL(/\/nl\/favorieten\/$/);
    await expect(page.getByRole('main')).toContainText('Huis met boomgaard');
  });

  test('filters are submitted by the plain form', async ({ page }) => {
    await page.goto('/nl/te-koop/');
    await page.locator('#bedrooms').selectOption('3');
    await page.locator('.filter button[type=submit]').click();
    await expect(page).toHaveURL(/\/nl\/te-koop\/\?.*bedrooms=3/);
  });
});

test('after a failed load the next touch loads the code', async ({ page, complaints }) => {
  let fail = true;
  await page.route(CODE, (route) => (fail ? route.abort('failed') : route.continue()));
  await page.goto('/nl/contact/');
  const failed = page.waitForEvent('requestfailed');
  await formOf(page).locator('textarea').first().focus();
  await failed;
  fail = false;
  await expect(async () => {
    await formOf(page).locator('input:visible').nth(1).click();
    await expect(formOf(page)).toHaveAttribute('novalidate', '', { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  forgive(complaints, /ERR_FAILED|Failed to fetch dynamically|hydrating/);
});

test.describe('by keyboard alone', () => {
  test('the search hydrates on focus, shows results and leads on', async ({ page }) => {
    await page.goto('/nl/');
    const field = page.locator('main input[name=q]');
    for (let step = 0; step < 40 && !(await field.evaluate((element) => element === document.activeElement)); step += 1)
      await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.type('grimb');
    await expect(page.getByRole('option', { name: /^Grimbergen, Te koop/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/nl\/te-koop\/grimbergen\/$/);
  });

  test('a form is filled in and sent', async ({ page }) => {
    await page.goto('/nl/sign-newsletter/');
    const email = formOf(page).locator('[name=email]');
    for (let step = 0; step < 60 && !(await email.evaluate((element) => element === document.activeElement)); step += 1)
      await page.keyboard.press('Tab');
    await expect(email).toBeFocused();
    await page.keyboard.type('toets@example.be');
    await expect(formOf(page)).toHaveAttribute('novalidate', '');
    await expect(email).toHaveValue('toets@example.be');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/nl\/sign-newsletter\/bedankt\//);
  });
});

test('an island touched on one page is touched again on the next', async ({ page }) => {
  await page.goto('/nl/contact/');
  await touch(page);
  await page.goto('/nl/');
  await expect(page.locator(island).first()).toHaveAttribute('ssr', '');
});

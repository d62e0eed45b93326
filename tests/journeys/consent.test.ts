import type { Page } from 'playwright/test';
import { CONSENT_FIELDS, type ConsentField } from '../../src/features/consent/consent.ts';
import { fakeOthers, openSettings, press, question } from '../support/consent.ts';
import { expect, test } from '../support/journey.ts';
import { TAGS } from '../support/odd-content.ts';

test.use({ hasDeclined: false });

/** What the page has pushed to tags, and what it stores on the device. */
const state = (page: Page) =>
  page.evaluate(() => ({
    pushed: (globalThis.dataLayer ?? []).map(
      (one) => JSON.parse(JSON.stringify(Object.values(one as object))) as unknown[],
    ),
    events: (globalThis.dataLayer ?? []).filter((one) => 'event' in (one as object)) as Record<string, string>[],
    cookies: document.cookie,
    stored: { ...localStorage },
    session: { ...sessionStorage },
  }));
const wanted = (choice: ReadonlySet<ConsentField>) => [
  ...(choice.size > 0 ? [`https://www.googletagmanager.com/gtm.js?id=${TAGS.tagManager}`] : []),
  ...(choice.has('consentAdStorage') ? ['https://connect.facebook.net/en_US/fbevents.js'] : []),
];

test('without consent no other company is contacted and only the refusal is stored', async ({ page }) => {
  const requested = await fakeOthers(page);
  await page.goto('/nl/?utm_source=krant');
  await expect(question(page)).toBeVisible();
  const before = await state(page);
  expect(before.pushed).toEqual([]);
  expect([before.cookies, before.stored, before.session]).toEqual(['', {}, {}]);
  const boxes = await question(page).locator('input:not(:disabled)').all();
  expect(boxes).toHaveLength(CONSENT_FIELDS.length);
  for (const box of boxes) expect(await box.isChecked()).toBe(false);

  await press(page, 'decline');
  await expect(question(page)).toBeHidden();
  await expect.poll(async () => (await state(page)).stored.consent).toBe('true');
  await page.goto('/nl/te-koop/');
  await page.waitForLoadState('networkidle');
  const after = await state(page);
  expect(Object.keys(after.stored).sort()).toEqual(
    ['consent', 'consentAt', 'consentVersion', ...CONSENT_FIELDS].sort(),
  );
  expect(CONSENT_FIELDS.map((field) => after.stored[field])).toEqual(['false', 'false', 'false', 'false']);
  expect([after.cookies, after.session, after.events, requested]).toEqual(['', {}, [], []]);
  await expect(question(page)).toHaveCount(0);
});

test('each of the sixteen choices allows exactly what it names, at once and on the next page', async ({ page }) => {
  const requested = await fakeOthers(page);
  for (let bits = 0; bits < 16; bits += 1) {
    const choice = new Set(CONSENT_FIELDS.filter((_, at) => bits & (1 << at)));
    const said = [...choice].join(' ') || 'nothing';
    await page.context().clearCookies();
    await page.goto('/nl/disclaimer/?setcookies&utm_source=krant');
    await openSettings(page);
    for (const field of choice) await question(page).locator(`[name=${field}]`).check();
    requested.length = 0;
    await press(page, 'save');
    await expect
      .poll(async () => (await state(page)).pushed.filter(([, kind]) => kind === 'update').length, said)
      .toBe(1);
    await expect.poll(() => [...requested].sort(), said).toEqual(wanted(choice).sort());
    const { pushed, stored, events, session } = await state(page);
    expect(pushed[0], said).toEqual([
      'consent',
      'default',
      {
        analytics_storage: 'denied',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        wait_for_update: 500,
      },
    ]);
    const signals = Object.values(pushed.find(([, kind]) => kind === 'update')?.[2] as object);
    expect(signals, said).toEqual(CONSENT_FIELDS.map((field) => (choice.has(field) ? 'granted' : 'denied')));
    expect(
      CONSENT_FIELDS.filter((field) => stored[field] === 'true'),
      said,
    ).toEqual([...choice]);
    const views = events.filter(({ event }) => event === 'page_view');
    expect(
      views.map(({ utm_source }) => utm_source),
      said,
    ).toEqual(choice.has('consentAnalyticsStorage') ? ['krant'] : []);
    expect(Object.keys(session), said).toEqual(choice.has('consentAnalyticsStorage') ? ['campaign'] : []);

    // The next page reads what was stored, field by field: none, each alone and all are enough cases.
    if (choice.size > 1 && choice.size < CONSENT_FIELDS.length) continue;
    requested.length = 0;
    await page.goto('/nl/privacy-statement/', { referer: page.url() });
    await expect.poll(() => [...requested].sort(), `${said}, next page`).toEqual(wanted(choice).sort());
    const next = await state(page);
    expect(next.pushed.map(([, kind]) => kind).slice(0, 2), `${said}, next page`).toEqual(
      choice.size > 0 ? ['default', 'update'] : [],
    );
    const later = next.events.filter(({ event }) => event === 'page_view');
    expect(
      later.map(({ utm_source, page_referrer }) => [utm_source, new URL(page_referrer ?? '').pathname]),
      `${said}, next page`,
    ).toEqual(choice.has('consentAnalyticsStorage') ? [['krant', '/nl/disclaimer/']] : []);
  }
});

for (const way of ['accept', 'save'] as const)
  for (const delayMs of [0, 1500])
    test(`tags hear of "${way}" before the page view and before they load, once (${delayMs} ms late)`, async ({
      page,
    }) => {
      await fakeOthers(page);
      await page.route(/record-choice/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await route.continue();
      });
      await page.goto('/nl/disclaimer/');
      if (way === 'save') await openSettings(page);
      for (const field of way === 'save' ? CONSENT_FIELDS : []) await question(page).locator(`[name=${field}]`).check();
      await press(page, way);
      const pushed = async () =>
        (await state(page)).pushed.map((one) => String(one[0] === 'consent' ? one[1] : one[0]));
      await expect.poll(pushed).toContain('gtm.js');
      await page.waitForLoadState('networkidle');
      expect(await pushed()).toEqual(['default', 'update', 'page_view', 'gtm.js']);
      const said = (await page.evaluate(() => (globalThis as { fbq?: { queue?: unknown[] } }).fbq?.queue ?? [])).map(
        (one) => Object.values(one as object).join(' '),
      );
      expect(said.filter((one) => one.startsWith('consent grant')).length).toBeLessThan(2);
    });

test('withdrawing consent deletes the cookies of others at once and for the next page', async ({ page }) => {
  const requested = await fakeOthers(page);
  await page.goto('/nl/disclaimer/');
  await press(page, 'accept');
  await expect.poll(async () => (await state(page)).cookies).toMatch(/_ga_TEST.*_fbp|_fbp.*_ga_TEST/);
  await page.locator('footer [data-consent=open]').click();
  for (const field of CONSENT_FIELDS) await expect(question(page).locator(`[name=${field}]`)).toBeChecked();
  await press(page, 'decline');
  await expect.poll(async () => (await state(page)).cookies).toBe('');
  requested.length = 0;
  await page.goto('/nl/contact/');
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
});

test('the first press takes effect while its code is still loading', async ({ page }) => {
  await fakeOthers(page);
  await page.route(/_astro\/(record-choice|ConsentIsland)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/fr/');
  await openSettings(page);
  await expect(question(page).locator('[name=consentAdStorage]')).toBeVisible({ timeout: 500 });
  await question(page).locator('[name=consentAdStorage]').check();
  await press(page, 'save');
  // It is invisible at once, and takes a second tap for a moment.
  await expect(question(page)).toHaveCSS('opacity', '0', { timeout: 500 });
  await expect(question(page)).toBeHidden();
  await expect.poll(async () => (await state(page)).stored.consentAdStorage).toBe('true');
});

test('a refusal is kept, although the visitor moves on before the code of the choice has loaded', async ({ page }) => {
  await page.route(/record-choice/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => {});
  });
  await page.goto('/nl/');
  await press(page, 'decline');
  expect((await state(page)).stored).toMatchObject({ consent: 'true', consentAdStorage: 'false' });
  await page.goto('/nl/contact/');
  await page.waitForLoadState('networkidle');
  await expect(question(page)).toHaveCount(0);
});

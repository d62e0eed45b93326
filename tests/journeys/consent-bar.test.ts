import { CONSENT_FIELDS } from '../../src/features/consent/consent.ts';
import { axeFaults } from '../support/axe.ts';
import { fakeOthers, openSettings, press, question } from '../support/consent.ts';
import { expect, test } from '../support/journey.ts';
import { VISIBLE_SHIFT } from '../support/visible-shift.ts';

test.use({ hasDeclined: false });

test('the preferences show the present choice at once, each time they are opened', async ({ page }) => {
  await fakeOthers(page);
  await page.goto('/nl/disclaimer/');
  await openSettings(page);
  await question(page).locator('[name=consentAdStorage]').check();
  await press(page, 'save');
  await expect(question(page)).toBeHidden();
  // The island comes late: the choice is shown without it.
  await page.route(/_astro\/ConsentIsland/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  const shown = () => Promise.all(CONSENT_FIELDS.map((field) => question(page).locator(`[name=${field}]`).isChecked()));
  await page.goto('/nl/contact/');
  await page.locator('footer [data-consent=open]').click();
  await expect(question(page).locator('[name=consentAdStorage]')).toBeVisible({ timeout: 1000 });
  const chosen = CONSENT_FIELDS.map((field) => field === 'consentAdStorage');
  expect(await shown()).toEqual(chosen);
  const title = page.getByRole('heading', { name: 'Wat mag wel, wat niet' });
  await expect(title).toBeVisible({ timeout: 500 });
  await page.waitForResponse(/_astro\/ConsentIsland/);
  await expect(title).toBeVisible();
  expect(await shown()).toEqual(chosen);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.locator('footer [data-consent=open]')).toBeFocused();
  await page.locator('footer [data-consent=open]').click();
  await expect(question(page).locator('[name=consentAdStorage]')).toBeVisible();
  expect(await shown()).toEqual(chosen);
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`at ${width} px the question darkens nothing and leaves the page usable`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/nl/te-koop/');
    await expect(question(page)).toBeVisible();
    const seen = await question(page).evaluate((dialog) => ({
      isModal: dialog.matches(':modal'),
      focus: document.activeElement?.tagName,
      share: dialog.getBoundingClientRect().height / innerHeight,
      atCentre: document.elementFromPoint(innerWidth / 2, innerHeight / 3)?.closest('dialog') ?? null,
    }));
    expect(seen).toMatchObject({ isModal: false, focus: 'BODY', atCentre: null });
    expect(seen.share).toBeLessThan(0.45);
    // A link of the page works while the question is open, and the end of the page can be read above the bar.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = page.locator('footer [data-consent=open]');
    await expect(last).toBeInViewport();
    const covered = await last.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== link;
    });
    expect(covered).toBe(false);
    await page.locator('main .card a, main article a').first().click();
    await expect(page).not.toHaveURL(/\/nl\/te-koop\/$/);
  });

test('the consent dialog works by keyboard and screen reader, moves nothing and skips previews', async ({ page }) => {
  await page.addInitScript(() => {
    const held = globalThis as typeof globalThis & { shift: number };
    held.shift = 0;
    new PerformanceObserver((list) => {
      // What moves because somebody pressed a key is no surprise.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) held.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/nl/');
  await expect(page.getByRole('dialog', { name: 'Cookies, enkel als u wilt' })).toBeVisible();
  const buttons = question(page).locator('button:visible');
  const shapes = await buttons.evaluateAll((all) =>
    (all as HTMLElement[]).map((one) => `${one.className} ${one.offsetWidth} ${one.offsetHeight}`),
  );
  expect([shapes.length, new Set(shapes).size]).toEqual([3, 1]);
  expect(await axeFaults(page, { include: 'dialog' })).toEqual([]);
  // After the skip link come the links and the buttons of the question, and then the page: nothing holds the focus.
  const steps: string[] = [];
  for (let step = 0; step < 7; step += 1) {
    await page.keyboard.press('Tab');
    steps.push(
      await page.evaluate(() => {
        const focused = document.activeElement!;
        return focused.matches('.skip') ? 'skip' : focused.closest('dialog') ? 'question' : 'page';
      }),
    );
  }
  expect(steps).toEqual(['skip', ...Array(5).fill('question'), 'page']);
  await question(page).locator('[data-consent=settings]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Wat mag wel, wat niet' })).toBeVisible();
  await expect(page.locator('#consent-title')).toBeFocused();
  expect(await axeFaults(page, { include: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  // Without a choice the question stays, and the focus is where the settings were opened.
  await expect(page.getByRole('dialog', { name: 'Wat mag wel, wat niet' })).toBeHidden();
  await expect(question(page)).toBeVisible();
  await expect(question(page).locator('[data-consent=settings]')).toBeFocused();
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  expect(await page.evaluate(() => (globalThis as typeof globalThis & { shift: number }).shift)).toBeLessThan(
    VISIBLE_SHIFT,
  );

  await page.goto('/nl/preview/x/');
  await page.waitForLoadState('networkidle');
  await expect(question(page)).toHaveCount(0);
});

test('what was answered cannot be reached by keyboard, and what was opened on purpose holds the focus', async ({
  page,
}) => {
  const inDialog = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  await page.goto('/nl/disclaimer/');
  await question(page).locator('[data-consent=decline]').press('Enter');
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    expect(await inDialog()).toBe(false);
  }
  const link = page.locator('footer [data-consent=open]');
  await link.press('Enter');
  await expect(page.getByRole('heading', { name: 'Wat mag wel, wat niet' })).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    expect((await page.evaluate(() => document.activeElement === document.body)) || (await inDialog())).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(link).toBeFocused();
});

for (const path of ['/nl/', '/fr/', '/en/', '/de/'])
  test(`${path}: on a desktop the question leaves the search of the homepage free`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(question(page)).toBeVisible();
    const covered = await page.locator('.find :is(button, input, a)').evaluateAll((all) =>
      all.filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      }),
    );
    expect(covered).toEqual([]);
    const shapes = await question(page)
      .locator('button:visible')
      .evaluateAll((all) =>
        (all as HTMLElement[]).map(
          ({ className, offsetWidth, offsetHeight, offsetTop, scrollWidth }) =>
            `${className} ${offsetWidth} ${offsetHeight} ${offsetTop} ${scrollWidth <= offsetWidth}`,
        ),
      );
    expect([shapes.length, new Set(shapes).size]).toEqual([3, 1]);
    expect(shapes[0]).toMatch(/true$/);
  });

for (const [width, height, most] of [
  [390, 844, 0.2],
  [768, 1024, 0.2],
  [1366, 768, 0.35],
] as const) {
  test(`the question leaves the main action of a page in sight at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const [path, action] of [
      ['/nl/', 'main .seek, main [type=search], main [name=q]'],
      ['/nl/te-koop/x/y/35187/', 'main h1'],
    ] as const) {
      await page.goto(path);
      await expect(question(page)).toBeVisible();
      const bar = (await question(page).boundingBox())!;
      expect(bar.height / height, path).toBeLessThan(most);
      const shown = (await page.locator(action).first().boundingBox())!;
      const isApart = shown.y >= height || shown.y + shown.height <= bar.y || shown.x + shown.width <= bar.x;
      expect(isApart, `${path}: ${JSON.stringify([shown, bar])}`).toBe(true);
      // Nothing else stays in its place over the page meanwhile.
      const docked = await page.locator('.dock').evaluateAll((all) => all.map((one) => getComputedStyle(one).position));
      expect(docked.filter((position) => position !== 'static')).toEqual([]);
    }
  });
}

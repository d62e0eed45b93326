import type { Page } from 'playwright/test';
import { question } from '../support/consent.ts';
import { enterPortal } from '../support/enter-portal.ts';
import { focusWalk } from '../support/focus-walk.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';

/** Stops of a page that are behind something else, or that show no focus. */
const unseen = async (page: Page) => (await focusWalk(page)).filter(({ hidden, bare }) => hidden || bare);

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const path of ['/nl/te-koop/', '/nl/contact-appointment/?property=35187', '/nl/offer/?property=35187'])
      test(`by Tab nothing on ${path} is met out of sight`, async ({ page }) => {
        await page.goto(path);
        expect(await unseen(page)).toEqual([]);
      });

    test('by Tab nothing in the portal of an owner is met out of sight', async ({ page, live }) => {
      await enterPortal(page, live, '/nl/login/');
      for (const section of ['bezoeken', 'communicatie', 'online-media']) {
        await page.goto(`/nl/eigenaar/${section}/?property=35187`);
        expect(await unseen(page), section).toEqual([]);
      }
    });
  });

test.describe('the question about cookies', () => {
  test.use({ hasDeclined: false });

  test('gives the focus to the page and says that the choice is kept', async ({ page }) => {
    await page.goto('/nl/disclaimer/');
    await question(page).locator('[data-consent=decline]').press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await expect(page.getByText('Uw keuze is bewaard.')).toBeAttached();
  });
});

test('what a list finds is said once, after a change and not when the page opens', async ({ page }) => {
  await page.goto('/nl/te-koop/');
  const said = page.locator('.filter form > [role=status]');
  // The code may have come and asked before a wait that begins after the focus.
  await Promise.all([page.waitForResponse(/api\/count/), page.locator('[name=maxPrice]').focus()]);
  await expect(said).toHaveText('');
  await page.locator('[name=maxPrice]').fill('400000');
  await expect(said).toHaveText(/^\d+ (pand|panden) gevonden$/);
});

test('fields of a form of the studio have names that differ, outside groups with a name', async ({ page, live }) => {
  await come(page, live);
  for (const path of ['properties/35101/', 'pages/about/', 'settings/site/', 'team/nele-proost/']) {
    await page.goto(`${studioOf(live)}/studio/content/${path}`);
    await expect(page.locator('.c-form')).toBeVisible();
    const twins = await page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('.c-form :is(input, textarea, select)')];
      const names = fields
        .filter(({ type, labels }) => type !== 'hidden' && labels && labels.length > 0)
        .map((field) => {
          const groups = [...document.querySelectorAll('fieldset, details:not(.c-upload)')];
          const name = field.labels![0]!.textContent?.trim().replace(/\s+/g, ' ');
          return `${groups.findLastIndex((group) => group.contains(field))} ${name}`;
        });
      return names.filter((name, at) => names.indexOf(name) !== at);
    });
    expect(twins, path).toEqual([]);
  }
});

test('after a reply the focus is on what was done, before what takes it back, and time can be had for that', async ({
  page,
  live,
}) => {
  const reference = await putLead(live, { email: `undo.${Date.now()}@visitor.example`, name: 'Undo' });
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/account/`);
  await page.getByLabel('Zo lang wacht een mail').selectOption({ label: '1 minuut' });
  await page.locator('#keys').getByRole('button', { name: 'Bewaren' }).click();
  await expect(page.getByText('Bewaard.')).toBeVisible();
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await expect(page.getByText('vertrekt na 60 seconden')).toBeVisible();
  await page.getByLabel('Tekst').fill('Dag Undo, het is vrij.');
  await page.getByRole('button', { name: 'Antwoord versturen' }).click();
  await expect(page.locator('.s-top')).toBeFocused();
  await expect(page.locator('.s-top')).toContainText('Het vertrekt 60 seconden later');
  // Enter alone takes nothing back.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Ongedaan maken' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tekst')).toHaveValue('Dag Undo, het is vrij.');
});

import type { Page } from 'playwright/test';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { axeFaults } from '../support/axe.ts';
import { expect, test } from '../support/live-journey.ts';
import type { LiveSite } from '../support/live-site.ts';
import { overflowOf } from '../support/overflow.ts';
import { putSearch } from '../support/saved-search.ts';
import { employ, STAFF_PASSWORD } from '../support/staff.ts';
import { STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';

/** Logs in to the studio, where something is searched and not found; returns its origin. */
async function enter(page: Page, live: LiveSite): Promise<string> {
  const studio = `http://${STUDIO_HOST}:${new URL(live.url).port}`;
  const email = `gaps.${Date.now()}.${test.info().parallelIndex}@studio.example`;
  const database = await openDatabase({ dataDir: live.dataDir });
  await employ(database, { email, name: 'Lotte Maes', role: 'admin', member: null }, [MEMBER]);
  const day = new Date().toISOString().slice(0, 10);
  const count = { day, goal: 'sale', type_key: 'house', max_price: 400_000, hits: 'none', searches: 34 };
  await database.db
    .insertInto('search_counts')
    .values(['1860', '1932', 'walloon-brabant'].map((place) => ({ ...count, place })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await putSearch(database, { goal: 'sale', types: ['house'], zips: '1860' }, { email: `a.${email}`, calls: true });
  await database.close();
  await page.goto(`${studio}/studio/login/`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  return studio;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('a visitor who follows an alert to a property finds it in the form, and no cookie', async ({ page }) => {
      await page.goto('/property/35187');
      await page.goto(`${page.url()}?utm_source=saved-search&utm_medium=email`);
      await page.locator('a[data-form]').first().click();
      const carried = page.locator('form[data-form] input[name="page"]').first();
      await expect(carried).toHaveValue(/\/35187\/\?utm_source=saved-search&utm_medium=email$/);
      const cookies = await page.context().cookies();
      expect(cookies.filter(({ value }) => value.includes('saved-search'))).toEqual([]);
    });

    test('the report of what is searched is filtered by its address, and who may be called has a link', async ({
      page,
      live,
    }) => {
      const studio = await enter(page, live);
      await page.goto(`${studio}/studio/seekers/`);
      const rows = page.locator('.s-table tbody tr');
      await expect(rows.filter({ hasText: 'Meise' })).toContainText('34');
      await page.getByLabel('Plaats').selectOption('1932');
      await page.getByLabel('Periode').selectOption('13');
      await page.getByRole('button', { name: 'Tonen' }).click();
      await expect(page).toHaveURL(/place=1932.*weeks=13/);
      await expect(rows).toHaveCount(1);
      await page.goto(`${studio}/studio/seekers/?project=801`);
      await expect(page.getByRole('link', { name: /0475/ }).first()).toHaveAttribute('href', 'tel:0475123456');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/project.png`, fullPage: true });
    });
  });
}

for (const width of [320, 390, 1440])
  test(`the report of what is searched fits a screen of ${width} pixels and has no faults of accessibility`, async ({
    page,
    live,
  }) => {
    const studio = await enter(page, live);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${studio}/studio/seekers/`);
    await expect(page.locator('.s-table tbody tr').filter({ hasText: 'Meise' })).toContainText('34');
    expect(await overflowOf(page)).toEqual({ pixels: 0, elements: [] });
    expect(await axeFaults(page)).toEqual([]);
  });

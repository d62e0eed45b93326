import type { Browser } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';
import type { LiveSite } from '../support/live-site.ts';
import { enterAs, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';
import { putViewing, startsByDay } from '../support/studio-viewings.ts';

/** News arrive within this time; without a connection nothing would come. */
const SOON = { timeout: 4000 };

async function colleague(browser: Browser, live: LiveSite) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { id } = await enterAs(page, live, { role: 'office', name: 'Sam De Smet' });
  return { page, id, context };
}

test('an open page says that leads came in, and nothing that is typed is lost', async ({ page, live, browser }) => {
  await enterAs(page, live);
  const sam = await colleague(browser, live);
  await page.goto(`${studioOf(live)}/studio/leads/`);
  await expect(page.locator('live-line[data-on]')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Zoeken in aanvragen' }).fill('half get');
  const line = page.locator('[data-line="leads"]');
  await expect(line).toBeHidden();
  const stamp = `${Date.now()}`;
  const first = await putLead(live, { email: `live.${stamp}@visitor.example`, name: 'Live' });
  await expect(line).toContainText('1 nieuwe aanvraag', SOON);
  await putLead(live, { email: `more.${stamp}@visitor.example`, name: 'Meer' });
  await expect(line).toContainText('2 nieuwe aanvragen', SOON);
  await expect(page.getByRole('searchbox', { name: 'Zoeken in aanvragen' })).toHaveValue('half get');
  // What was written half a second before a page was made is news for it, because the page may lack it.
  await page.waitForTimeout(700);
  await line.click();
  await expect(page.getByRole('link', { name: 'Live Peeters' })).toBeVisible();
  await expect(line).toBeHidden();
  // What a colleague does with leads of the list.
  await sam.page.goto(`${studioOf(live)}/studio/leads/${first}/`);
  await expect(page.locator(`[data-present="${first}"]`)).toContainText('Nu gelezen door Sam De Smet', SOON);
  // It has a line of its own: the title keeps the width of the row.
  const size = page.viewportSize()!;
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.locator('a[data-row]').filter({ has: page.locator(`[data-present="${first}"]`) });
    const [all, title, reader] = await Promise.all(
      [row, row.locator('.s-what'), row.locator('.s-present')].map(async (part) => (await part.boundingBox())!),
    );
    expect(reader!.y).toBeGreaterThanOrEqual(title!.y + title!.height - 1);
    expect(title!.width).toBeGreaterThan(all!.width * 0.8);
  }
  await page.setViewportSize(size);
  await sam.page.getByRole('button', { name: 'Ik neem dit' }).click();
  await expect(page.locator('[data-line="here"]')).toContainText('1 wijziging hier', SOON);
  await sam.context.close();
});

test('two who read one lead see each other come and go, and who replies', async ({ page, live, browser }) => {
  const reference = await putLead(live, { email: `both.${Date.now()}@visitor.example`, name: 'Beiden' });
  await enterAs(page, live);
  const sam = await colleague(browser, live);
  const address = `${studioOf(live)}/studio/leads/${reference}/`;
  await page.goto(address);
  const present = page.locator(`[data-present="${reference}"]`);
  await expect(present).toHaveText('');
  await sam.page.goto(address);
  await expect(present).toContainText('Nu ook gelezen door Sam De Smet', SOON);
  await expect(sam.page.locator(`[data-present="${reference}"]`)).toContainText('Lotte Maes', SOON);
  await sam.page.getByLabel('Tekst').fill('Dag, het is nog vrij.');
  await sam.page.getByRole('button', { name: 'Antwoord versturen' }).click();
  await expect(page.locator('[data-line="here"]')).toContainText('Antwoord van Sam De Smet', SOON);
  await sam.page.goto(`${studioOf(live)}/studio/account/`);
  await expect(present).toHaveText('', SOON);
  // What somebody does is no news to that person.
  await expect(sam.page.locator('[data-line="here"]')).toBeHidden();
  await sam.context.close();
});

test('the agenda says that a viewing was changed, and the page of that viewing, too', async ({
  page,
  live,
  browser,
}) => {
  const [start = ''] = startsByDay(live)[7]!;
  const id = await putViewing(live, start);
  await enterAs(page, live);
  const sam = await colleague(browser, live);
  await page.goto(`${studioOf(live)}/studio/agenda/${id}/`);
  const other = await page.context().newPage();
  await other.goto(`${studioOf(live)}/studio/agenda/`);
  await sam.page.goto(`${studioOf(live)}/studio/agenda/${id}/`);
  await sam.page.locator('summary').filter({ hasText: 'annuleren' }).click();
  await sam.page.getByRole('button', { name: 'Bezoek annuleren' }).click();
  await expect(other.locator('[data-line="here"]')).toContainText('1 wijziging hier', SOON);
  await page.bringToFront();
  await expect(page.locator('[data-line="here"]')).toContainText('Dit bezoek is gewijzigd', SOON);
  await sam.context.close();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('pages are as they were', async ({ page, live }) => {
    await enterAs(page, live);
    await putLead(live, { email: `plain.${Date.now()}@visitor.example`, name: 'Gewoon' });
    await page.goto(`${studioOf(live)}/studio/leads/`);
    await expect(page.locator('[data-line="leads"]')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Gewoon Peeters' }).first()).toBeVisible();
  });
});

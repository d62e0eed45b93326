import type { Page } from 'playwright/test';
import { expectFits } from '../support/fits.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';

/** Finds a person by name and opens the page. */
async function openPerson(page: Page, studio: string, name: string, email: string): Promise<void> {
  await page.goto(`${studio}/studio/people/`);
  await page.getByRole('searchbox', { name: 'Naam of mailadres' }).fill(name);
  await page.getByRole('button', { name: 'Zoeken' }).click();
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('two addresses of one person are merged, read as one and split again', async ({ page, live }) => {
      const stamp = `${Date.now()}`;
      const [work, home] = [`w${stamp}@work.example`, `h${stamp}@home.example`];
      const name = `Marieke${stamp}`;
      const reference = await putLead(live, { email: work, name, message: 'Vanop het werk' });
      await putLead(live, { email: home, name, message: 'Van thuis uit' });
      await come(page, live, 'office');
      await openPerson(page, studioOf(live), `${name} Peeters`, work);
      expect(page.url()).not.toContain('work');
      await page.getByRole('link', { name: 'Samenvoegen met een andere persoon' }).click();
      // The name is filled in, so the other one is there at once.
      await page.getByRole('link', { name: home }).click();
      await expect(page.getByText(`${work} en ${home} tellen vanaf nu als één persoon`)).toBeVisible();
      const comparing = page.url();
      await page.getByRole('button', { name: 'Samenvoegen', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('Samengevoegd.');
      await page.getByRole('status').first().getByRole('button', { name: 'Weer splitsen' }).click();
      await expect(page.locator('.s-story li')).toHaveCount(1);
      await page.goto(comparing);
      await page.getByRole('button', { name: 'Samenvoegen', exact: true }).click();
      await expect(page.locator('.s-story li')).toHaveCount(2);
      await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
      await expect(page.locator('.s-story')).toContainText(home);
      await page.getByRole('link', { name: 'Alles van deze persoon' }).click();
      await page.getByRole('button', { name: 'Weer splitsen' }).first().click();
      await expect(page.getByRole('status').first()).toContainText('Weer gesplitst.');
      await expect(page.locator('.s-story li')).toHaveCount(1);
      expect(live.rows('person_links').filter(({ one }) => String(one).includes(stamp))).toEqual([]);
    });
  });
}

test('a person, merging and the audit are accessible and fit a small phone', async ({ page, live }) => {
  const stamp = `${Date.now()}`;
  const name = `Wilhelmina${stamp}`;
  for (const place of ['work', 'home']) await putLead(live, { email: `${stamp}@${place}.example`, name });
  await come(page, live);
  await page.setViewportSize({ width: 320, height: 800 });
  await openPerson(page, studioOf(live), `${name} Peeters`, `${stamp}@work.example`);
  await expectFits(page, 'a person');
  await page.getByRole('link', { name: 'Samenvoegen met een andere persoon' }).click();
  await expectFits(page, 'whom to merge with');
  await page.getByRole('link', { name: `${stamp}@home.example` }).click();
  await expectFits(page, 'two people');
  await page.getByRole('button', { name: 'Samenvoegen', exact: true }).click();
  await expectFits(page, 'one person');
  await page.goto(`${studioOf(live)}/studio/audit/`);
  await expectFits(page, 'the audit');
  await page.goto(`${studioOf(live)}/studio/account/`);
  await expectFits(page, 'the own account');
});

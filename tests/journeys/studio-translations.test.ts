import { contentOf, editByHand, recordContent } from '../support/content-edit.ts';
import { expectFits } from '../support/fits.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';

const FILE = 'articles/home-steps.json';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('a text turns stale, is translated, and is found still right', async ({ page, live }) => {
      const word = `Stap${Date.now()}`;
      const titleOf = () => contentOf(live, FILE).title as Record<string, string>;
      await recordContent(live);
      editByHand(live, FILE, { title: { ...titleOf(), nl: `${word} voor stap` } });
      await come(page, live, 'editor');
      await page.getByRole('link', { name: 'Website' }).click();
      await page.getByRole('link', { name: 'Vertalingen' }).click();
      await page.getByLabel('Toestand').selectOption('Alleen wat veranderd is');
      await page.getByRole('button', { name: 'Tonen', exact: true }).click();
      await page.getByRole('link', { name: `${word} voor stap` }).click();
      const text = page.getByRole('listitem').filter({ hasText: 'Verouderd' });
      await expect(text.locator('ins').first()).toHaveText(new RegExp(word));
      await text.getByRole('textbox').fill(`Étape ${word}`);
      await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('Bewaard.');
      expect(titleOf().fr).toBe(`Étape ${word}`);
      editByHand(live, FILE, { title: { ...titleOf(), nl: `${word} na stap` } });
      await page.goto(`${studioOf(live)}/studio/translations/file/?file=${FILE}&language=fr&source=nl`);
      await page.getByRole('button', { name: 'Klopt nog' }).click();
      await expect(page.getByText('Nog juist bevonden')).toBeVisible();
    });

    test('a word is replaced in the places that are ticked, and put back', async ({ page, live }) => {
      const word = `Woord${Date.now()}`;
      const file = 'articles/about-person.json';
      editByHand(live, file, { lead: { nl: `${word} en ${word}` }, title: { nl: `Titel ${word}` } });
      await come(page, live, 'office');
      await page.goto(`${studioOf(live)}/studio/translations/`);
      await page.getByRole('link', { name: 'Een woord vervangen' }).click();
      await page.getByLabel('Zoeken naar').fill(word.toLowerCase());
      await page.getByLabel('Vervangen door').fill('begrip');
      await page.getByRole('button', { name: 'Plaatsen tonen' }).click();
      await expect(page.getByRole('heading', { name: '3 plaatsen' })).toBeVisible();
      await page.locator('[name=place]').last().uncheck();
      await page.getByRole('button', { name: 'Aangevinkte plaatsen vervangen' }).click();
      await expect(page.getByRole('status').first()).toContainText('Vervangen.');
      expect(contentOf(live, file)).toMatchObject({ lead: { nl: `Begrip en ${word}` }, title: { nl: 'Titel Begrip' } });
      const row = page.getByRole('listitem').filter({ hasText: word.toLowerCase() });
      await row.getByRole('button', { name: 'Ongedaan maken' }).click();
      await expect(page.getByRole('status').first()).toContainText('Ongedaan gemaakt.');
      expect(contentOf(live, file)).toMatchObject({
        lead: { nl: `${word} en ${word}` },
        title: { nl: `Titel ${word}` },
      });
    });
  });
}

test('translations, labels and replacing are accessible and fit a small phone', async ({ page, live }) => {
  await recordContent(live);
  editByHand(live, FILE, { lead: { nl: `Een nieuwe zin ${Date.now()}`, fr: 'Une phrase' } });
  await recordContent(live);
  editByHand(live, FILE, { lead: { nl: `Een andere zin ${Date.now()}`, fr: 'Une phrase' } });
  await come(page, live);
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [
    'translations/',
    'translations/?state=all',
    `translations/file/?file=${FILE}&language=fr&source=nl&state=all`,
    'translations/labels/?q=REF',
    'replace/?find=huis&with=woning&words=1',
  ]) {
    await page.goto(`${studioOf(live)}/studio/${path}`);
    await expectFits(page, path);
  }
});

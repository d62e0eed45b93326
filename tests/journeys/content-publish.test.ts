import type { Page } from 'playwright/test';
import { expectFits } from '../support/fits.ts';
import { expect } from '../support/journey.ts';
import { publishJourney, SLOW } from '../support/publish-journey.ts';
import type { PublishSite } from '../support/publish-site.ts';
import { come, studioOf } from '../support/studio-journey.ts';

const HOUSE = 35187;

const test = publishJourney(['nl']);
const open = (page: Page, own: PublishSite) => page.goto(`${studioOf(own)}/studio/publish/`);
/** The price of the house as visitors read it. */
const priceOf = async (own: PublishSite) =>
  /€\s?[\d.]+/.exec(await (await fetch(`${own.url}/nl/te-koop/?ids=${HOUSE}`)).text())?.[0].replace(/\s/, ' ');

for (const [javaScriptEnabled, price] of [
  [true, 431_000],
  [false, 432_000],
] as const) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('a changed price is seen, published, live, rolled back and held, and published again', async ({
      page,
      own,
    }) => {
      const shown = `€ ${price / 1000}.000`;
      await come(page, own as never, 'office', 'Lotte Maes');
      await open(page, own);
      await expect(page.getByRole('heading', { name: 'Alles is gepubliceerd' })).toBeVisible(SLOW);
      await own.write(HOUSE, { Price: price }, 'Samira Claes');
      // With a script the page follows by itself.
      if (!javaScriptEnabled) await open(page, own);
      await expect(page.getByRole('heading', { name: '1 wijziging niet gepubliceerd' })).toBeVisible(SLOW);
      await expect(page.locator('.s-changes ins')).toHaveText([shown]);
      await expect(page.locator('.s-changes').first()).toContainText('Samira Claes');
      await page.getByRole('link', { name: 'Vandaag' }).click();
      await page.getByRole('link', { name: '1 wijziging niet gepubliceerd' }).click();
      await page.getByRole('button', { name: 'Nu publiceren' }).click();
      const said = page.locator('[data-status]');
      await expect(said).toContainText(/Gepubliceerd: .*Online na [\d,]+ s\./, SLOW);
      await expect(page.getByRole('heading', { name: 'Alles is gepubliceerd' })).toBeVisible(SLOW);
      await expect(page.locator('.s-run')).toContainText('Lotte Maes');
      expect(await priceOf(own)).toBe(shown);
      await page.getByText('Terug naar de vorige versie').click();
      await expect(page.getByText('De inhoud zelf blijft zoals hij is.')).toBeVisible();
      await page.getByRole('button', { name: 'Vorige versie terugzetten' }).click();
      await expect(said).toContainText('De vorige versie is weer online', SLOW);
      await expect(page.locator('.s-held')).toContainText('imports en de nachtelijke taak publiceren niets');
      expect(await priceOf(own)).not.toBe(shown);
      await page.getByRole('button', { name: 'Nu publiceren' }).click();
      await expect(said).toContainText('De inhoud is online.', SLOW);
      await expect(page.locator('.s-held')).toHaveCount(0);
      expect(await priceOf(own)).toBe(shown);
    });
  });
}

test('what is opened stays open when the page follows, and the focus stays', async ({ page, own }) => {
  await come(page, own as never);
  await open(page, own);
  await expect(page.getByRole('heading', { name: 'Alles is gepubliceerd' })).toBeVisible(SLOW);
  const summary = page.getByText('Terug naar de vorige versie');
  await summary.focus();
  await page.keyboard.press('Enter');
  await own.write(HOUSE, { Price: 433_000 }, 'Samira Claes');
  await expect(page.getByRole('heading', { name: '1 wijziging niet gepubliceerd' })).toBeVisible(SLOW);
  await expect(page.getByRole('button', { name: 'Vorige versie terugzetten' })).toBeVisible();
  await expect(summary).toBeFocused();
});

test('changes and errors are accessible and fit a small phone', async ({ page, own }) => {
  await own.write(HOUSE, { Price: 434_000, TypeDescription: { nl: 'Een woning met een heel lange naam' } });
  await own.write(35160, { Goal: 'te huur', Manager: 'niemand' });
  await come(page, own as never);
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, own);
  await expect(page.getByRole('heading', { name: /fout(en)? houd/ })).toBeVisible(SLOW);
  await expect(page.getByRole('button', { name: 'Nu publiceren' })).toHaveCount(0);
  for (const summary of await page.locator('publish-page summary').all()) await summary.click();
  await expectFits(page);
});

import { DatabaseSync } from 'node:sqlite';
import { axeFaults } from '../support/axe.ts';
import { enterPortal } from '../support/enter-portal.ts';
import { expect, test } from '../support/live-journey.ts';
import { overflowOf } from '../support/overflow.ts';

const PROPERTY_PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('an owner logs in, reads feedback, suggests a change, takes the weekly mail and logs out', async ({
    page,
    live,
  }) => {
    await enterPortal(page, live, '/nl/login/?next=%2Fnl%2Feigenaar%2Fbezoeken%2F%3Fproperty%3D35187');
    await expect(page.getByRole('cell', { name: 'Niet geïnteresseerd. Keuken te klein' })).toBeVisible();
    await page.getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('link', { name: 'Advertentie' }).click();
    await page.getByLabel('Wat moet er anders?').fill('De zolder is nu geïsoleerd');
    await page.getByRole('button', { name: 'Versturen' }).click();
    await expect(page.getByRole('status')).toHaveText('Bedankt, uw voorstel is verstuurd.');
    await page.getByRole('link', { name: 'Mijn account' }).click();
    await page.getByLabel('Stuur mij elke week').check();
    await page.getByRole('button', { name: 'Bewaren' }).click();
    await expect(page.getByLabel('Stuur mij elke week')).toBeChecked();
    await page.getByRole('button', { name: 'Afmelden', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText('U bent afgemeld.');
    await page.goto('/nl/eigenaar/');
    await expect(page).toHaveURL(/\/nl\/login\/\?next=/);
  });
});

const PAGES = {
  nl: [
    '/nl/login/',
    '/nl/eigenaar/',
    '/nl/eigenaar/?property=35187',
    '/nl/eigenaar/bezoeken/?property=35187',
    '/nl/eigenaar/documenten/?property=35187',
    '/nl/eigenaar/statistieken/?property=35187',
    '/nl/eigenaar/advertentie/?property=35187',
  ],
  de: [
    '/de/login/password/',
    '/de/eigentuemer/kommunikation/?property=35187',
    '/de/eigentuemer/statistik/?property=35187',
    '/de/eigentuemer/unterlagen/?property=35187',
    '/de/eigentuemer/konto/',
    '/de/statistik/?property=35187',
  ],
};

for (const language of ['nl', 'de'] as const) {
  test(`pages of the portal are accessible and fit a small phone (${language})`, async ({ page, live }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    let seen = 0;
    for (const [at, path] of PAGES[language].entries()) {
      if (at === 1) await enterPortal(page, live, `/${language}/login/`);
      await page.goto(path);
      expect(await overflowOf(page), path).toEqual({ pixels: 0, elements: [] });
      // The tabs wrap, so none is cut off and the current one is in view.
      const tabs = await page.locator('.tabs [aria-current]').all();
      seen += tabs.length;
      for (const tab of tabs) await expect(tab).toBeInViewport({ ratio: 0.9 });
      expect(await axeFaults(page), path).toEqual([]);
      // A label that is missing is shown by its key.
      expect(await page.locator('main').innerText()).not.toMatch(/\b[A-Z]{3,}_[A-Z0-9_]+\b/);
    }
    expect(seen).toBeGreaterThan(2);
  });
}

test.describe('a visitor', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' });

  test('is counted once on a property page and sees its figures in place', async ({ page, live }) => {
    const views = () => {
      const handle = new DatabaseSync(live.databaseFile, { readOnly: true, timeout: 5000 });
      const row = handle
        .prepare("select coalesce(sum(views), 0) as sum from view_counts where property_id = '35187'")
        .get() as {
        sum: number;
      };
      handle.close();
      return row.sum;
    };
    const before = views();
    for (let time = 0; time < 2; time += 1) await page.goto(PROPERTY_PATH);
    await expect.poll(views, { timeout: 15_000 }).toBe(before + 1);
    const link = page.getByRole('link', { name: 'Statistieken van het pand' });
    await link.click();
    await expect(link).toHaveAttribute('aria-expanded', 'true');
    await expect(page).toHaveURL(new RegExp(`${PROPERTY_PATH}$`));
    await expect(page.locator('dl[aria-label="Paginabezoeken"] dd').last()).toHaveText(
      new RegExp(new Intl.NumberFormat('nl-BE').format(before + 1)),
    );
  });
});

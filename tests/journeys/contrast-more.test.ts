import type { Page } from 'playwright/test';
import { contrastFaults, partsOf, SCHEMES } from '../support/contrast.ts';
import { enterPortal } from '../support/enter-portal.ts';
import { expect, formOf, test } from '../support/live-journey.ts';
import { photoContrastFaults } from '../support/photo-contrast.ts';
import { TEMPLATES } from '../support/templates.ts';

const PROPERTY = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
const PORTAL = ['', 'bezoeken/', 'communicatie/', 'statistieken/', 'advertentie/', 'documenten/', 'account/'];

test('the pages of the portal can be read in every state and in all colours', async ({ page, live }) => {
  test.setTimeout(120_000);
  await page.goto('/nl/');
  // Header and footer are judged elsewhere.
  const known = new Set(await partsOf(page));
  const before = known.size;
  await enterPortal(page, live, '/nl/login/');
  const found: string[] = [];
  for (const section of PORTAL) {
    await page.goto(`/nl/eigenaar/${section}?property=35187`);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await contrastFaults(page, known)).map((fault) => `${section}: ${fault}`));
    }
  }
  expect(known.size).toBeGreaterThan(before + 12);
  expect(found).toEqual([]);
});

const DIALOGS: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ['the menu', '/nl/', (page) => page.getByRole('button', { name: 'Menu' }).click()],
  [
    'the search panel',
    '/nl/',
    async (page) => {
      await page.locator('main input[name=q]').click();
      await expect(page.locator('main [role=listbox]')).toBeVisible();
    },
  ],
  ['the photographs', PROPERTY, (page) => page.locator('a[data-slide]').first().click()],
  ['a form in place', PROPERTY, (page) => page.locator('main a[data-form]:visible').first().click()],
  [
    'the choice of cookies',
    '/nl/cookiebeleid/',
    (page) => page.getByRole('link', { name: 'Cookievoorkeuren wijzigen' }).first().click(),
  ],
  [
    'a form with errors',
    '/nl/contact/',
    async (page) => {
      await formOf(page).locator('input:visible').first().focus();
      await expect(formOf(page)).toHaveAttribute('novalidate', '');
      await formOf(page).locator('button[type=submit]').click();
    },
  ],
];

test('what opens over a page can be read in every state and in all colours', async ({ page }) => {
  test.setTimeout(180_000);
  const found: string[] = [];
  for (const [name, path, open] of DIALOGS) {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(path);
    // The page itself is judged elsewhere.
    const known = new Set(await partsOf(page));
    const before = known.size;
    await open(page);
    // What opens is drawn in several steps, in which parts are replaced: then they are judged again.
    await expect(async () => {
      found.push(...(await contrastFaults(page, known)).map((fault) => `${name}: ${fault}`));
      expect(known.size, `parts of ${name}`).toBeGreaterThan(before);
    }).toPass({ timeout: 20_000 });
  }
  expect(found).toEqual([]);
});

/** Kinds of pages with a photograph behind or beside their heading. */
const WITH_PHOTOGRAPHS = ['homepage', 'projects', 'property for sale', 'services', 'article'];

test.describe('text on photographs', () => {
  // The test hides the texts with a style of its own.
  test.use({ bypassCSP: true });

  test('stands out from what is behind it, in light and in dark', async ({ page }) => {
    test.setTimeout(120_000);
    // Panels carry the texts of this site; a text that stands on a photograph itself must pass.
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia(SCHEMES[scheme]);
      for (const [name, { nl }] of TEMPLATES.filter(([name]) => WITH_PHOTOGRAPHS.includes(name))) {
        await page.goto(nl);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          found.push(...(await photoContrastFaults(page)).map((fault) => `${scheme} ${width} ${name}: ${fault}`));
        }
      }
    }
    expect(found).toEqual([]);
  });

  test('is found where it does not stand out', async ({ page }) => {
    await page.goto('/nl/');
    const rectangle = "%3Crect width='999' height='999' fill='%23eee'/%3E";
    const white = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E${rectangle}%3C/svg%3E`;
    await page.setContent(
      `<main style="position:relative">
        <img style="position:absolute;inset:0;width:300px;height:90px" src="${white}" alt="">
        <p style="position:relative;color:#fff">Te koop in Meise</p>
      </main>`,
    );
    expect(await photoContrastFaults(page)).toEqual([expect.stringMatching(/^p\. Te koop in Meise 1\.\d\d:1$/)]);
  });
});

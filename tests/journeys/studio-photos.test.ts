import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectFits } from '../support/fits.ts';
import { expect, test } from '../support/live-journey.ts';
import type { LiveSite } from '../support/live-site.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { colouredPhoto } from '../support/uploads.ts';

const [WITH, WITHOUT, BROKEN, JUDGED] = [35103, 35104, 35106, 35101];
const photosOf = (live: LiveSite, id: number) => `${studioOf(live)}/studio/content/properties/${id}/photos/`;
const dataOf = (live: LiveSite, id: number) =>
  JSON.parse(readFileSync(join(live.contentDir, `properties/${id}.json`), 'utf8')) as {
    XLargePictureItems: { Url: string; Name?: Record<string, string> }[];
    Videos?: string[];
    Documents?: { File: string; Title: Record<string, string>; Kind: string; Public?: boolean }[];
  };
const uploadedTo = (live: LiveSite, id: number) =>
  dataOf(live, id)
    .XLargePictureItems.map(({ Url }) => /^properties\/\d+\/(.+)-[0-9a-f]{16}(-c[\d.]+)?\.jpg$/.exec(Url)?.[1])
    .filter((slug) => slug !== undefined);
const filesOf = (names: readonly string[]) =>
  Promise.all(
    names.map(async (name, at) => ({ name, mimeType: 'image/jpeg', buffer: await colouredPhoto(at + 1, 1200, 800) })),
  );
const cardOf = (page: Page, name: string) => page.locator(`#XLargePictureItems [data-photo*="/${name}-"]`);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });
    const id = javaScriptEnabled ? WITH : WITHOUT;

    test('photographs are added, ordered, described, cropped and removed', async ({ page, live }) => {
      await come(page, live, 'editor');
      await page.goto(photosOf(live, id));
      const before = dataOf(live, id).XLargePictureItems.length;
      await page
        .getByLabel('Foto’s toevoegen')
        .setInputFiles(await filesOf(['kamer 10.jpg', 'kamer 2.jpg', 'kamer 1.jpg']));
      if (!javaScriptEnabled)
        await page.locator('#XLargePictureItems').getByRole('button', { name: 'Toevoegen', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('Toegevoegd.');
      expect(uploadedTo(live, id)).toEqual(['kamer-1', 'kamer-2', 'kamer-10']);
      await cardOf(page, 'kamer-10').getByRole('button', { name: 'Hoofdfoto van maken' }).click();
      await expect(page.locator('#XLargePictureItems [data-photo]').first()).toHaveAttribute('data-photo', /kamer-10-/);
      await expect.poll(() => uploadedTo(live, id)[0]).toBe('kamer-10');
      await cardOf(page, 'kamer-2').getByRole('button', { name: 'Een plaats naar voren' }).click();
      await expect.poll(() => uploadedTo(live, id)).toEqual(['kamer-10', 'kamer-2', 'kamer-1']);
      const card = cardOf(page, 'kamer-10');
      await card.locator('summary').click();
      await card.getByLabel('Nederlands').fill('De woonkamer');
      await card.getByLabel('Frans').fill('Le séjour');
      await card.getByLabel('Kamer').selectOption('Woonkamer');
      await card.getByLabel('Blijft zichtbaar bij bijsnijden').selectOption('Boven · Rechts');
      await page.locator('#XLargePictureItems').getByRole('button', { name: 'Beschrijvingen bewaren' }).click();
      await expect(page.getByRole('status').first()).toContainText('Bewaard.');
      expect(dataOf(live, id).XLargePictureItems[0]).toMatchObject({
        ...{ Name: { nl: 'De woonkamer', fr: 'Le séjour' }, Room: 'living', Focus: { X: 85, Y: 15 } },
      });
      await cardOf(page, 'kamer-10').getByRole('link', { name: 'Bijsnijden' }).click();
      await page.getByLabel('Verhouding').selectOption('1:1');
      await page.getByRole('button', { name: 'Bijsnijden' }).click();
      await expect(page.getByRole('status').first()).toContainText('Bijgesneden.');
      expect(dataOf(live, id).XLargePictureItems[0]).toMatchObject({
        Url: expect.stringMatching(/-c167\.0\.66[67]\.1000\.jpg$/),
        Name: { nl: 'De woonkamer' },
      });
      // What was typed elsewhere stays when the removal is taken back, right where it is said.
      await cardOf(page, 'kamer-1').locator('summary').click();
      await cardOf(page, 'kamer-1').getByLabel('Nederlands').fill('De hal');
      await cardOf(page, 'kamer-2').getByRole('button', { name: 'Verwijderen' }).click();
      await expect(page.getByRole('status').first()).toContainText('Verwijderd.');
      await expect(page.getByRole('status').first()).toBeInViewport();
      expect(uploadedTo(live, id)).toEqual(['kamer-10', 'kamer-1']);
      expect(dataOf(live, id).XLargePictureItems).toHaveLength(before + 2);
      await page.getByRole('status').getByRole('button', { name: 'Ongedaan maken' }).click();
      await expect(page).toHaveURL(/\/photos\//);
      expect(uploadedTo(live, id)).toEqual(['kamer-10', 'kamer-2', 'kamer-1']);
      expect(dataOf(live, id).XLargePictureItems.at(-1)).toMatchObject({ Name: { nl: 'De hal' } });
    });

    test('films and documents are added and described, and a document is public only when told so', async ({
      page,
      live,
    }) => {
      await come(page, live, 'editor');
      await page.goto(photosOf(live, id));
      const films = page.locator('#Videos');
      await films.getByLabel('Adres van een nieuwe video').fill('youtube');
      await films.getByRole('button', { name: 'Bewaren' }).click();
      await expect(page.getByRole('alert')).toContainText('https://');
      await films.getByLabel('Adres van een nieuwe video').fill('https://vimeo.com/76979871');
      await films.getByRole('button', { name: 'Bewaren' }).click();
      await expect(page.getByRole('status').first()).toContainText('Bewaard.');
      expect(dataOf(live, id).Videos?.at(-1)).toBe('https://vimeo.com/76979871');
      const documents = page.locator('#Documents');
      const buffer = Buffer.from(`%PDF-1.7\n${'% a page\n'.repeat(50)}%%EOF\n`);
      await documents.getByLabel('Soort document').first().selectOption('energy');
      await documents
        .getByLabel('Documenten toevoegen')
        .setInputFiles({ name: 'EPC 2026.pdf', mimeType: 'application/pdf', buffer });
      if (!javaScriptEnabled) await documents.getByRole('button', { name: 'Toevoegen', exact: true }).click();
      await expect(page.getByRole('status').first()).toContainText('Toegevoegd.');
      const added = dataOf(live, id).Documents?.at(-1);
      expect(added).toEqual({
        File: expect.stringMatching(/^\d+\/epc-2026-\w{16}\.pdf$/),
        // It is called after its kind, in every language; the name of a file says little.
        Title: expect.objectContaining({ nl: 'Energiecertificaat', fr: 'Certificat énergétique' }),
        Kind: 'energy',
      });
      const row = documents.locator('.s-document').last();
      await row.locator('summary').click();
      await row.getByLabel('Titel (Frans)').fill('Certificat PEB');
      await row.getByLabel('Iedereen mag dit zonder aanvraag openen').check();
      await documents.getByRole('button', { name: 'Documenten bewaren' }).click();
      await expect(page.getByRole('status').first()).toContainText('Bewaard.');
      expect(dataOf(live, id).Documents?.at(-1)).toMatchObject({
        Title: { nl: 'Energiecertificaat', fr: 'Certificat PEB' },
        Public: true,
      });
    });

    test('a file that cannot be used is named with its reason, and the others are added', async ({ page, live }) => {
      await come(page, live, 'editor');
      await page.goto(photosOf(live, id));
      const plans = page.locator('#FloorPlans');
      const [good] = await filesOf(['gelijkvloers.jpg']);
      const svg = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') };
      await plans.getByLabel('Plannen toevoegen').setInputFiles([svg, good!]);
      if (!javaScriptEnabled) await plans.getByRole('button', { name: 'Toevoegen', exact: true }).click();
      await expect(page.getByText('Een SVG kan een programma bevatten')).toBeVisible();
      await expect(page.getByText('plan.jpg')).toBeVisible();
      if (javaScriptEnabled) await page.getByRole('button', { name: 'Toon wat toegevoegd is' }).click();
      await expect(plans.locator('[data-photo]')).toHaveCount(1);
    });
  });
}

test('Ctrl S saves what is typed about photographs, as the list of keys says', async ({ page, live }) => {
  await come(page, live, 'editor');
  await page.goto(photosOf(live, WITH));
  const card = page.locator('[data-photo]').first();
  await card.locator('summary').click();
  await card.getByLabel('Frans').fill('Le jardin');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').first()).toContainText('Bewaard.');
  expect(dataOf(live, WITH).XLargePictureItems[0]).toMatchObject({ Name: { fr: 'Le jardin' } });
});

test('an upload whose connection breaks is sent again by itself, once, in its place', async ({
  page,
  live,
  complaints,
}) => {
  await come(page, live, 'editor');
  await page.goto(photosOf(live, BROKEN));
  let posts = 0;
  await page.route('**/photo-upload/', async (route) => {
    posts += 1;
    // The first response is lost on the way, and so is the second request.
    const { host } = new URL(studioOf(live));
    const url = route.request().url().replace(studioOf(live), live.url);
    if (posts === 1) await route.fetch({ url, headers: { ...(await route.request().allHeaders()), host } });
    return posts <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByLabel('Foto’s toevoegen').setInputFiles(await filesOf(['2.jpg', '1.jpg', '3.jpg']));
  await expect(page.getByRole('status').first()).toContainText('Toegevoegd.', { timeout: 20_000 });
  expect(uploadedTo(live, BROKEN)).toEqual(['1', '2', '3']);
  expect(posts).toBe(5);
  complaints.splice(0);
});

test('a photograph is dragged to its place, and the keyboard crops', async ({ page, live }) => {
  await page.setViewportSize({ width: 1440, height: 1400 });
  await come(page, live, 'editor');
  await page.goto(photosOf(live, BROKEN));
  const [first, last] = [page.locator('[data-photo]').first(), page.locator('[data-photo]').last()];
  const moved = await last.getAttribute('data-photo');
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.querySelector('[data-list]')!.getBoundingClientRect().top + scrollY));
  const [from, to] = [(await last.locator('img').boundingBox())!, (await first.locator('img').boundingBox())!];
  await page.mouse.move(from.x + 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 60, { steps: 12 });
  await page.mouse.up();
  await expect(page.getByText('Volgorde bewaard.')).toBeVisible();
  expect(dataOf(live, BROKEN).XLargePictureItems[0]?.Url).toBe(moved);
  await page.locator('[data-photo]').first().getByRole('link', { name: 'Bijsnijden' }).click();
  await page.getByLabel('Verhouding').selectOption('1:1');
  await page.getByRole('button', { name: 'Deel dat te zien is' }).focus();
  await expect(page.getByLabel('Van links')).not.toHaveValue('0');
  const left = Number(await page.getByLabel('Van links').inputValue());
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Van links')).toHaveValue(`${Math.round((left + 1) * 10) / 10}`);
});

test('the page and the crop are accessible and fit a small phone', async ({ page, live }) => {
  await come(page, live, 'editor');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(photosOf(live, JUDGED));
  for (const fold of await page.locator('#Documents summary, [data-photo]:first-child summary').all())
    await fold.click();
  await expectFits(page);
  await page.getByRole('link', { name: 'Bijsnijden' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Foto bijsnijden');
  await expectFits(page);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectFits } from '../support/fits.ts';
import { expect } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';
import { publishJourney, SLOW } from '../support/publish-journey.ts';
import type { PublishSite } from '../support/publish-site.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { colouredPhoto } from '../support/uploads.ts';

const test = publishJourney(['nl', 'fr']);

const HOUSE = 35187;
const formOf = (own: PublishSite, id: number | string) => `${studioOf(own)}/studio/content/properties/${id}/`;
const dataOf = (own: PublishSite, id: number | string) =>
  JSON.parse(readFileSync(join(own.contentDir, `properties/${id}.json`), 'utf8')) as Record<string, unknown>;
const save = (page: Page) => page.locator('.c-bar').getByRole('button', { name: 'Bewaren', exact: true }).click();
const said = (page: Page) => page.getByRole('status').first();
const textOf = async (url: string) => (await (await fetch(url)).text()).replaceAll('\u00a0', ' ');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, javaScriptEnabled: true });

  test('a new property goes from an empty form, with forty photographs, to live in both languages', async ({
    page,
    own,
  }) => {
    test.setTimeout(120_000);
    await come(page, own as never, 'office', 'Lotte Maes');
    await page.getByRole('link', { name: 'Panden' }).click();
    await page.getByRole('link', { name: 'Nieuw', exact: true }).click();
    await page.getByLabel('Huis', { exact: true }).check();
    await page.locator('[name="/Price"]').fill('415.000');
    await save(page);
    // What is missing is said beside the field, and nothing is lost.
    await expect(page.getByRole('alert')).toContainText('Niet bewaard');
    await expect(page.locator('[name="/Price"]')).toHaveValue('415000');
    await page.locator('[name="/TypeDescription/nl"]').fill('Huis met veertig foto’s');
    await page.locator('[name="/TypeDescription/fr"]').fill('Maison aux quarante photos');
    await page.locator('[name="/Zip"]').fill('1850 Grimbergen');
    await page.locator('[name="/Street"]').fill('Nieuwstraat');
    await save(page);
    await expect(said(page)).toContainText('Aangemaakt.');
    const id = /properties\/(\d+)\//.exec(page.url())![1]!;
    expect(dataOf(own, id)).toMatchObject({ Price: 415_000, Zip: '1850', WebIDs: '1' });
    await page.getByRole('link', { name: 'Foto’s en documenten' }).click();
    const names = Array.from({ length: 40 }, (_, at) => `foto ${at + 1}.jpg`);
    const files = names.map(async (name, at) => ({ name, mimeType: 'image/jpeg', buffer: await colouredPhoto(at) }));
    // They are chosen in another order than that of their names.
    await page.getByLabel('Foto’s toevoegen').setInputFiles((await Promise.all(files)).toReversed());
    await expect(said(page)).toContainText('Toegevoegd.', { timeout: 60_000 });
    const urls = (dataOf(own, id).XLargePictureItems as { Url: string }[]).map(({ Url }) => Url);
    expect(urls.map((url) => /\/(foto-\d+)-/.exec(url)?.[1])).toEqual(names.map((_, at) => `foto-${at + 1}`));
    await page.goto(`${studioOf(own)}/studio/publish/`);
    await page.getByRole('button', { name: 'Nu publiceren' }).click();
    await expect(page.locator('[data-status]')).toContainText(/Online na/, SLOW);
    for (const [language, title, list] of [
      ['nl', 'Huis met veertig foto’s', 'te-koop'],
      ['fr', 'Maison aux quarante photos', 'a-vendre'],
    ]) {
      expect(await textOf(`${own.url}/${language}/${list}/`)).toContain(title);
      const shown = await fetch(`${own.url}/property/${id}`, { headers: { 'Accept-Language': language! } });
      expect([shown.status, shown.url]).toEqual([200, expect.stringContaining(`/${language}/${list}/`)]);
      expect((await shown.text()).match(/foto-\d+-[0-9a-f]+\.jpg/g)?.length).toBeGreaterThanOrEqual(40);
    }
  });
});

test('two editors and an importer on one property: nothing is lost, and a clash is decided by people', async ({
  page,
  browser,
  own,
}) => {
  const other = await (await browser.newContext()).newPage();
  await come(page, own as never, 'office', 'Lotte Maes');
  await come(other, own as never, 'admin', 'Samira Claes');
  await page.goto(formOf(own, HOUSE));
  await other.goto(formOf(own, HOUSE));
  await page.locator('[name="/DescriptionA/nl"]').fill('Lotte schrijft een nieuwe tekst.');
  await page.locator('[name="/Price"]').fill('500.000');
  await own.write(HOUSE, { SurfaceLiving: 212, NumberOfBedRooms: 6 }, 'whise');
  await other.locator('[name="/Street"]').fill('Samirastraat');
  await other.locator('[name="/Price"]').fill('510.000');
  await save(other);
  await expect(said(other)).toContainText('Bewaard. Op de site na publiceren.');
  await save(page);
  const clash = page.locator('.c-conflicts');
  await expect(clash).toContainText('Prijs');
  await expect(clash).toContainText(/Wat u schreef\s*€\s500\.000/);
  await expect(clash).toContainText(/Wat er nu staat\s*€\s510\.000/);
  await clash.getByLabel(/Wat er nu staat/).check();
  await save(page);
  await expect(said(page)).toContainText('Bewaard. Op de site na publiceren.');
  expect(dataOf(own, HOUSE)).toMatchObject({
    ...{ Price: 510_000, Street: 'Samirastraat', SurfaceLiving: 212, NumberOfBedRooms: 6 },
    DescriptionA: { nl: 'Lotte schrijft een nieuwe tekst.' },
  });
  await page.getByRole('link', { name: 'Geschiedenis' }).click();
  for (const who of ['Lotte Maes', 'Samira Claes', 'whise'])
    await expect(page.locator('.c-history')).toContainText(who);
  await other.context().close();
});

test('a price that was typed wrong is published, seen, rolled back and put right', async ({ page, own }) => {
  await come(page, own as never, 'admin', 'Lotte Maes');
  await page.goto(formOf(own, HOUSE));
  await page.locator('[name="/Price"]').fill('51.000');
  await page.getByRole('button', { name: 'Bewaren en alles publiceren' }).click();
  await expect(page.getByRole('alert')).toContainText('De prijs verandert met meer dan 30 %');
  await page.getByRole('button', { name: 'Bewaren en alles publiceren' }).click();
  await expect(page.locator('[data-status]')).toContainText(/Online na/, SLOW);
  const list = `${own.url}/nl/te-koop/?ids=${HOUSE}`;
  expect(await textOf(list)).toContain('€ 51.000');
  await page.getByText('Terug naar de vorige versie').click();
  await page.getByRole('button', { name: 'Vorige versie terugzetten' }).click();
  await expect(page.locator('[data-status]')).toContainText('De vorige versie is weer online', SLOW);
  expect(await textOf(list)).not.toContain('€ 51.000');
  await page.goto(`${formOf(own, HOUSE)}history/`);
  await page.locator('.c-history li').first().getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(said(page)).toContainText('Ongedaan gemaakt.');
  expect(dataOf(own, HOUSE).Price).toBe(510_000);
});

test('a draft is kept while somebody writes, shown in the preview, and thrown away', async ({ page, own }) => {
  await come(page, own as never, 'office', 'Lotte Maes');
  await page.goto(formOf(own, HOUSE));
  await page.locator('[name="/TypeDescription/nl"]').fill('Een titel in ontwerp');
  await page.locator('[name="/Price"]').fill('veel');
  await expect(page.locator('[data-findings="/Price"]')).toContainText('Schrijf een bedrag');
  await page.locator('[name="/Price"]').fill('520000');
  await expect(page.locator('[data-findings="/Price"]')).toBeEmpty();
  await expect(page.locator('[data-state]')).toContainText('Ontwerp bijgehouden');
  await page.goto(formOf(own, HOUSE));
  await expect(page.getByText(/U ziet uw ontwerp van/)).toBeVisible();
  // On a wide screen the page stands beside the form and follows what is written.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: 'Voorbeeld ernaast' }).click();
  const beside = page.frameLocator('iframe[title="Voorbeeld op de site"]');
  await expect(beside.getByRole('heading', { level: 1 })).toContainText('Een titel in ontwerp');
  await page.locator('[name="/TypeDescription/nl"]').fill('Een titel in ontwerp, ernaast');
  await expect(beside.getByRole('heading', { level: 1 })).toContainText('ontwerp, ernaast');
  expect(await overflowOf(page)).toEqual({ pixels: 0, elements: [] });
  await page.getByRole('button', { name: 'Voorbeeld sluiten' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Voorbeeld op de site' }).click(),
  ]);
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Een titel in ontwerp');
  await expect(preview.getByRole('link', { name: 'Terug naar het formulier' })).toHaveAttribute(
    'href',
    formOf(own, HOUSE),
  );
  expect(dataOf(own, HOUSE).Price).toBe(510_000);
  await page.getByRole('button', { name: 'Ontwerp weggooien' }).click();
  await expect(said(page)).toContainText('Het ontwerp is weggegooid.');
  expect(existsSync(join(own.contentDir, `properties/${HOUSE}.json`))).toBe(true);
});

test('a picture that was chosen comes along with Bewaren; one that is none is said, and nothing is lost', async ({
  page,
  own,
}) => {
  const member = () => JSON.parse(readFileSync(join(own.contentDir, 'category/team/nele-proost.json'), 'utf8'));
  const choose = (name: string, buffer: Buffer) =>
    page.locator('[name="file:/image/src"]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const before = member().image.src;
  await come(page, own as never, 'office', 'Lotte Maes');
  await page.goto(`${studioOf(own)}/studio/content/team/nele-proost/`);
  await page
    .locator('.c-upload')
    .first()
    .evaluate((fold: HTMLDetailsElement) => (fold.open = true));
  await choose('geen.jpg', Buffer.from('no picture'));
  await page.locator('[name="/phone"]').fill('0470 11 22 33');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('geen bruikbare JPEG');
  await expect(page.locator('[name="/phone"]')).toHaveValue('0470 11 22 33');
  expect(member().image.src).toBe(before);
  await page
    .locator('.c-upload')
    .first()
    .evaluate((fold: HTMLDetailsElement) => (fold.open = true));
  await choose('nele.jpg', await colouredPhoto(7, 1200, 1200));
  await save(page);
  await expect(said(page)).toContainText('Bewaard');
  expect(member().image.src).not.toBe(before);
  expect(existsSync(join(own.contentDir, 'media', member().image.src))).toBe(true);
});

test('lists, forms and history are accessible and fit a small phone', async ({ page, own }) => {
  await come(page, own as never);
  await page.setViewportSize({ width: 320, height: 800 });
  const of = `properties/${HOUSE}/`;
  for (const path of ['properties/', of, `${of}history/`, 'pages/home/', 'settings/viewings/']) {
    await page.goto(`${studioOf(own)}/studio/content/${path}`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    await expectFits(page, path);
  }
});

import type { Page } from 'playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from '../support/journey.ts';

const PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
const OTHER_OFFICE = '/nl/te-koop/jette/duplex-nummer-131/35131/';
const PROJECT = '/nl/projecten/meise/hof-ter-proef/801/';

/** The requests for QR codes on a page. */
function codesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname.endsWith('qr.svg')) asked.push(`${response.status()} ${pathname}${search}`);
  });
  return asked;
}

/** Prints a page as a visitor does, and reads the sheets. */
async function printed(page: Page) {
  const document = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(document, { mergePages: true });
  const operators = await (await document.getPage(1)).getOperatorList();
  return { text: text.replace(/\s+/g, ' '), sheets: document.numPages, drawn: operators.fnArray.length };
}

const day = () =>
  new Intl.DateTimeFormat('nl-BE', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/Brussels' })
    .format(Date.now())
    .replaceAll('/', '-');

test('a printed property names the agency, its address and telephone, and leads back to the page', async ({ page }) => {
  const codes = codesOf(page);
  await page.goto(PATH, { waitUntil: 'networkidle' });
  expect(codes, 'on the screen').toEqual([]);
  await expect(page.locator('.printed')).toBeHidden();
  const { text, sheets } = await printed(page);
  expect(codes).toEqual([`200 ${PATH}qr.svg`]);
  for (const words of ['Kantoor Proefhof', 'Stationsplein 7', '1850 Grimbergen', '016 77 01 84', day()])
    expect(text).toContain(words);
  expect(text).toContain(`www.proefhof.example${PATH}`);
  expect(text).toContain('Stedenbouwkundige inlichtingen');
  for (const words of ['Bewaren', 'Tekst en contrast', 'Plan een bezoek', 'In dezelfde lijn'])
    expect(text).not.toContain(words);
  expect(sheets).toBeLessThanOrEqual(4);
});

test('a printed list has a row for each property, the criteria and the address of the list', async ({ page }) => {
  const codes = codesOf(page);
  await page.goto('/nl/te-koop/?bedrooms=3', { waitUntil: 'networkidle' });
  expect(codes, 'on the screen').toEqual([]);
  // What only a screen reader reads is not printed.
  const titles = await page
    .locator('.results .card h3 a')
    .evaluateAll((links) => links.map(({ firstChild }) => firstChild?.textContent ?? ''));
  expect(titles.length).toBeGreaterThan(5);
  const { text, sheets } = await printed(page);
  expect(codes).toEqual(['200 /nl/te-koop/qr.svg?bedrooms=3']);
  for (const words of [
    'Kantoor Proefhof',
    'Stationsplein 7',
    '016 77 01 84',
    'www.proefhof.example/nl/te-koop/',
    day(),
  ])
    expect(text).toContain(words);
  for (const title of titles) expect(text).toContain(title.replace(/\s+/g, ' ').trim());
  expect(text).toContain('3 of meer slaapkamers');
  expect(text).toContain('1852 Beigem');
  for (const words of ['Sorteren op', 'Toon panden', 'Toon de kaart', 'Pas toe']) expect(text).not.toContain(words);
  expect(sheets).toBeLessThanOrEqual(Math.ceil(titles.length / 6) + 1);
});

test('each property of a list is printed, also those that are rows', async ({ page }) => {
  await page.goto('/nl/te-koop/', { waitUntil: 'networkidle' });
  expect(await page.locator('.rows .card').count()).toBeGreaterThan(0);
  const titles = await page
    .locator('.results h3 a')
    .evaluateAll((links) => links.map(({ firstChild }) => firstChild?.textContent?.replace(/\s+/g, ' ').trim() ?? ''));
  const { text } = await printed(page);
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});

test('a property of another office is printed with the address of that office alone', async ({ page }) => {
  await page.goto(OTHER_OFFICE);
  await expect(page.locator('.printed-office')).toBeHidden();
  const { text } = await printed(page);
  for (const words of ['Proefkaai 3', '1000 Brussel', '022 18 01 99']) expect(text).toContain(words);
  expect(text).not.toContain('Stationsplein 7');
});

test('a printed project names the agency and leads back to the page', async ({ page }) => {
  const codes = codesOf(page);
  await page.goto(PROJECT, { waitUntil: 'networkidle' });
  expect(codes, 'on the screen').toEqual([]);
  const { text } = await printed(page);
  expect(codes).toEqual([`200 ${PROJECT}qr.svg`]);
  for (const words of ['Hof ter Proef', 'Stationsplein 7', `www.proefhof.example${PROJECT}`])
    expect(text).toContain(words);
});

/** Words of which a line holds fewer than three letters: a column is too narrow for them. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Hostile text has no place at which a line could end.
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').replace(/.*<.*/s, '').matchAll(/\p{L}{4,}/gu)) {
        const lines = new Map<number, number>();
        for (let at = index; at < index + word.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          // After a soft hyphen the first place is that of the line before.
          const place = [...range.getClientRects()].at(-1);
          if (!place?.width) continue;
          const top = Math.round(place.top);
          lines.set(top, (lines.get(top) ?? 0) + 1);
        }
        if (lines.size > 1 && Math.min(...lines.values()) < 3) broken.push(word);
      }
    return broken;
  });

for (const path of [PATH, OTHER_OFFICE, PROJECT, '/nl/te-koop/', '/nl/kosten-berekenen/'])
  test(`no word of ${path} is printed letter by letter`, async ({ page }) => {
    // The width of a sheet of A4 within its margins.
    await page.setViewportSize({ width: 680, height: 960 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print' });
    expect(await brokenWords(page)).toEqual([]);
  });

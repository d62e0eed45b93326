import { parse } from 'node-html-parser';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pageCode } from '../../src/features/print/page-code.server.ts';
import { printFacts } from '../../src/features/print/print-words.view.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { encoded, fetchPath } from '../support/browse.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';
import { AGENT, putViewing } from '../support/studio-viewings.ts';
import { agencySite } from '../support/submit.ts';

const site = agencySite();
let live: LiveSite;
beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
}, 60_000);
afterAll(() => live?.stop());

const sheetOf = (id: number, language: string, kind: string) =>
  fetchPath(encoded(`${site.listingPath(site.listing(id)!, language)}${kind}.pdf`));

/** The words of a PDF as they are selected, and what it tells programs that read aloud. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  const { info } = await document.getMetadata();
  const { view } = await document.getPage(1);
  const isTagged = (await document.getMarkInfo())?.Marked === true;
  return {
    text: text.replace(/\s+/g, ' '),
    info: info as Record<string, unknown>,
    isTagged,
    pages: document.numPages,
    view,
  };
}

test('a brochure says what the page says, with its certificate, the address of the page and the licence', async () => {
  const response = await sheetOf(35187, 'nl', 'brochure');
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="huis-met-boomgaard-35187.pdf"',
    'x-robots-tag': 'noindex',
  });
  const { text, info, isTagged, pages } = await read(response.bytes);
  for (const words of ['Huis met boomgaard', '595.000', 'Energie', 'kWh/(m² jaar)', 'BIV 600 284', 'Opgemaakt op'])
    expect(text).toContain(words);
  expect([info.Title, info.Language, isTagged, pages > 1]).toEqual(['Huis met boomgaard', 'nl', true, true]);
  expect(text).not.toMatch(/undefined|NaN|[A-Z]+_[A-Z]+/);
});

test('a brochure of any property has at most four pages, and the last one says whom to ask', async () => {
  const offered = site.listings.filter(({ gone }) => !gone);
  expect(offered.length).toBeGreaterThan(5);
  for (const { id, manager } of offered) {
    const document = await getDocumentProxy(new Uint8Array((await sheetOf(id, 'de', 'brochure')).bytes));
    expect(document.numPages, String(id)).toBeLessThanOrEqual(4);
    const { text } = await extractText(document);
    const { name } = site.members.find((member) => member.id === manager) ?? site.settings.site.agency;
    expect(text.at(-1), String(id)).toContain(name);
    expect(text.at(-1), String(id)).toContain('BIV');
  }
}, 60_000);

test('a brochure has headings, named rows and links for those who hear it or read it on a screen', async () => {
  const { bytes } = await sheetOf(35187, 'nl', 'brochure');
  const { pages, text } = await read(bytes);
  const structure = Buffer.from(bytes).toString('latin1');
  const numberOf = (mark: string) => structure.split(mark).length - 1;
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const links: string[] = [];
  for (let page = 1; page <= pages; page += 1)
    for (const { url } of await (await document.getPage(page)).getAnnotations()) links.push(url);
  expect(links.map((url) => url.split(':')[0])).toEqual(expect.arrayContaining(['tel', 'mailto', 'https']));
  expect(numberOf('/S /H2')).toBeGreaterThan(3);
  expect(numberOf('/S /TH')).toBeGreaterThan(10);
  expect(numberOf('/Scope /Row')).toBe(numberOf('/S /TH'));
  expect(text).toMatch(/Foto’s/);
});

test('a brochure prints the figures of the first view without the drawn label, and each block once', async () => {
  const { text } = await fetchPath(encoded(site.listingPath(site.listing(35187)!, 'nl')));
  const { figures, blocks } = printFacts(text)!;
  const names = figures.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['Wonen', 'Slaapkamers']));
  expect(names).not.toContain('Energielabel');
  const titles = blocks.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toEqual(expect.arrayContaining(['Kosten en wet', 'Energie', 'Stedenbouwkundige inlichtingen']));
  // The drawing and the ledger are one block.
  expect(blocks.find(({ title }) => title === 'Energie')).toMatchObject({ lead: expect.stringContaining('186') });
  expect(blocks.find(({ title }) => title === 'Energie')!.rows.length).toBeGreaterThan(1);
});

test('a brochure prints every fact that the chapters of a page say, of every property', async () => {
  const lost: string[] = [];
  for (const listing of site.listings) {
    const { text } = await fetchPath(encoded(site.listingPath(listing, 'nl')));
    const printed = new Set(printFacts(text)!.blocks.flatMap(({ rows }) => rows.map(([name]) => name)));
    const names = parse(text)
      .querySelectorAll('.chapters dl > div > dt')
      .map(({ text: name }) => name.trim());
    lost.push(
      ...names.filter((name) => !printed.has(name.replaceAll('\u00AD', ''))).map((name) => `${listing.id}: ${name}`),
    );
  }
  expect(lost).toEqual([]);
}, 60_000);

test('a brochure has the summary in easy language under its heading, where the editor gave one', async () => {
  const { text } = await read((await sheetOf(35187, 'nl', 'brochure')).bytes);
  expect(text).toMatch(/stappen\. In eenvoudige taal Dit is een huis in Grimbergen/);
  const other = await read((await sheetOf(35109, 'nl', 'brochure')).bytes);
  expect(other.text).not.toContain('In eenvoudige taal');
});

test('the code on a printed page is an image of its own; an address that is too long gets none', async () => {
  const { status, headers, text } = await fetchPath('/nl/te-koop/qr.svg?type=1');
  expect([status, headers['content-type'], headers['x-robots-tag']]).toEqual([200, 'image/svg+xml', 'noindex']);
  expect(headers['cache-control']).toBe('public, max-age=3600');
  // The site of the tests is known by this address.
  expect(text).toBe(
    pageCode('https://www.proefhof.example/nl/te-koop/?type=1', /<text[^>]*>([^<]*)/.exec(text)?.[1] ?? ''),
  );
  expect(text).not.toBe(pageCode('https://www.proefhof.example/nl/te-koop/?type=2', ''));
  const long = await fetchPath(`/nl/te-koop/qr.svg?q=${'x'.repeat(300)}`);
  expect([long.status, long.text]).toEqual([404, expect.stringContaining('too long for a QR code')]);
});

test('it is drawn once: the second visitor, and one who has it, get the same file', async () => {
  const [one, other] = [await sheetOf(35187, 'de', 'brochure'), await sheetOf(35187, 'de', 'brochure')];
  expect(other.bytes.equals(one.bytes)).toBe(true);
  const path = encoded(`${site.listingPath(site.listing(35187)!, 'de')}brochure.pdf`);
  const known = await fetchPath(path, { 'If-None-Match': String(one.headers.etag) });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  expect((await read(one.bytes)).text).toContain('Energieklasse');
});

test('a card for the window says the whole address of any property, and whether it is sold or let', async () => {
  for (const { id, goal } of site.listings.filter(({ gone }) => !gone)) {
    const { text: html } = await fetchPath(encoded(site.listingPath(site.listing(id)!, 'nl')));
    const { text } = await read((await sheetOf(id, 'nl', 'window-a4')).bytes);
    // A name with a hyphen may stand on two lines.
    expect(text.replaceAll(' ', ''), String(id)).toContain(printFacts(html)!.place.replaceAll(/\s/g, ''));
    expect(text, String(id)).toContain(goal === 'sale' ? 'Te koop' : 'Te huur');
  }
}, 60_000);

test('a card for the window is landscape, in the size that was asked for', async () => {
  const sizes = { 'window-a4': [842, 595], 'window-a3': [1191, 842] };
  for (const [kind, size] of Object.entries(sizes)) {
    const { text, view, pages, isTagged } = await read((await sheetOf(35187, 'nl', kind)).bytes);
    expect([view.slice(2).map(Math.round), pages, isTagged], kind).toEqual([size, 1, true]);
    for (const words of ['Huis met boomgaard', '595.000', 'kWh/(m² jaar)']) expect(text, kind).toContain(words);
  }
});

test('a hidden address and a hidden price are in no brochure', async () => {
  const hidden = site.listings.filter(({ gone, price, point }) => !gone && (price === null || point === null));
  expect(hidden.length).toBeGreaterThan(0);
  for (const { id, price } of hidden.slice(0, 3)) {
    const response = await sheetOf(id, 'nl', 'brochure');
    const page = (await fetchPath(encoded(site.listingPath(site.listing(id)!, 'nl')))).text;
    const { text } = await read(response.bytes);
    expect(text.includes('Prijs op aanvraag'), String(id)).toBe(price === null);
    const place = /<p class="place">([^<]*)/.exec(page)?.[1] ?? '';
    expect(text, String(id)).toContain(place);
  }
});

test('what is sold or unknown has no brochure, and there is no other kind', async () => {
  const gone = site.listings.find((listing) => listing.gone)!;
  expect((await sheetOf(gone.id, 'nl', 'brochure')).status).toBe(404);
  for (const path of [
    '/nl/te-koop/x/y/999999999/brochure.pdf',
    '/nl/te-koop/x/y/35187/letter.pdf',
    '/xx/a/1/brochure.pdf',
  ])
    expect((await fetchPath(path)).status, path).toBe(404);
});

test('staff print the viewings of a week; nobody else can, and cancelled ones are left out', async () => {
  const people = await employAll(live, ['admin', 'editor'], AGENT);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
  await putViewing(live, '2099-03-02T10:00:00.000Z', { name: 'Anna Peeters', phone: '0470123456' });
  await putViewing(live, '2099-03-03T10:00:00.000Z', { name: 'Tom Geannuleerd', state: 'cancelled' });
  const path = `/studio/agenda/list/?day=2099-03-02&view=week&agent=${AGENT}`;
  const list = await askStudio(live, path, { cookie: people.get('admin')!.cookie });
  expect([list.status, list.headers['content-type'], list.headers['cache-control']]).toEqual([
    ...[200, 'application/pdf', 'no-store'],
  ]);
  const { text } = await read(list.bytes);
  expect(text).toMatch(/Anna Peeters 0470 12 34 56/);
  expect(text).not.toContain('Geannuleerd');
  expect((await askStudio(live, path, { cookie: people.get('editor')!.cookie })).status).toBe(404);
  expect((await askStudio(live, path)).status).toBe(303);
});

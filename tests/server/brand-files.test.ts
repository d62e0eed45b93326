import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { agencyMail, readMailSite } from '../../src/features/agency/agency-mail.server.ts';
import { brandUrl } from '../../src/features/brand/brand-css.ts';
import { openBrandFiles } from '../../src/features/brand/brand-files.server.ts';
import { addBrandFacts } from '../../src/features/brand/brand-media.server.ts';
import { openDrawnBrands } from '../../src/features/brand/drawn-brand.server.ts';
import { mailLook } from '../../src/features/brand/mail-look.server.ts';
import { brandSettings } from '../../src/features/brand/settings.ts';
import { EXAMPLE_BRANDS, writeBrand } from '../../src/features/brand/write-brand.server.ts';
import { drawCard } from '../../src/features/seo/cards.server.ts';
import { renderMail } from '../../src/platform/mail/render-mail.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';

/** A content folder with a brand, and that brand as the site knows it. */
async function branded(name: string, own: object = {}, add: (media: string) => void = () => {}) {
  const contentDir = join(testFolder(), 'content');
  copySmallContent(contentDir, {});
  await writeBrand({ name, contentDir, isForced: false });
  const file = join(contentDir, 'settings/brand.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...own }));
  add(join(contentDir, 'media'));
  const settings = {
    brand: brandSettings.parse(JSON.parse(readFileSync(file, 'utf8'))),
    site: { agency: { name: 'Kantoor Proefhof' } },
  };
  const content = { settings };
  await addBrandFacts(content, join(contentDir, 'media'));
  return { contentDir, settings: content.settings };
}

async function served({ contentDir, settings }: Awaited<ReturnType<typeof branded>>) {
  const errors: unknown[] = [];
  const files = openBrandFiles({
    site: { settings, defaultLanguage: 'nl' },
    contentDir,
    report: (e) => errors.push(e),
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    void files.handle(request, response, { path: url.pathname, v: url.searchParams.get('v') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { errors, get: (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }) };
}

const problemsOf = async (contentDir: string) =>
  (await checkContent({ contentDir, dataDir: testFolder() })).problems
    .filter(({ file }) => file === 'settings/brand.json')
    .map(({ severity, field, allowed }) => `${severity} ${field}: ${allowed}`);

describe('the files of a brand', () => {
  test('icons are squares in their sizes, the manifest names the agency', async () => {
    const { get, errors } = await served(await branded('linde'));
    for (const [path, size] of [
      ['/apple-touch-icon.png', 180],
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
    ] as const) {
      const { width, height, format } = await sharp(Buffer.from(await (await get(path)).arrayBuffer())).metadata();
      expect([width, height, format], path).toEqual([size, size, 'png']);
    }
    const icon = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
    expect(icon.readUInt16LE(2)).toBe(1);
    expect((await sharp(icon.subarray(icon.readUInt32LE(18))).metadata()).width).toBe(48);
    expect(await (await get('/site.webmanifest')).json()).toMatchObject({ name: 'Kantoor Proefhof', lang: 'nl' });
    expect(errors).toEqual([]);
  });

  test('a logo with its version is kept for ever; a preview shows the one on the disk', async () => {
    const brand = await branded('kade');
    const { get } = await served(brand);
    const { light } = brand.settings.brand.logo!;
    const response = await get(brandUrl('logo', light));
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toContain('<svg');
    expect((await get(brandUrl('logo', light), { 'If-None-Match': response.headers.get('etag')! })).status).toBe(304);
    writeFileSync(join(brand.contentDir, 'media/brand/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" id="new"/>');
    const draft = await get('/brand/logo.svg?v=00000000');
    expect(draft.headers.get('cache-control')).toBe('no-store');
    expect(await draft.text()).toContain('id="new"');
  });

  test.each(['/brand/logo.png', '/brand/text.woff2', '/brand/secret.svg', '/brand/constructor.svg'])(
    'there is no %s',
    async (path) => {
      const { get } = await served(await branded('kade'));
      expect((await get(path)).status).toBe(404);
    },
  );

  test('mails and social cards take colours and logo', async () => {
    const { contentDir, settings } = await branded('linde');
    const look = mailLook(settings.brand);
    expect(look).toMatchObject({ radius: 8, isSerif: true, logo: { height: 44 } });
    const { html } = renderMail({
      ...{ language: 'nl', look, sender: 'Kantoor Proefhof', preheader: '', title: 'Dank u', salutation: 'Dag,' },
      ...{ paragraphs: [], buttonLine: '', closing: [], footer: [] },
    });
    expect(html).toMatch(/<img[^>]+alt="Kantoor Proefhof"[^>]+src="[^"]+\/brand\/logo-mail\.png\?v=/);
    expect(html).toContain('#fbf6f1');
    expect(html).not.toContain('#f7f4ed');
    const drawn = await openDrawnBrands({ mediaDir: join(contentDir, 'media'), dataDir: testFolder() })(settings.brand);
    const facts = { agency: 'Kantoor Proefhof', title: 'Huis', price: '€ 1', line: '', label: null, photo: null };
    const card = await drawCard({ ...facts, brand: '' }, null, drawn);
    const line = await sharp(card).extract({ left: 0, top: 622, width: 1200, height: 8 }).png().toBuffer();
    const { channels } = await sharp(line).stats();
    // The line along the bottom has the accent #a34a24.
    expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([10, 5, 2]);
  });

  test('is at the head of a mail that a command writes, too', async () => {
    const { contentDir } = await branded('linde');
    const site = await readMailSite(contentDir);
    const { html } = agencyMail(site, { kind: 'invite', to: 'a@b.example', subject: 'x', language: 'nl' });
    expect(html).toMatch(/src="[^"]+\/brand\/logo-mail\.png\?v=\w+/);
  });

  test('an own font is unpacked for drawings, and its letters are measured', async () => {
    const own = { textFont: { file: 'brand/own.woff2', weight: '400 650' } };
    const { contentDir, settings } = await branded('kade', own, (media) =>
      cpSync('src/ui/fonts/figtree.woff2', join(media, 'brand/own.woff2')),
    );
    expect(settings.brand.textFont?.metrics?.sizeAdjust).toBeCloseTo(101.7, 0);
    const { fonts } = await openDrawnBrands({ mediaDir: join(contentDir, 'media'), dataDir: testFolder() })(
      settings.brand,
    );
    expect(fonts.text.family).toContain('Figtree');
    expect(readFileSync(fonts.text.file).subarray(0, 4).toString('hex')).toBe('00010000');
    expect((await problemsOf(contentDir)).filter((problem) => problem.includes('textFont'))).toEqual([]);
  });
});

describe('the check of a brand', () => {
  const files: [string, object, string | null, RegExp][] = [
    [
      'a logo that is not there',
      { logo: { light: { file: 'brand/none.svg' } } },
      null,
      /^error logo\.light\.file: there is no/,
    ],
    [
      'a logo with a script',
      {},
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>',
      /has a script/,
    ],
    [
      'a logo with letters',
      {},
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<text>A</text></svg>',
      /line 2 has letters/,
    ],
    ['a logo that is no drawing', {}, 'hello', /this is no SVG that can be drawn/],
    [
      'a heavy logo',
      {},
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="${'M0 0h1'.repeat(8000)}"/></svg>`,
      /make it lighter than 40 KB/,
    ],
    [
      'a font that is none',
      { textFont: { file: 'brand/logo.svg'.replace('svg', 'woff2'), weight: '400' } },
      null,
      /there is no such file|this is no WOFF2/,
    ],
    [
      'a colour that cannot be read',
      { colours: { accent: '#f7a600' } },
      null,
      /^error colours\.accent: .*nearest colour that can be read/,
    ],
  ];

  test.each(files)('names %s', async (_name, own, logo, message) => {
    const { contentDir } = await branded('kade');
    const file = join(contentDir, 'settings/brand.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...own }));
    if (logo !== null) writeFileSync(join(contentDir, 'media/brand/logo.svg'), logo);
    const found = await problemsOf(contentDir);
    expect(
      found.some((problem) => message.test(problem)),
      found.join('\n'),
    ).toBe(true);
  });

  test.each(EXAMPLE_BRANDS)('%s has nothing to mend but that its drawings are examples', async (name) => {
    const found = await problemsOf((await branded(name)).contentDir);
    expect(found).toHaveLength(3);
    for (const problem of found) expect(problem).toMatch(/^warning .*the drawing of an example brand; replace it/);
  });
});

describe('brand use', () => {
  test('overwrites nothing without being told to', async () => {
    const { contentDir } = await branded('kade');
    const before = readFileSync(join(contentDir, 'settings/brand.json'), 'utf8');
    await expect(writeBrand({ name: 'linde', contentDir, isForced: false })).rejects.toThrow(
      /would be overwritten; add --force/,
    );
    expect(readFileSync(join(contentDir, 'settings/brand.json'), 'utf8')).toBe(before);
    await writeBrand({ name: 'linde', contentDir, isForced: true });
    expect(readFileSync(join(contentDir, 'settings/brand.json'), 'utf8')).toContain('fraunces');
  });

  test('refuses a name that it does not know, and a folder that is no content', async () => {
    const empty = testFolder();
    mkdirSync(join(empty, 'x'));
    await expect(writeBrand({ name: '../x', contentDir: empty, isForced: false })).rejects.toThrow(/there is no brand/);
    await expect(writeBrand({ name: 'kade', contentDir: empty, isForced: false })).rejects.toThrow(
      /is no content folder/,
    );
  });
});

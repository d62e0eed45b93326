import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { fetchPath, open, wordsOf } from '../support/browse.ts';
import { prerendered } from '../support/version.ts';
import { writtenOut } from '../support/written-out.ts';

const VIEWER_BYTES = 4096;
const GOALS = { nl: 'te-koop', fr: 'a-vendre', en: 'for-sale', de: 'zu-verkaufen' };
const HAS_STYLES = /<link[^>]+href="?[^" >]*\/panorama\.[^" >]*\.css/;

const page = (code: keyof typeof GOALS, id = 35126) => open(`/${code}/${GOALS[code]}/x/y/${id}/`);

test.each([
  ['nl', '360°-foto, Getekende kamer met acht muren', 'Rondkijken'],
  ['fr', 'Photo à 360°, Pièce dessinée à huit murs', 'Regarder autour de soi'],
  ['en', '360° photograph, Drawn room with eight walls', 'Look around'],
  ['de', '360°-Foto, Gezeichneter Raum mit acht Wänden', 'Umsehen'],
] as const)(
  'in %s a 360° photograph is a flat picture, a caption and a link to the large one',
  async (code, alt, act) => {
    const figure = (await page(code)).querySelector('.panoramas figure')!;
    expect(figure.querySelector('img')?.getAttribute('alt')).toBe(alt);
    expect(wordsOf(figure.querySelector('figcaption'))).toBe(alt.split(', ')[1]);
    expect(wordsOf(figure.querySelector('a .button'))).toBe(act);
    const link = figure.querySelector('a')!;
    for (const [name, width] of [
      ['href', 1920],
      ['data-sharp', 3200],
    ] as const) {
      const { status, headers } = await fetchPath(link.getAttribute(name)!.replaceAll('&amp;', '&'));
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'image/webp']);
      expect(link.getAttribute(name)).toContain(`width=${width}&`);
    }
  },
);

test('the dialog is closed, and each of its buttons has a name', async () => {
  const dialog = (await open('/panorama/nl/')).querySelector('dialog.panorama')!;
  expect(dialog.hasAttribute('open')).toBe(false);
  const names = dialog.querySelectorAll('button').map((one) => one.getAttribute('aria-label') ?? wordsOf(one));
  expect(names).toEqual(['Naar links', 'Naar rechts', 'Omhoog', 'Omlaag', 'Vergroten', 'Verkleinen', 'Sluiten']);
});

test('a property without a 360° photograph has nothing of it', async () => {
  const other = await page('nl', 35106);
  expect(other.querySelectorAll('.panoramas, .panorama').length).toBe(0);
  const withStyles = prerendered().filter(({ html }) => HAS_STYLES.test(html));
  expect(withStyles.length).toBe(Object.keys(GOALS).length);
  for (const { path } of withStyles) expect(path).toContain('35126');
});

test('the viewer is one file of at most 4 KB', () => {
  const folder = writtenOut(inject('site').versionDir);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/panorama[^/]*\.js$/.test(file),
  );
  expect(files).toHaveLength(1);
  const code = readFileSync(join(folder, files[0]!));
  expect(code.toString()).not.toMatch(/\bimport\b/);
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(VIEWER_BYTES);
});

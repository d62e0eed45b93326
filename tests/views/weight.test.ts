import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { expect, inject, test } from 'vitest';
import { DISPLAY_FAMILIES, TEXT_FAMILIES } from '../../src/features/brand/palette.ts';
import { fetchPath } from '../support/browse.ts';
import { prerendered } from '../support/version.ts';
import { sentBytes } from '../support/weight.ts';
import { writtenOut } from '../support/written-out.ts';

/** One round trip on a new connection. */
const HTML_BYTES = 13_824;
const INLINE_SCRIPT_BYTES = 4096;
const FONT_BYTES = 35 * 1024;

const client = () => writtenOut(inject('site').versionDir);

test('every prerendered page arrives in one round trip', () => {
  const heavy = prerendered()
    .map(({ path }) => [path, sentBytes(join(client(), path, 'index.html'), HTML_BYTES)] as const)
    .filter(([, size]) => size > HTML_BYTES)
    .sort(([, a], [, b]) => b - a)
    .map(([path, size]) => `${path}: ${size} bytes`);
  expect(heavy).toEqual([]);
});

test('every template made on demand arrives in one round trip', async () => {
  const heavy: string[] = [];
  for (const path of [
    '/nl/te-koop/?page=2',
    '/de/zu-verkaufen/?sort=price-asc',
    '/de/zu-vermieten/?sort=price-asc',
    '/de/suche/?q=grimbergen',
    '/de/weg/',
    '/de/contact-me/danke/',
    '/de/zu-verkaufen/?maxPrice=1',
    '/de/contact-me/?property=35187',
    '/de/contact-appointment/?property=35187',
    '/de/auf-dem-laufenden/',
    '/fr/tenez-moi-au-courant/',
    '/de/kostenlose-bewertung/',
    '/de/offer/?property=35187',
    '/de/kontakt/',
  ]) {
    const { bytes } = await fetchPath(path, { 'Accept-Encoding': 'br' });
    if (bytes.length > HTML_BYTES) heavy.push(`${path}: ${bytes.length} bytes`);
  }
  expect(heavy).toEqual([]);
});

test('what is measured is what is sent', async () => {
  const { bytes, headers } = await fetchPath('/nl/', { 'Accept-Encoding': 'br' });
  expect([headers['content-encoding'], bytes.length]).toEqual([
    'br',
    statSync(join(client(), 'nl/index.html.br')).size,
  ]);
});

test('no page requests a script, and its inline script is at most 4 KB', () => {
  const wrong: string[] = [];
  const packed = new Map<string, number>();
  for (const { path, html } of prerendered()) {
    const scripts = parse(html, { blockTextElements: { script: true, style: true } })
      .querySelectorAll('script')
      .filter((script) => !/json/.test(script.getAttribute('type') ?? ''));
    const external = scripts.filter((script) => script.hasAttribute('src')).map((script) => script.getAttribute('src'));
    const text = scripts.map((script) => script.rawText).join('\n');
    // Most pages carry the same.
    const inline = packed.get(text) ?? brotliCompressSync(text).length;
    packed.set(text, inline);
    if (external.length > 0 || inline > INLINE_SCRIPT_BYTES || /rel="?modulepreload/.test(html))
      wrong.push(`${path}: ${external.join(' ')} ${inline} bytes inline`);
  }
  expect(wrong).toEqual([]);
});

test('no style sheet delays the first view, and no other company is contacted', () => {
  const wrong = prerendered().filter(({ html }) => {
    const page = parse(html);
    const requested = page
      .querySelectorAll(
        'link[rel=stylesheet], link[rel=preload], link[rel=preconnect], link[rel=dns-prefetch], ' +
          'iframe, [src], [srcset]',
      )
      .flatMap((element) => [
        element.getAttribute('href'),
        element.getAttribute('src'),
        ...(element.getAttribute('srcset') ?? '').split(', '),
      ])
      .filter(Boolean);
    return (
      // Styles of what is further down may come later; those for more contrast wait only where the system asks for it.
      // The drawn map beside a list is a page of this site without a script, and loads after the list.
      page.querySelector('head link[rel=stylesheet]:not([media="(prefers-contrast: more)"])') !== null ||
      page.querySelector('iframe[src]:not([loading=lazy][src^="/map/"])') !== null ||
      requested.some((path) => !/^\/(?!\/)|^data:/.test(String(path)))
    );
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('two fonts of any brand are at most 35 KB together and never delay the text', () => {
  const files = readdirSync(client(), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(woff2?|ttf|otf)$/.test(file),
  );
  const heaviest = (keys: object) =>
    Math.max(
      ...Object.keys(keys).map((key) => {
        const file = files.find((name) => name.includes(`/${key}.`));
        expect(file, key).toBeDefined();
        return statSync(join(client(), file!)).size;
      }),
    );
  expect(files.length).toBe(Object.keys({ ...TEXT_FAMILIES, ...DISPLAY_FAMILIES }).length);
  expect(heaviest(TEXT_FAMILIES) + heaviest(DISPLAY_FAMILIES)).toBeLessThanOrEqual(FONT_BYTES);
  for (const { path, html } of prerendered().slice(0, 20)) {
    const faces = html.match(/@font-face\s*\{[^}]*url\([^}]*\}/g) ?? [];
    expect(faces.length, path).toBeGreaterThan(0);
    for (const face of faces) expect(face, path).toMatch(/font-display:\s*(swap|optional|fallback)/);
  }
});

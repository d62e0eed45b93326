import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom: each room with the rooms it has a door to, besides itself. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  routes: ['layout', 'features', 'ui', 'server', 'domain', 'i18n'],
  pages: ['layout', 'features', 'ui', 'server', 'domain', 'i18n'],
  middleware: ['server', 'domain', 'i18n'],
  'content.config': ['server', 'domain'],
  'env.d': ['server', 'i18n'],
  commands: ['server', 'feeds', 'domain', 'i18n'],
  feeds: ['domain', 'i18n'],
  server: ['domain', 'i18n'],
  layout: ['features', 'ui', 'domain', 'i18n'],
  features: ['ui', 'domain', 'i18n'],
  ui: ['i18n'],
  domain: ['i18n'],
  i18n: [],
};
/** What one may import of i18n where labels and addresses are not to be had. */
const PLAIN_I18N = ['languages', 'localized', 'format'];
const FORBIDDEN_IN_DOMAIN = /^(astro(:|$)|react|node:)/;

interface Import {
  from: string;
  to: string;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|tsx|astro|mjs)$/.test(file));
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*|@import\s+)['"]([^'"]+)['"]/g;
const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join('src', file), 'utf8').matchAll(IMPORT)].map(([, to = '']) => ({
    from: file,
    to: to.startsWith('.') ? normalize(join(dirname(file), to)) : to,
  })),
);
const inside = imports.filter(({ to }) => !to.startsWith('..') && files.includes(to));
const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : file.replace(/\.ts$/, ''));
const said = (wrong: Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`);

test('the rules see the imports of the site', () => {
  expect(inside.length).toBeGreaterThan(200);
  expect(files.map(roomOf).filter((room) => !(room in DOORS))).toEqual([]);
});

test('rooms import only from the rooms they have a door to', () => {
  const wrong = inside.filter(({ from, to }) => roomOf(from) !== roomOf(to) && !DOORS[roomOf(from)]?.includes(roomOf(to)));
  expect(said(wrong)).toEqual([]);
});

test('features do not know each other', () => {
  const nounOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const between = inside.filter(({ from, to }) => roomOf(from) === 'features' && roomOf(to) === 'features');
  expect(said(between.filter(({ from, to }) => nounOf(from) !== nounOf(to)))).toEqual([]);
});

test('the domain knows neither Astro, React nor Node', () => {
  const wrong = imports.filter(({ from, to }) => roomOf(from) === 'domain' && FORBIDDEN_IN_DOMAIN.test(to));
  expect(said(wrong)).toEqual([]);
});

test('the domain and islands take languages, localized text and formats from i18n, never labels or addresses', () => {
  const plain = inside.filter(({ from, to }) => (roomOf(from) === 'domain' || from.endsWith('.tsx')) && roomOf(to) === 'i18n');
  expect(said(plain.filter(({ to }) => !PLAIN_I18N.some((name) => to === `i18n/${name}.ts`)))).toEqual([]);
});

test('only i18n knows the translation libraries', () => {
  const wrong = imports.filter(({ from, to }) => /^(astro-)?i18next/.test(to) && roomOf(from) !== 'i18n');
  expect(said(wrong)).toEqual([]);
});

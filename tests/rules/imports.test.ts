import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf } from '../support/circles.ts';
import { type Import, importsIn, isSourceFile, sourceFiles, sourceImports } from '../support/imports.ts';
import { FEATURES } from './features.ts';

/** Who may import whom: each folder and file of `src/` with the other folders that it may import. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  app: ['publish', 'features', 'content', 'layout', 'platform', 'i18n'],
  // The command that starts the site starts the process of app/.
  commands: ['app', 'publish', 'features', 'content', 'importers', 'platform', 'i18n'],
  pages: ['features', 'content', 'layout', 'ui', 'platform', 'i18n'],
  publish: ['features', 'content', 'platform', 'i18n'],
  features: ['publish', 'content', 'layout', 'ui', 'platform', 'i18n'],
  content: ['features', 'platform', 'i18n'],
  importers: ['features', 'platform', 'i18n'],
  layout: ['features', 'content', 'ui', 'platform', 'i18n'],
  ui: ['platform', 'i18n'],
  platform: ['i18n'],
  i18n: [],
  // Astro reads these: they are at the top.
  'middleware.ts': ['app', 'content', 'platform', 'i18n'],
  'live.config.ts': ['content'],
  'env.d.ts': ['app', 'publish', 'features', 'content', 'i18n'],
};
/** Folders that are no room for a noun: what is in them runs in Node, whatever its name ends with. */
const IN_NODE = ['app', 'commands', 'pages', 'publish', 'importers', 'middleware.ts', 'live.config.ts', 'env.d.ts'];
/** Endings of what runs in a browser. */
const BROWSER = ['.client.ts', '.element.ts', '.worker.ts', '.tsx'];
/** What files may import by their ending, `plain` is `.ts` alone; pages import whatever they need. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  plain: ['plain'],
  ...Object.fromEntries(BROWSER.map((ending) => [ending, ['plain', ...BROWSER]])),
  '.view.ts': ['plain', '.view.ts', '.server.ts'],
  // The URL of a worker is written into pages.
  '.server.ts': ['plain', '.view.ts', '.server.ts', '.worker.ts'],
};
/** What islands and rules may import of i18n; labels and paths exist on the server only. */
const PLAIN_I18N = ['languages', 'localized', 'format', 'label-key', 'labelled', 'promised', 'distance-words'].map(
  (name) => `i18n/${name}.ts`,
);
/** Names that exist in Node or in a browser only. */
const NODE_OR_DOM = new RegExp(
  [
    String.raw`\bfrom 'node:|\bHTMLElement\b|\bprocess\.(?:env|cwd|on)\b`,
    String.raw`\b(?:document|window|localStorage|sessionStorage|navigator)\.`,
  ].join('|'),
);
/** Packages that plain files may use: pure computation that also runs in a browser. */
const PLAIN_PACKAGES = [
  'zod',
  'zod/mini',
  'minisearch',
  'supercluster',
  'fastest-levenshtein',
  'schema-dts',
  'css-tree',
  'css-tree/tokenizer',
  'd3-scale',
];

/**
 * Files that import a path known at run time only: the hashed file of an island, whose name is in the page, and a
 * bundle.
 */
const AT_RUN_TIME = [
  'app/serve.ts',
  'content/site/live-content.server.ts',
  'features/consent/consent-gate.element.ts',
  'features/consent/record-choice.client.ts',
  'features/form/form-island.element.ts',
  'features/shortlist/recently-viewed.client.ts',
  'layout/frame-loader.client.ts',
  'publish/page-thread.ts',
  'publish/render-pages.ts',
  'ui/hydrate/on-touch.element.ts',
  'ui/hydrate/touch.client.ts',
  'ui/passkey.element.ts',
];

const inside = sourceImports.filter(({ to }) => isSourceFile(to));
const folderOf = (file: string) => file.split('/')[0] ?? '';
const endingOf = (file: string) =>
  /\.(?:server|view|client|element|worker|d)\.ts$|\.(?:tsx|astro|css|mjs|json|sql)$/.exec(file)?.[0] ?? 'plain';
const text = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`);
const below = (file: string, folder: string) => file.startsWith(`${folder}/`);
const isCode = (file: string) => /\.(?:ts|tsx|astro)$/.test(file);

describe('the search for imports', () => {
  test.each([
    ["import { a } from './b.ts';", 'x/b.ts'],
    ["import type { A } from '../y/b.ts';", 'y/b.ts'],
    ["export { a } from './b.ts';", 'x/b.ts'],
    ["import './b.css';", 'x/b.css'],
    ["import styles from './b.css?url';", 'x/b.css'],
    ["import solver from './b.worker.ts?worker&url';", 'x/b.worker.ts'],
    ["const b = await import('./b.ts');", 'x/b.ts'],
    ['const b = await import(`../y/${name}.ts`);', 'y/*'],
    ["let b: import('./b.ts').B;", 'x/b.ts'],
    ["import.meta.glob('../y/*.ts')", 'y/*.ts'],
    ["import.meta.glob<string>(['../y/*.ts'])", 'y/*.ts'],
    ["new URL('./b.ts', import.meta.url)", 'x/b.ts'],
    ["import { a } from '/src/y/b.ts';", 'y/b.ts'],
    ['let b = await import(name);', '*'],
    ["import { z } from 'zod';", 'zod'],
    ["import { readFileSync } from 'node:fs';", 'node:fs'],
  ])('sees %s', (code, to) => {
    expect(importsIn('x/a.ts', code)).toEqual([{ from: 'x/a.ts', to }]);
  });

  test('sees the CSS that CSS and Astro files import', () => {
    expect(importsIn('x/a.css', "@import '../y/b.css';")).toEqual([{ from: 'x/a.css', to: 'y/b.css' }]);
    expect(importsIn('x/A.astro', "---\nimport B from './B.astro';\n---\n<style>@import './c.css';</style>")).toEqual([
      { from: 'x/A.astro', to: 'x/B.astro' },
      { from: 'x/A.astro', to: 'x/c.css' },
    ]);
  });

  test('reads no comments and no strings', () => {
    expect(
      importsIn('x/a.ts', "// import './b.ts';\n/* from './b.ts' */\nconst a = 'select x from \"b.ts\"';"),
    ).toEqual([]);
  });

  test('sees the files of the site', () => {
    expect(inside.length).toBeGreaterThan(1500);
    expect(sourceFiles.map(folderOf).filter((folder) => !(folder in FOLDERS))).toEqual([]);
  });
});

test('every relative import leads to a file', () => {
  const relative = sourceImports.filter(
    ({ to }) => /^[\w.-]+\//.test(to) && folderOf(to) in FOLDERS && !to.includes('*'),
  );
  expect(text(relative.filter(({ to }) => !isSourceFile(to)))).toEqual([]);
});

test('only files that load a hashed asset or a version import what is known at run time', () => {
  expect([...new Set(sourceImports.filter(({ to }) => to.includes('*')).map(({ from }) => from))].sort()).toEqual(
    AT_RUN_TIME,
  );
});

test('folders import only the folders that the table allows', () => {
  const wrong = inside.filter(
    ({ from, to }) => folderOf(from) !== folderOf(to) && !FOLDERS[folderOf(from)]?.includes(folderOf(to)),
  );
  expect(text(wrong)).toEqual([]);
});

test('features import only the features that their row of the table names, and the table leads nowhere back', () => {
  const featureOf = (file: string) => dirname(file).slice('features/'.length);
  const between = inside.filter(({ from, to }) => below(from, 'features') && below(to, 'features') && isCode(to));
  expect(between.length).toBeGreaterThan(1000);
  const wrong = between.filter(
    ({ from, to }) => featureOf(from) !== featureOf(to) && !FEATURES[featureOf(from)]?.includes(featureOf(to)),
  );
  expect(text(wrong)).toEqual([]);
  expect(cyclesIn(Object.entries(FEATURES).flatMap(([from, to]) => to.map((other) => [from, other])))).toEqual([]);
  const used = new Set(between.map(({ from, to }) => `${featureOf(from)} ${featureOf(to)}`));
  const rows = Object.entries(FEATURES).flatMap(([from, to]) => to.map((other) => `${from} ${other}`));
  expect(rows.filter((row) => !used.has(row))).toEqual([]);
});

test('no two folders import each other, directly or through others', () => {
  // The rules of a feature are below the content that they judge, and its pages above it.
  const folder = (file: string) =>
    `${dirname(file)}${below(file, 'features') && endingOf(file) === 'plain' ? '*' : ''}`;
  const arrows = inside.filter(({ to }) => isCode(to)).map(({ from, to }) => [folder(from), folder(to)]);
  const topLevel = (file: string) => ['.', 'features', 'app'].includes(file);
  expect(cyclesIn(arrows.filter(([from = '', to = '']) => from !== to && !topLevel(from)))).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  const cycles = circlesOf(inside.filter(({ to }) => isCode(to)).map(({ from, to }) => [from, to]));
  expect(cycles).toEqual([]);
});

test('the ending of a file says where it runs, and what it may import', () => {
  const judged = inside.filter(({ from, to }) => isCode(to) && !IN_NODE.includes(folderOf(from)));
  const wrong = judged.filter(
    ({ from, to }) =>
      endingOf(from) !== '.astro' && endingOf(to) !== '.d.ts' && !ENDINGS[endingOf(from)]?.includes(endingOf(to)),
  );
  expect(text(wrong)).toEqual([]);
  const rules = judged.filter(({ from }) => below(from, 'features') && endingOf(from) === 'plain');
  expect(text(rules.filter(({ to }) => below(to, 'content') && !below(to, 'content/fields')))).toEqual([]);
});

test('plain files use neither Node nor a browser, and few packages', () => {
  const isPlain = (file: string) => endingOf(file) === 'plain' && !IN_NODE.includes(folderOf(file));
  const plain = sourceFiles.filter(isPlain);
  expect(plain.length).toBeGreaterThan(100);
  const withoutTexts = (file: string) =>
    readFileSync(`src/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$|(?<!from )'(?:[^'\\\n]|\\.)*'/gm, '');
  expect(plain.filter((file) => NODE_OR_DOM.test(withoutTexts(file)))).toEqual([]);
  const packages = sourceImports.filter(
    ({ from, to }) => below(from, 'features') && isPlain(from) && !isSourceFile(to),
  );
  expect(text(packages.filter(({ to }) => !PLAIN_PACKAGES.includes(to)))).toEqual([]);
});

test('what reaches a browser takes languages, localized text and formats from i18n, never labels or paths', () => {
  const isBrowser = (file: string) =>
    BROWSER.includes(endingOf(file)) || (below(file, 'features') && endingOf(file) === 'plain');
  const browser = inside.filter(({ from }) => isBrowser(from));
  expect(text(browser.filter(({ to }) => below(to, 'i18n') && !PLAIN_I18N.includes(to)))).toEqual([]);
});

/** Names from which arrows lead back to themselves. */
const cyclesIn = (arrows: readonly (readonly string[])[]): string[] => circlesOf(arrows).flat();

test('only change-file writes content', () => {
  /** What else is in the content folder: whole folders that are restored or begun, media, and schemas for editors. */
  const others = [
    'features/backup/restore.server.ts',
    'features/brand/write-brand.server.ts',
    'features/import/pictures.server.ts',
    'content/files/content-schemas.server.ts',
  ];
  const WRITES = /\b(writeFile(Sync)?|writeAtomically|rename(Sync)?|rm(Sync)?|unlink(Sync)?)\([^;]*contentDir/;
  const writing = sourceFiles.filter((file) => /\.ts$/.test(file) && WRITES.test(readFileSync(`src/${file}`, 'utf8')));
  expect(writing.filter((file) => !others.includes(file))).toEqual([]);
  expect(WRITES.test("await writeAtomically(join(contentDir, 'a.json'), text)")).toBe(true);
});

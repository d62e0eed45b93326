import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsIn, isSourceFile, sourceFiles, sourceImports } from '../support/imports.ts';

/** Who may import whom: each folder of `src/` with the other folders it may import. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  routes: ['layout', 'features', 'ui', 'server', 'domain', 'i18n'],
  pages: ['routes', 'layout', 'features', 'ui', 'server', 'domain', 'i18n'],
  middleware: ['routes', 'server', 'domain', 'i18n'],
  'content.config': ['server', 'domain'],
  'env.d': ['server', 'i18n'],
  commands: ['server', 'importers', 'domain', 'i18n'],
  importers: ['domain', 'i18n'],
  server: ['domain', 'i18n'],
  layout: ['features', 'ui', 'domain', 'i18n'],
  features: ['ui', 'domain', 'i18n'],
  ui: ['domain', 'i18n'],
  domain: ['i18n'],
  i18n: [],
};
/** Layers of the server from the top; each imports only layers below it. */
const LAYERS = ['app', 'operations', 'services', 'catalogue', 'platform'];
/** What the domain and islands may import of i18n; labels and paths exist on the server only. */
const PLAIN_I18N = ['languages', 'localized', 'format', 'label-key', 'labelled', 'promised'].map(
  (name) => `i18n/${name}.ts`,
);
/** Packages that the domain may use: pure computation that also runs in a browser. */
const DOMAIN_PACKAGES = [
  'zod',
  'zod/mini',
  'minisearch',
  'supercluster',
  'fastest-levenshtein',
  'schema-dts',
  'css-tree',
  'css-tree/tokenizer',
];

/**
 * Files that import a path known at run time only: the hashed file of an island, whose name is in the page, and a
 * bundle.
 */
const AT_RUN_TIME = [
  'features/consent/consent-gate.element.ts',
  'features/consent/record-choice.ts',
  'features/forms/form-island.element.ts',
  'features/property/load-kept.ts',
  'layout/frame-loader.ts',
  'server/app/serve.ts',
  'server/operations/versions/page-thread.ts',
  'server/operations/versions/render-here.ts',
  'ui/hydrate/on-touch.element.ts',
];

const inside = sourceImports.filter(({ to }) => isSourceFile(to));
const folderOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : file.replace(/\.ts$/, ''));
const text = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`);
const below = (file: string, folder: string) => file.startsWith(`${folder}/`);

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
    expect(sourceFiles.map(folderOf).filter((folder) => !(folder in ALLOWED))).toEqual([]);
  });
});

test('every relative import leads to a file', () => {
  const relative = sourceImports.filter(
    ({ to }) => /^[\w.-]+\//.test(to) && folderOf(to) in ALLOWED && !to.includes('*'),
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
    ({ from, to }) => folderOf(from) !== folderOf(to) && !ALLOWED[folderOf(from)]?.includes(folderOf(to)),
  );
  expect(text(wrong)).toEqual([]);
});

test('a layer of the server imports only layers below it', () => {
  const layerOf = (file: string) => LAYERS.indexOf(file.split('/')[1] ?? '');
  const server = inside.filter(({ from, to }) => below(from, 'server') && below(to, 'server'));
  expect(server.length).toBeGreaterThan(300);
  expect(text(server.filter(({ from, to }) => layerOf(from) < 0 || layerOf(to) < layerOf(from)))).toEqual([]);
});

test('services do not import each other: the app hands them what they need', () => {
  const serviceOf = (file: string) => file.split('/').slice(0, 3).join('/');
  const between = inside.filter(({ from, to }) => below(from, 'server/services') && below(to, 'server/services'));
  expect(text(between.filter(({ from, to }) => serviceOf(from) !== serviceOf(to)))).toEqual([]);
});

test('features do not import each other', () => {
  const nounOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const between = inside.filter(({ from, to }) => below(from, 'features') && below(to, 'features'));
  expect(text(between.filter(({ from, to }) => nounOf(from) !== nounOf(to)))).toEqual([]);
});

test('no two folders import each other, at any depth, directly or through others', () => {
  const folders = new Set(sourceFiles.flatMap((file) => ancestorsOf(file)));
  const cycles = [...folders].flatMap((parent) => cyclesIn(parent));
  expect(cycles).toEqual([]);
});

test('the domain is pure: no Astro, React or Node, and few packages', () => {
  const packages = sourceImports.filter(({ from, to }) => below(from, 'domain') && !isSourceFile(to));
  expect(text(packages.filter(({ to }) => !DOMAIN_PACKAGES.includes(to)))).toEqual([]);
});

test('features and ui run in a browser too: nothing of Node', () => {
  const node = sourceImports.filter(({ from, to }) => /^(features|ui)\//.test(from) && to.startsWith('node:'));
  // Rendered on the server only.
  expect(text(node.filter(({ from }) => !from.endsWith('.astro')))).toEqual([]);
});

test('what reaches a browser takes languages, localized text and formats from i18n, never labels or paths', () => {
  const browser = inside.filter(({ from }) => below(from, 'domain') || /\.tsx$|\.(element|worker)\.ts$/.test(from));
  expect(text(browser.filter(({ to }) => below(to, 'i18n') && !PLAIN_I18N.includes(to)))).toEqual([]);
});

test('every package that the site imports at run time is installed without the packages for development', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  const runTime = sourceFiles
    .filter((file) => !file.endsWith('.css'))
    .flatMap((file) =>
      importsIn(file, readFileSync(`src/${file}`, 'utf8').replace(/^(import|export) type [^;]*;/gm, '')),
    );
  const packages = runTime
    .filter(({ to }) => /^@?[a-z0-9]/.test(to) && !/^(node|astro|virtual):/.test(to) && !(folderOf(to) in ALLOWED))
    .map(({ from, to }) => ({ from, name: to.split('/', to.startsWith('@') ? 2 : 1).join('/') }));
  expect(packages.length).toBeGreaterThan(50);
  const missing = packages.filter(({ name }) => !installed.has(name));
  expect(missing.map(({ from, name }) => `${from}: ${name}`)).toEqual([]);
});

test('only i18n imports the translation libraries', () => {
  expect(text(sourceImports.filter(({ from, to }) => /^(astro-)?i18next/.test(to) && !below(from, 'i18n')))).toEqual(
    [],
  );
});

test.each(LAYERS)('the layer %s has a README of at most 30 lines', (layer) => {
  const lines = readFileSync(`src/server/${layer}/README.md`, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
});

/** The folders above a file, `` for `src/` itself. */
function ancestorsOf(file: string): string[] {
  const parts = dirname(file) === '.' ? [] : dirname(file).split('/');
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}

/** Cycles between the folders directly in a folder; its own files count as one folder named `.`. */
function cyclesIn(parent: string): string[] {
  const prefix = parent === '' ? '' : `${parent}/`;
  const childOf = (file: string) => {
    const [first = '', ...rest] = file.slice(prefix.length).split('/');
    return rest.length > 0 ? first : parent === '' ? folderOf(file) : '.';
  };
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of inside) {
    if (!from.startsWith(prefix) || !to.startsWith(prefix)) continue;
    const [a, b] = [childOf(from), childOf(to)];
    if (a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b));
  }
  const reach = (start: string) => {
    const seen = new Set<string>();
    const next = [start];
    for (let one = next.pop(); one !== undefined; one = next.pop())
      for (const other of edges.get(one) ?? [])
        if (!seen.has(other)) {
          seen.add(other);
          next.push(other);
        }
    return seen;
  };
  return [...edges.keys()].filter((folder) => reach(folder).has(folder)).map((folder) => `${prefix}${folder}`);
}

test('only change-file writes content', () => {
  /** What else is in the content folder: whole folders that are restored or begun, media, and schemas for editors. */
  const others = [
    'operations/backup/restore-backup.ts',
    'operations/brand/write-brand.ts',
    'operations/import/picture-store.ts',
    'catalogue/content/content-schemas.ts',
  ];
  const WRITES = /\b(writeFile(Sync)?|writeAtomically|rename(Sync)?|rm(Sync)?|unlink(Sync)?)\([^;]*contentDir/;
  const writing = sourceFiles.filter((file) => /\.ts$/.test(file) && WRITES.test(readFileSync(`src/${file}`, 'utf8')));
  expect(writing.filter((file) => !others.includes(file.replace('server/', '')))).toEqual([]);
  expect(WRITES.test("await writeAtomically(join(contentDir, 'a.json'), text)")).toBe(true);
});

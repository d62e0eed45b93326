import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsIn, sourceFiles, sourceImports } from '../support/imports.ts';

/** Folders and files of `src/`: everything else that is imported is a package. */
const FOLDERS = readdirSync('src');
const folderOf = (path: string) => path.split('/')[0] ?? '';

test.each(['astro.config.mjs', 'astro-i18next.config.cjs', 'knip.config.ts'])(
  'every name that %s imports exists: a bundler takes a missing one for undefined',
  async (file) => {
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(/(?:import|const) \{([^}]*)\} (?:from|= require\()\s*'(\.\/[^']+)'/g)];
    expect(imports.length).toBeGreaterThan(0);
    for (const [, names = '', path = ''] of imports) {
      const module = await import(join(process.cwd(), path));
      for (const name of names.split(',').map((one) => one.trim()))
        expect(module, `${path}: ${name}`).toHaveProperty(name);
    }
  },
);

test('every package that the site imports at run time is installed without the packages for development', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  const runTime = sourceFiles
    .filter((file) => !file.endsWith('.css'))
    .flatMap((file) =>
      importsIn(file, readFileSync(`src/${file}`, 'utf8').replace(/^(import|export) type [^;]*;/gm, '')),
    );
  const packages = runTime
    .filter(({ to }) => /^@?[a-z0-9]/.test(to) && !/^(node|astro|virtual):/.test(to) && !FOLDERS.includes(folderOf(to)))
    .map(({ from, to }) => ({ from, name: to.split('/', to.startsWith('@') ? 2 : 1).join('/') }));
  expect(packages.length).toBeGreaterThan(50);
  const missing = packages.filter(({ name }) => !installed.has(name));
  expect(missing.map(({ from, name }) => `${from}: ${name}`)).toEqual([]);
});

test('only i18n imports the translation libraries', () => {
  expect(sourceImports.filter(({ from, to }) => /^(astro-)?i18next/.test(to) && !from.startsWith('i18n/'))).toEqual([]);
});

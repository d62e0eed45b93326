import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { namesOfAgency, patternOf } from '../support/names-of-agency.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { projectDir } from '../support/test-site.ts';

/** What a checkout needs to run tests, beside its content and its packages. */
const PARTS = [
  'docs',
  '.github',
  '.gitignore',
  '.env.example',
  '.nvmrc',
  '.editorconfig',
  '.vscode',
  'public',
  'src',
  'tests',
];
const FILES = /^[\w.-]+\.(json|jsonc|mjs|cjs|ts|md)$|^Dockerfile$|^LICENSE$/;
/** Half of the time of the rules, which read only code and papers. */
const CODE_ONLY = ['words', 'imports', 'assertions'].map((rule) => `--exclude=tests/rules/${rule}.test.ts`);
const TEXT = /\.(ts|mjs|json|csv|md)$/;

test('no test outside tests/demo names anything of the agency in content/', () => {
  const names = [...new Set(namesOfAgency())];
  expect(names.length).toBeGreaterThan(20);
  const word = patternOf(names);
  const files = readdirSync(join(projectDir, 'tests'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => TEXT.test(file) && !file.startsWith('demo'),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(join(projectDir, 'tests', file), 'utf8').matchAll(word)].map(([name]) => `${file}: ${name}`),
  );
  expect([...new Set(named)]).toEqual([]);
});

// Tests of units cannot read what is in content/ (tests/support/no-agency.ts).
test('with the content of another agency the tests of rules pass', () => {
  const checkout = join(testFolder(), 'checkout');
  mkdirSync(checkout);
  for (const name of [...PARTS, ...readdirSync(projectDir).filter((file) => FILES.test(file))])
    cpSync(join(projectDir, name), join(checkout, name), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(checkout, 'node_modules'));
  copySmallContent(join(checkout, 'content'), {});
  cpSync(join(projectDir, 'content/README.md'), join(checkout, 'content/README.md'));
  change(join(checkout, 'content/settings/site.json'), (site) => ({
    ...site,
    agency: { ...site.agency, name: 'Another Agency', legalName: 'Another Agency bv' },
  }));
  const { status, stdout, stderr } = spawnSync(
    'vitest',
    ['run', '--config', 'tests/vitest.config.ts', '--project', 'rules', '--reporter', 'dot', ...CODE_ONLY],
    { cwd: checkout, encoding: 'utf8', env: { ...process.env, VITEST: undefined } },
  );
  expect(`${stdout}${stderr}`).not.toMatch(/FAIL/);
  expect(stdout).toMatch(/Tests\s+.*passed/);
  expect(status).toBe(0);
}, 180_000);

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installedPackages, isAllowedLicence } from '../supply/licences.ts';
import { testFolder } from '../support/folder.ts';
import { runScript } from '../support/run-command.ts';

describe('a licence', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT OR GPL-3.0-only', true],
    ['Apache-2.0 AND MIT', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['', false],
    ['MIT AND (GPL-3.0-only OR ISC)', true],
    ['mit', false],
    ['__proto__', false],
  ])('%j is allowed: %s', (licence, allowed) => {
    expect(isAllowedLicence(licence)).toBe(allowed);
  });
});

/** A project with these packages installed, and one for another system that is only in its lock file. */
function project(licences: Record<string, object>): string {
  const folder = testFolder();
  const packages: Record<string, object> = {
    '': { name: 'own' },
    'node_modules/of-another-system': { optional: true },
  };
  for (const [name, facts] of Object.entries(licences)) {
    packages[`node_modules/${name}`] = {};
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', ...facts }),
    );
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

test('packages under other licences, or none, are named and fail the command', async () => {
  const folder = project({
    good: { license: 'MIT' },
    old: { licenses: [{ type: 'BSD-3-Clause' }, 'MIT'] },
    copyleft: { license: 'GPL-3.0-only' },
    silent: {},
    undeclared: {},
  });
  const [text, grant] = ['MIT License\n\nCopyright', 'Permission is hereby granted, free of charge, to any person'];
  writeFileSync(join(folder, 'node_modules/undeclared/LICENSE'), `${text}\n\n${grant}`);
  writeFileSync(join(folder, 'node_modules/silent/LICENSE'), text);
  const { code, out, errors } = await runScript('tests/supply/list-licences.ts', ['--folder', folder]);
  expect(code).toBe(1);
  expect(errors).toMatch(/copyleft 1\.0\.0: GPL-3\.0-only is not allowed/);
  expect(errors).toMatch(/silent 1\.0\.0: no licence is not allowed/);
  expect(errors).not.toMatch(/good|old|undeclared/);
  expect(out).toContain('MIT (2)\n  good 1.0.0, undeclared 1.0.0');
  expect(out + errors).not.toContain('of-another-system');
});

test('a package with a broken description is named', () => {
  const folder = project({ good: { license: 'MIT' } });
  writeFileSync(join(folder, 'node_modules/good/package.json'), '{');
  expect(() => installedPackages(folder)).toThrow(/node_modules\/good\/package\.json cannot be read/);
});

test('every installed package has an allowed licence', async () => {
  const { code, out } = await runScript('tests/supply/list-licences.ts', ['--json']);
  const { ok, packages, refused } = JSON.parse(out);
  expect([code, ok, refused]).toEqual([0, true, []]);
  expect(packages.length).toBeGreaterThan(300);
});

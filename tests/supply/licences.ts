import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { errorCode, errorMessage } from '../../src/platform/log/error-facts.ts';

/** Licences, by their SPDX names, under which a site may be run and changed without publishing its own source. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  // These require the source of the package itself where it is changed, not of the program that uses it.
  'LGPL-3.0-or-later',
  'MPL-2.0',
]);

/**
 * Whether the allowed licences satisfy an SPDX expression; text that is not such an expression is not allowed.
 * @example isAllowedLicence('(MIT OR GPL-3.0-only)') // true
 * @example isAllowedLicence('MIT AND GPL-3.0-only') // false
 */
export function isAllowedLicence(expression: string): boolean {
  try {
    return satisfies(expression, [...ALLOWED_LICENCES]);
  } catch {
    return false;
  }
}

/** A package in node_modules. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** As declared by the package, or the MIT licence that it contains; null when it declares none. */
  licence: string | null;
  /** Only needed for tests and builds, not at run time. */
  dev: boolean;
}

/**
 * The packages that are both in the lock file and on this machine; packages for other systems are in the lock file
 * only.
 */
export function installedPackages(projectDir: string): InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const found = Object.entries(packages).flatMap(([path, { dev, devOptional }]) => {
    const facts = path === '' ? null : factsIn(join(projectDir, path, 'package.json'));
    return facts
      ? [
          {
            name: facts.name,
            version: facts.version,
            licence: licenceOf(facts) ?? licenceInFile(join(projectDir, path)),
            dev: Boolean(dev ?? devOptional),
          },
        ]
      : [];
  });
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

interface Facts {
  name: string;
  version: string;
  license?: string | { type?: string };
  licenses?: (string | { type?: string })[];
}

function factsIn(file: string): Facts | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Facts;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${errorMessage(error)}`);
  }
}

/** Older packages list objects; with several of them the user may choose. */
function licenceOf({ license, licenses }: Facts): string | null {
  const named = [license ?? licenses ?? []].flat().map((one) => (typeof one === 'string' ? one : (one.type ?? '')));
  return named.filter(Boolean).join(' OR ') || null;
}

const MIT = /^\s*(?:The )?MIT License\b[\s\S]*Permission is hereby granted, free of charge/i;

/** The licence whose whole text a package contains without declaring it; null for any other than the MIT licence. */
function licenceInFile(folder: string): string | null {
  const file = join(folder, 'LICENSE');
  return existsSync(file) && MIT.test(readFileSync(file, 'utf8')) ? 'MIT' : null;
}

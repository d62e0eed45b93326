import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { NO_PAST, type Past } from '../homes/past.ts';

/** Files and folders of the project that decide what a build makes. */
const SOURCES = ['src', 'public', 'package-lock.json', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];

/** Folders of the content that a build does not look into: private papers, homes that are gone, and what commands write. */
const LEFT_OUT = new Set(['documents', 'schemas', 'gone']);

/**
 * Ten letters and figures that are equal only for an equal build: content, code, dependencies and public address.
 * Media count by path, size and time alone, so that a hundred thousand photographs need not be read.
 */
export function stampOf({
  contentDir,
  projectDir,
  siteUrl,
  past = NO_PAST,
}: {
  contentDir: string;
  projectDir: string;
  siteUrl: string;
  /** What the table of homes tells a build. */
  past?: Past;
}): string {
  const hash = createHash('sha256').update(siteUrl).update(JSON.stringify(past));
  const walk = (root: string, path: string) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    const { size, mtimeMs } = statSync(full);
    if (!statSync(full).isDirectory()) {
      hash.update(`\n${path}\n`).update(path.startsWith('media/') ? `${size} ${mtimeMs}` : readFileSync(full));
      return;
    }
    for (const name of readdirSync(full).sort()) {
      if (!name.startsWith('.') && !(root === contentDir && path === '' && LEFT_OUT.has(name)))
        walk(root, path ? `${path}/${name}` : name);
    }
  };
  walk(contentDir, '');
  for (const source of SOURCES) walk(projectDir, source);
  return BigInt(`0x${hash.digest('hex').slice(0, 16)}`)
    .toString(36)
    .padStart(13, '0')
    .slice(0, 10);
}

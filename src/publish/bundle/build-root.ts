import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What Astro reads of the project. */
const PARTS = ['src', 'public', 'astro.config.mjs', 'astro-i18next.config.cjs', 'package.json', 'tsconfig.json'];

/**
 * The folder in which Astro builds: a copy of the code in DATA_DIR. Astro writes into the folder of the project, which
 * the user of a service must not be able to change. The copy is renewed when the code has changed.
 */
export function buildRootOf({
  projectDir,
  dataDir,
  codeHash,
}: {
  projectDir: string;
  dataDir: string;
  codeHash: string;
}): string {
  const root = resolve(dataDir, 'build-root');
  const mark = join(root, 'made-of');
  const madeOf = `${codeHash} ${projectDir}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === madeOf) return root;
  // A copy that was cut off has no mark.
  const fresh = `${root}-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const part of PARTS)
    if (existsSync(join(projectDir, part))) cpSync(join(projectDir, part), join(fresh, part), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(fresh, 'node_modules'), 'junction');
  writeFileSync(join(fresh, 'made-of'), madeOf);
  rmSync(root, { recursive: true, force: true });
  renameSync(fresh, root);
  return root;
}

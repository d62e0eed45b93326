import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { bundleDirOf } from '../../src/publish/bundle/code-hash.ts';
import { openVersionFiles, readManifest } from '../../src/publish/version-files.ts';

/** A folder with all files of a version under the names of their URLs, for tests that read what a browser can get. */
export function writtenOut(versionDir: string): string {
  const folder = `${versionDir}.files`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  cpSync(join(bundleDirOf(resolve(versionDir, '../..'), readManifest(versionDir)!.bundle), 'client'), unfinished, {
    recursive: true,
  });
  const files = openVersionFiles(versionDir);
  for (const path of files.paths()) {
    const file = join(unfinished, path.endsWith('/') ? `${path}index.html` : path);
    mkdirSync(dirname(file), { recursive: true });
    for (const ending of ['', '.br'])
      if (existsSync(files.fileAt(path) + ending)) symlinkSync(files.fileAt(path) + ending, file + ending);
  }
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** A copy of a version in a data folder of its own, which shares pages and bundle; returns the folder of the copy. */
export function copiedVersion(versionDir: string, dataDir: string): string {
  const copy = join(dataDir, 'versions/copy');
  cpSync(versionDir, copy, { recursive: true });
  for (const part of ['bundles', 'pages']) symlinkSync(resolve(versionDir, '../..', part), join(dataDir, part));
  return copy;
}

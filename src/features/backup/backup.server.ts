import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { scratchFolder } from '../../platform/files/write.server.ts';
import { type BackupFacts, dumpTables } from './tables.server.ts';

/** Parts of the content folder that are left out, because a command can write them again. */
const LEFT_OUT = new Set(['schemas']);

/**
 * Writes a backup while the site is running: every table as at one moment, the key, mails that are files, and the
 * content with its media and private documents. The file appears under its name only when it is complete.
 */
export async function writeBackup(
  settings: Pick<Environment, 'dataDir' | 'contentDir' | 'databaseUrl'>,
  target: string,
  { content = true, onStep = () => {} }: { content?: boolean; onStep?: (done: number, all: number) => void } = {},
): Promise<BackupFacts & { bytes: number; files: number }> {
  const { dataDir, contentDir, databaseUrl } = settings;
  const file = join(dataDir, 'dorpel.sqlite');
  if (!databaseUrl && !existsSync(file))
    throw new Error(`There is nothing to back up: ${file} does not exist. Is DATA_DIR right?`);
  await mkdir(dirname(resolve(target)), { recursive: true });
  const scratch = await scratchFolder(dataDir, 'backup');
  await removeLeftPartials(target);
  const partial = `${target}.partial`;
  try {
    const dumped = await dumpTables({ file, url: databaseUrl }, scratch);
    const facts: BackupFacts = { format: 1, madeAt: new Date().toISOString(), content, ...dumped };
    const others = [
      ...(existsSync(join(dataDir, 'secret')) ? [{ name: 'secret', path: join(dataDir, 'secret') }] : []),
      ...(await filesBelow(join(dataDir, 'mail'), 'mail')),
      ...(content
        ? (await filesBelow(contentDir, 'content')).filter(({ name }) => !LEFT_OUT.has(name.split('/')[1] ?? ''))
        : []),
    ].filter(({ path }) => path !== resolve(target) && path !== resolve(partial));
    const files = [
      ...facts.tables.map(({ name }) => ({ name: `tables/${name}.jsonl`, path: join(scratch, `${name}.jsonl`) })),
      ...others,
    ];
    const archive = pack();
    const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(partial, { mode: 0o600 }));
    // Awaited at the end. Until then a full disk must not end the process as an unhandled rejection.
    written.catch(() => {});
    archive.entry({ name: 'backup.json', mode: 0o600 }, JSON.stringify(facts, null, 2));
    for (const [at, { name, path }] of files.entries()) {
      await addFile(archive, name, path);
      onStep(at + 1, files.length);
    }
    archive.finalize();
    await written;
    await rename(partial, target);
    return { ...facts, bytes: (await stat(target)).size, files: others.length };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rm(partial, { force: true });
  }
}

/** Adds a file as it is now; a file that was removed after the folder was read is left out. */
async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const facts = await stat(path).catch(() => null);
  if (!facts) return;
  const entry = archive.entry({ name, size: facts.size, mtime: facts.mtime, mode: 0o600 });
  if (facts.size === 0) {
    entry.end(Buffer.alloc(0));
    return;
  }
  // A file that grows while it is read is copied up to its size at the start.
  await pipeline(createReadStream(path, { end: facts.size - 1 }), entry);
}

const DAY_MS = 86_400_000;

/** Removes what killed backups left beside the target: archives that never got their name. */
async function removeLeftPartials(target: string): Promise<void> {
  const folder = dirname(resolve(target));
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.tar.gz.partial') || `${resolve(target)}.partial` === path) continue;
    const facts = await stat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > DAY_MS) await rm(path, { force: true });
  }
}

/** The files below a folder, those behind links included: media may be on another disk. */
async function filesBelow(
  folder: string,
  under: string,
  above: readonly string[] = [],
): Promise<{ name: string; path: string }[]> {
  if (!existsSync(folder)) return [];
  const real = await realpath(folder);
  // A link to a folder around it would go round.
  if (above.includes(real)) return [];
  const entries = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const files: { name: string; path: string }[] = [];
  for (const entry of entries) {
    const path = resolve(folder, entry);
    const facts = await stat(path).catch(() => null);
    if (!facts) throw new Error(`${path} leads to a file that is not there: remove the link, or bring the file back.`);
    if (facts.isFile()) files.push({ path, name: `${under}/${entry}` });
    else if (facts.isDirectory()) files.push(...(await filesBelow(path, `${under}/${entry}`, [...above, real])));
  }
  return files;
}

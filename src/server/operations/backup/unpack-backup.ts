import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type BackupFacts, backupFacts } from './backup-manifest.ts';

/** Unpacks a backup into an empty folder and verifies that it is complete; throws one plain sentence when it is not. */
export async function unpackBackup(source: string, folder: string): Promise<BackupFacts> {
  const archive = extract();
  const unpacked = (async () => {
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (type !== 'file' || !isOurs(name)) throw new Error(`it holds "${name}", which no backup of this program does`);
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
    }
  })();
  try {
    await Promise.all([pipeline(createReadStream(source), createGunzip(), archive), unpacked]);
    const facts = backupFacts.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')));
    for (const { name, sha256 } of facts.tables) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, 'tables', `${name}.jsonl`)), hash);
      if (hash.digest('hex') !== sha256) throw new Error(`its table ${name} is damaged`);
    }
    return facts;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && message.includes(source)) throw new Error(`There is no file ${source}.`);
    throw new Error(
      `${source} cannot be restored, nothing was changed: ` +
        `${error instanceof SyntaxError ? 'it is not whole' : message}`,
    );
  }
}

/** Whether the name is one that a backup contains; names that lead out of the folder are not. */
function isOurs(name: string): boolean {
  return (
    /^(backup\.json|secret|tables\/\w+\.jsonl|(mail|content)\/[^\0]+)$/.test(name) &&
    !name.includes('\\') &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

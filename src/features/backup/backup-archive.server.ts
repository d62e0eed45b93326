import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod';
import { errorCode, errorMessage } from '../../platform/log/error-facts.ts';

/** One table of a backup: its name, its number of rows, and the sha-256 of its lines. */
const tableFacts = z.object({ name: z.string().regex(/^[a-z_0-9]+$/i), rows: z.number().int(), sha256: z.string() });

/** The manifest of a backup, first in the archive. */
const backupFacts = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of migrations that had been applied. */
  schema: z.number().int(),
  /** In the order in which they can be filled: referenced tables come first. */
  tables: z.array(tableFacts),
  content: z.boolean(),
});
export type BackupFacts = z.infer<typeof backupFacts>;

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
    const [code, message] = [errorCode(error), errorMessage(error)];
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

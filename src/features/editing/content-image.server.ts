import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { openPictureFiles } from './picture-files.server.ts';

/** Folder below content/media/ of the pictures of pages, texts and people. */
const FOLDER = 'site';

/**
 * Opens the storing of pictures of pages, texts and people: with the same checks as photographs of properties. The
 * result is a path below content/media/; null for what is no usable picture.
 */
export function openContentImages({ contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>) {
  const files = openPictureFiles({ contentDir, dataDir });
  return async (bytes: Uint8Array, name: string): Promise<string | null> => {
    const folder = join(dataDir, 'uploads');
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    try {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const stored = await files.store({ path, hash, name: `${name}.jpg`, isTooLarge: false } as never, FOLDER, false);
      return stored.ok ? stored.path : null;
    } finally {
      await rm(path, { force: true });
    }
  };
}

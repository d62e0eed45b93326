import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file, with the folders above it, so that a reader or a power cut sees the old content or the new content and
 * nothing in between.
 */
export async function writeAtomically(file: string, data: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, data);
}

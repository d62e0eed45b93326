import { createHash } from 'node:crypto';
import { NO_PAST, type Past } from '../features/property/build-history.server.ts';
import type { FileCache } from '../platform/files/file-cache.server.ts';
import { addCode, addFolder, tenSigns } from './bundle/code-hash.ts';

/**
 * Folders of the content that are not inputs of a build: private documents, removed properties, and what commands
 * write.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['documents', 'schemas', 'gone']);

/** The inputs of a build. */
interface Inputs {
  contentDir: string;
  projectDir: string;
  siteUrl: string;
  /** The data of the properties table that a build uses. */
  past?: Past;
  cache?: FileCache | undefined;
}

/**
 * Ten characters that are equal only for equal builds: content, code, dependencies and public URL. Media count by path,
 * size and modification time alone, so that a hundred thousand photographs need not be read.
 */
export function inputsHashOf({ contentDir, projectDir, siteUrl, past = NO_PAST, cache }: Inputs): string {
  // News are left out: recording a version must not make another version of the same content. The nightly job builds
  // the same content again, without the news that are too old by then.
  const files = () => {
    const hash = createHash('sha256');
    addFolder(hash, contentDir, '', { isLeftOut: (path) => LEFT_OUT.has(path), cache });
    addCode(hash, projectDir, cache);
    return hash.digest('hex');
  };
  const hash = createHash('sha256').update(siteUrl).update(JSON.stringify(past.expired));
  return tenSigns(hash.update(cache ? cache.once('files', files) : files()));
}

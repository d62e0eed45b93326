import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../content/history/packed-text.server.ts';
import { hashNow } from '../content/history/record-folder.server.ts';
import { type FileCache, NO_CACHE } from '../platform/files/file-cache.server.ts';
import { readPacked } from '../platform/files/packed-file.server.ts';
import { LEFT_OUT } from './input-hash.ts';

/** The content of which a version is made: a short hash of each file, and one of each folder of media. */
export interface ContentFiles {
  files: Readonly<Record<string, string>>;
  media: Readonly<Record<string, string>>;
}

const [NAME, MEDIA] = ['content-files.json', 'media'];
/** The files of a content folder as they are now; media count by name, size and time, as they do for a version. */
export function contentFilesOf(contentDir: string, cache: FileCache = NO_CACHE): ContentFiles {
  const [files, media]: Record<string, string>[] = [{}, {}];
  const folder = (path: string): void => {
    const entries = readdirSync(join(contentDir, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    const isMedia = path === MEDIA || path.startsWith(`${MEDIA}/`);
    const facts: string[] = [];
    for (const entry of entries) {
      const inner = path ? `${path}/${entry.name}` : entry.name;
      if (entry.name.startsWith('.') || LEFT_OUT.has(inner)) continue;
      if (entry.isDirectory()) folder(inner);
      else if (isMedia) facts.push(stateOf(join(contentDir, inner), entry.name));
      else files![inner] = shortHash(hashNow(join(contentDir, inner), cache));
    }
    if (facts.length > 0) media![path] = shortHash(createHash('sha256').update(facts.join('\n')).digest('hex'));
  };
  folder('');
  return { files: files!, media: media! };
}

function stateOf(full: string, name: string): string {
  const facts = statSync(full, { throwIfNoEntry: false });
  return facts ? `${name} ${facts.size} ${facts.mtimeMs}` : '';
}

/** Writes of which content a version is made into its folder. */
export const writeContentFiles = (versionDir: string, files: ContentFiles): void =>
  writeFileSync(join(versionDir, NAME), JSON.stringify(files));

/** Of which content a version is made; null for one of an earlier program. */
export function readContentFiles(versionDir: string): ContentFiles | null {
  try {
    return JSON.parse(readPacked(join(versionDir, NAME)).toString()) as ContentFiles;
  } catch {
    return null;
  }
}

/** A file, or a folder of media, that differs between two states of the content. */
export interface ChangedFile {
  file: string;
  kind: 'added' | 'changed' | 'removed' | 'media';
  /** Short hash of the text before; empty for a new file. */
  before: string;
  /** Short hash of the text now; empty for a file that is gone. */
  now: string;
}

/** What differs between two states of the content. */
export function changedFiles(before: ContentFiles, now: ContentFiles): ChangedFile[] {
  const differing = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();
  const files = differing(before.files, now.files).map((file): ChangedFile => {
    const [old = '', fresh = ''] = [before.files[file], now.files[file]];
    return { file, kind: old === '' ? 'added' : fresh === '' ? 'removed' : 'changed', before: old, now: fresh };
  });
  const media = differing(before.media, now.media).map(
    (file): ChangedFile => ({ file, kind: 'media', before: before.media[file] ?? '', now: now.media[file] ?? '' }),
  );
  return [...files, ...media];
}

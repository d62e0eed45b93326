import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../content/history/content-history.server.ts';
import { hashNow } from '../content/history/content-writer.server.ts';
import type { Site } from '../content/site/site.ts';
import { NO_PAST, type Past } from '../features/property/history.server.ts';
import { type FileCache, NO_CACHE } from '../platform/files/file-cache.server.ts';
import { readPacked } from '../platform/files/packed-files.server.ts';
import { addCode, tenSigns } from './bundle/code-hash.ts';

/** The content of which a version is made: a short hash of each file, and one of each folder of media. */
export interface ContentFiles {
  files: Readonly<Record<string, string>>;
  media: Readonly<Record<string, string>>;
}

const [NAME, MEDIA] = ['content-files.json', 'media'];
/** The files of a content folder as they are now; media count by name, size and time, as they do for a version. */
export const contentFilesOf = (contentDir: string, cache: FileCache = NO_CACHE): ContentFiles =>
  cache.once(`content files of ${contentDir}`, () => filesAndMedia(contentDir, cache));

function filesAndMedia(contentDir: string, cache: FileCache): ContentFiles {
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
  const facts = [siteUrl, past.expired, contentFilesOf(contentDir, cache)];
  const hash = createHash('sha256').update(JSON.stringify(facts));
  addCode(hash, projectDir, cache);
  return tenSigns(hash);
}

/** The pages of a version that were made, by what they show. */
export interface ChangedPages {
  /** Pages of properties, and the number of properties that they are about. */
  propertyPages: number;
  properties: number;
  /** Lists of properties: whole ones, those of a town and those of a type. */
  lists: number;
  others: number;
}

/** Counts paths of pages by what they show. */
export function changedPages(paths: readonly string[], site: Pick<Site, 'paths'>): ChangedPages {
  const properties = new Set<string>();
  const counts = { propertyPages: 0, lists: 0, others: 0 };
  for (const path of paths) {
    const row = site.paths.rowAt(path);
    const isList = row?.name === 'for-sale' || row?.name === 'for-rent';
    if (isList && row.rest.length === 3) {
      counts.propertyPages += 1;
      properties.add(row.rest[2] ?? '');
    } else if (isList && row.rest.length <= 1) counts.lists += 1;
    else counts.others += 1;
  }
  return { ...counts, properties: properties.size };
}

const number = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/**
 * The same in words.
 * @example changeInWords({ propertyPages: 2, properties: 1, lists: 4, others: 0 }) // '2 pages of 1 property, 4 lists'
 */
export function changeInWords({ propertyPages, properties, lists, others }: ChangedPages): string {
  const parts = [
    propertyPages > 0 && `${number(propertyPages, 'page', 'pages')} of ${number(properties, 'property', 'properties')}`,
    lists > 0 && number(lists, 'list', 'lists'),
    others > 0 && number(others, 'other page', 'other pages'),
  ];
  return parts.filter(Boolean).join(', ') || 'no page';
}

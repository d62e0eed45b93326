import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FileCache, filesBelow, NO_CACHE } from '../../platform/files/file-cache.server.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Content, thingsOf, walk } from '../content.ts';
import { missingFile } from '../files/check-references.server.ts';
import { CONTENT_SCHEMAS, contentSchemaOf } from '../files/content-schemas.server.ts';
import { type ContentProblem, foundWith } from '../files/problems.ts';

const IN_TEXT = /\/media\/([^\s"'()<>?#]+)/g;

/** The paths below content/media/ and content/documents/ that the content uses, each with the files that use it. */
export function filesUsed(content: Content): { media: Set<string>; documents: Set<string> } {
  const [media, documents] = [new Set<string>(), new Set<string>()];
  for (const [, thing] of thingsOf(content)) {
    const used = remembered(memory, recordOf(thing), [], () => usedBy(thing));
    for (const path of used.media) media.add(path);
    for (const path of used.documents) documents.add(path);
  }
  return { media, documents };
}

const memory: Memory<{ media: string[]; documents: string[] }> = new WeakMap();

function usedBy(thing: unknown): { media: string[]; documents: string[] } {
  const [media, documents]: [string[], string[]] = [[], []];
  walk(thing, (value, path) => {
    if (typeof value !== 'string') return undefined;
    const key = path.at(-1);
    if (key === 'src' || key === 'Url' || key === 'file') media.push(value);
    else if (key === 'File') documents.push(value);
    else if (value.includes('/media/'))
      media.push(...[...value.matchAll(IN_TEXT)].map(([, file = '']) => decoded(file)));
    return undefined;
  });
  return { media, documents };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Folders whose files are checked elsewhere or written by commands. */
const OTHER = /^(schemas|gone)\//;

/**
 * Reports files that nothing refers to: unused pictures and documents, and files in places where nothing reads them.
 */
export function checkFiles(content: Content, contentDir: string, cache: FileCache = NO_CACHE): ContentProblem[] {
  const report = foundWith(content.settings.checks.orphans, 'orphan');
  const { media, documents } = filesUsed(content);
  const files = filesBelow(contentDir, cache).filter((file) => !/(^|\/)\.[^/]*$/.test(file));
  const unused = (folder: string, used: ReadonlySet<string>) =>
    files.flatMap((file) =>
      !file.startsWith(`${folder}/`) || used.has(file.slice(folder.length + 1))
        ? []
        : report({ file, field: '', found: '', allowed: 'nothing refers to this file' }),
    );
  const folders = [...CONTENT_SCHEMAS.map(({ where }) => where), 'media/', 'documents/'];
  const strange = files
    .filter((file) => !/^(media|documents)\//.test(file) && !OTHER.test(file) && file !== 'README.md')
    .filter((file) => contentSchemaOf(file) === null || !file.endsWith('.json'))
    .flatMap((file) => {
      const folder = file.includes('/') ? `${file.slice(0, file.lastIndexOf('/'))}/` : file;
      return report({
        file,
        field: '',
        found: '',
        allowed: file.endsWith('.json')
          ? 'nothing reads a file at this place; move it or remove it'
          : 'only files whose name ends with ".json" are read here; rename it, move it or remove it',
        meant: nearest(folder, folders),
      });
    });
  return [
    ...unused('media', media),
    ...unused('documents', documents),
    ...strange,
    ...(existsSync(join(contentDir, 'documents')) ? missingDocuments(content, contentDir, new Set(files)) : []),
  ];
}

function missingDocuments({ properties }: Content, contentDir: string, files: ReadonlySet<string>): ContentProblem[] {
  return properties.flatMap(({ ID, Documents }) =>
    Documents.flatMap(({ File }, at) =>
      files.has(`documents/${File}`) || existsSync(join(contentDir, 'documents', File))
        ? []
        : foundWith(
            'warn',
            'reference',
          )({
            file: `properties/${ID}.json`,
            field: `Documents[${at}].File`,
            found: JSON.stringify(File),
            ...missingFile('documents', File, contentDir),
          }),
    ),
  );
}

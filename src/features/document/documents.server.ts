import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Site } from '../../content/site/site.ts';
import { localized } from '../../i18n/localized.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { slugOf } from '../../platform/text/slug.ts';

/** A document ready to be sent: its bytes, its size and the name to save it under. */
export interface OpenedDocument {
  /** Its path below content/documents/, by which openings are counted. */
  file: string;
  stream: Readable;
  size: number;
  name: string;
  type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** The documents of a property as a visitor may know them: position in the list and title. */
export function documentsOf(
  site: Site,
  propertyId: number,
  language: string,
): { n: number; title: string; isPublic: boolean }[] {
  return contentDocumentsOf(site, propertyId).map((document, n) => ({
    n,
    title: localized(document.Title, language) || Object.values(document.Title)[0] || document.Kind,
    isPublic: document.Public === true,
  }));
}

const contentDocumentsOf = (site: Site, propertyId: number) =>
  Object.hasOwn(site.documents, String(propertyId)) ? (site.documents[String(propertyId)] ?? []) : [];

/**
 * Opens a document by its position in the list of its property; null when there is none, or its file is not below
 * content/documents/.
 */
export async function openDocument(
  site: Site,
  contentDir: string,
  propertyId: number,
  n: number,
  language: string,
): Promise<OpenedDocument | null> {
  const document = contentDocumentsOf(site, propertyId)[n];
  if (!document) return null;
  const folder = join(contentDir, 'documents');
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, document.File))]);
    const facts = await stat(file);
    if (!file.startsWith(root + sep) || !facts.isFile()) return null;
    const extension = extname(file).toLowerCase();
    const title = localized(document.Title, language) || Object.values(document.Title)[0] || document.Kind;
    return {
      file: document.File,
      stream: createReadStream(file),
      size: facts.size,
      name: `${propertyId}-${slugOf(title) || document.Kind}${extension}`,
      type: TYPES[extension] ?? 'application/octet-stream',
    };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return null;
    throw error;
  }
}

import { LRUCache } from 'lru-cache';
import type { UploadedFile } from '../../../platform/http/upload-body.server.ts';
import type { UploadProblem } from '../../../platform/media/upload-problem.ts';
import { byName } from '../../../platform/text/by-name.ts';
import { type PictureField, picturesOf } from '../../property/media-fields.ts';
import { addPictures, hasPicture } from '../../property/photo-list.ts';
import { type CropChoice, openPictureFiles, type StoredFile } from '../picture-files.server.ts';
import {
  type MediaChangeParts,
  type MediaEditor,
  type MediaRefusal,
  type MediaTarget,
  openMediaChanges,
} from './media-changes.server.ts';

/** What became of a file: `isKnown` says that it was there already. */
export type Uploaded = { name: string } & (
  | { ok: true; path: string; isKnown: boolean }
  | { ok: false; problem: UploadProblem }
);

const KEYS = 5000;

/** Photographs, floor plans, films and documents of properties and projects. */
export function openPropertyMedia({ dataDir, ...parts }: MediaChangeParts & { dataDir: string }) {
  const changes = openMediaChanges(parts);
  const { read, refusal, change, changePictures } = changes;
  const files = openPictureFiles({ contentDir: parts.writer.contentDir, dataDir });
  // What an upload became whose response got lost.
  const known = new LRUCache<string, string>({ max: KEYS });
  const folderOf = ({ kind, name }: MediaTarget) => `${kind}/${name.toLowerCase()}`;

  /** Stores each file, in the order of their names; a file that is refused stops no other one. */
  async function storeAll(
    sent: readonly UploadedFile[],
    keyOf: (file: UploadedFile) => string,
    store: (file: UploadedFile) => Promise<StoredFile>,
  ): Promise<Uploaded[]> {
    const results: Uploaded[] = [];
    for (const file of inOrder(sent)) {
      const path = known.get(keyOf(file));
      if (path) {
        results.push({ name: file.name, ok: true, path, isKnown: true });
        continue;
      }
      const stored = await store(file);
      results.push({ name: file.name, ...(stored.ok ? { ...stored, isKnown: false } : stored) });
    }
    return results;
  }

  return {
    ...changes,
    /** The whole picture of a crop. */
    whole: files.whole,
    /**
     * Adds photographs or floor plans. `key` names one upload: sent again with the same bytes, it stays one picture.
     * `before` are the pictures that come after them by name.
     */
    async addPictures(
      target: MediaTarget,
      editor: MediaEditor,
      field: PictureField,
      { sent, key = '', before = [] }: { sent: readonly UploadedFile[]; key?: string; before?: readonly string[] },
    ): Promise<MediaRefusal | Uploaded[]> {
      const refused = refusal(target, editor, field, read(target));
      if (refused) return refused;
      const keyOf = ({ hash }: UploadedFile) => `${folderOf(target)} ${field} ${key} ${hash}`;
      const results = await storeAll(sent, keyOf, (file) =>
        files.store(file, folderOf(target), field === 'FloorPlans'),
      );
      const paths = results.flatMap((one) => (one.ok && !one.isKnown ? [one.path] : []));
      const there = new Set<string>();
      const late = await changePictures(target, editor, { field, why: 'uploaded' }, (list) => {
        for (const path of paths) if (hasPicture(list, path)) there.add(path);
        return addPictures(list, paths, before);
      });
      if (late) return late;
      if (key)
        for (const [at, file] of inOrder(sent).entries()) {
          const result = results[at];
          if (result?.ok) known.set(keyOf(file), result.path);
        }
      return results.map((one) => (one.ok && there.has(one.path) ? { ...one, isKnown: true } : one));
    },
    /** Shows another part of a picture, which keeps its place and its alternative texts. */
    async crop(
      target: MediaTarget,
      editor: MediaEditor,
      field: PictureField,
      { url, choice }: { url: string; choice: CropChoice | null },
    ): Promise<MediaRefusal | UploadProblem | null> {
      const data = read(target);
      const refused = refusal(target, editor, field, data);
      if (refused || !data) return refused ?? 'missing';
      if (!picturesOf(data, field).some(({ Url }) => Url === url)) return 'missing';
      const drawn = await files.crop(url, folderOf(target), choice);
      if (!drawn.ok) return drawn.problem;
      return changePictures(target, editor, { field, why: 'cropped' }, (list) =>
        list.map((one) => (one.Url === url ? { ...one, Url: drawn.path } : one)),
      );
    },
    /** Adds documents; they are never public before somebody says so. */
    async addDocuments(
      target: MediaTarget,
      editor: MediaEditor,
      {
        sent,
        kind,
        titled,
      }: { sent: readonly UploadedFile[]; kind: string; titled: (name: string) => Record<string, string> },
    ): Promise<MediaRefusal | Uploaded[]> {
      const refused = refusal(target, editor, 'Documents', read(target));
      if (refused) return refused;
      const results = await storeAll(
        sent,
        () => '',
        (file) => files.storeDocument(file, target.name),
      );
      const late = await change(target, editor, { field: 'Documents', why: 'uploaded' }, (data) => {
        const list = Array.isArray(data.Documents) ? (data.Documents as { File?: unknown }[]) : [];
        const added = results.flatMap((one) =>
          one.ok && !list.some(({ File }) => File === one.path)
            ? [{ File: one.path, Title: titled(one.name), Kind: kind }]
            : [],
        );
        return added.length > 0 ? { ...data, Documents: [...list, ...added] } : undefined;
      });
      return late ?? results;
    },
  };
}

/** Files in the order of their names. */
const inOrder = (sent: readonly UploadedFile[]) => [...sent].sort((one, other) => byName(one.name, other.name));

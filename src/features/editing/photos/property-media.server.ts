import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../content/site/ctx.server.ts';
import type { Localized } from '../../../i18n/languages.ts';
import { readUpload, type UploadedFile } from '../../../platform/http/body.server.ts';
import { UPLOAD_LIMITS, type UploadProblem } from '../../../platform/media/upload.ts';
import { byName } from '../../../platform/text/by-name.ts';
import { recordOf } from '../../../platform/values/values.ts';
import {
  MEDIA_FIELDS,
  type MediaData,
  type MediaField,
  type PictureField,
  picturesOf,
  sourceOf,
} from '../../property/media-items.ts';
import { addPictures, hasPicture } from '../../property/photo-list.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
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
        const list = listOf<ListedDocument>(data, 'Documents');
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

interface Parts extends Pick<Ctx, 'settings'> {
  pictures: ReturnType<typeof openPropertyMedia>;
}

/** A document of a property as its file has it. */
export interface ListedDocument {
  File: string;
  Title: Localized;
  Kind: string;
  Date?: string;
  Public?: boolean;
}

const listOf = <T>(data: MediaData, field: string): readonly T[] =>
  Array.isArray(data[field]) ? (data[field] as T[]) : [];

// Photographs, floor plans, films and documents in the studio.

/** Reads a form with files. */
export function receive(ctx: Parts, sent: Parameters<typeof readUpload>[0]) {
  return readUpload(sent, join(ctx.settings.dataDir, 'uploads'), UPLOAD_LIMITS);
}

/** What there is of a property or project, as its file has it; a CRM that decides a field has `locked` it. */
export function open(ctx: Parts, target: MediaTarget, person: StaffMember) {
  const data = ctx.pictures.read(target);
  if (!data) return null;
  const fields: readonly MediaField[] = MEDIA_FIELDS[target.kind];
  const state = (field: MediaField) => {
    const refused = ctx.pictures.refusal(target, person, field, data);
    return { mayChange: refused === null, locked: refused === 'locked' ? sourceOf(data, field) : null };
  };
  const pictures = (field: PictureField) => ({ field, list: picturesOf(data, field), ...state(field) });
  const has = (field: MediaField) => fields.includes(field);
  return {
    ...target,
    title: recordOf(data.TypeDescription),
    reference: String(data.RecordFile ?? data.ID ?? target.name),
    photos: pictures('XLargePictureItems'),
    plans: has('FloorPlans') ? pictures('FloorPlans') : null,
    films: has('Videos') ? { list: listOf<string>(data, 'Videos'), ...state('Videos') } : null,
    tour: has('VirtualTour') ? { url: String(data.VirtualTour ?? ''), ...state('VirtualTour') } : null,
    documents: has('Documents') ? { list: listOf<ListedDocument>(data, 'Documents'), ...state('Documents') } : null,
  };
}

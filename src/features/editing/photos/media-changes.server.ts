import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ContentWriter, changeFile, type PlaceOfKey } from '../../../content/changes/change-file.server.ts';
import { CONTENT_KINDS, fileOf } from '../../../content/fields/content-kind.ts';
import { readJson } from '../../../content/files/read-json.server.ts';
import { isKeyOf, isOneOf, isRecord, present, recordOf } from '../../../platform/values/values.ts';
import {
  MEDIA_FIELDS,
  type MediaData,
  type MediaField,
  type MediaKind,
  type PictureField,
  picturesOf,
  sourceOf,
  takenOver,
  withPictures,
} from '../../property/media-items.ts';
import type { ListedPicture } from '../../property/photo-list.ts';
import { type Editor, mayChange } from '../../staff/rights.ts';

/** Somebody who changes photographs. */
export interface MediaEditor extends Editor {
  name: string;
}

/** What photographs belong to. */
export interface MediaTarget {
  kind: MediaKind;
  /** The name of its file. */
  name: string;
}

/** Why nothing was changed: no such thing, no right, or a CRM that decides the field. */
export type MediaRefusal = 'missing' | 'forbidden' | 'locked';

/** A target by the words of a URL or a form; null when there is none. */
export const mediaTarget = (kind: string, name: string): MediaTarget | null =>
  isKeyOf(MEDIA_FIELDS, kind) && fileOf(CONTENT_KINDS[kind], name) ? { kind, name } : null;

/** Whether what a target belongs to has a field at all. */
export const hasField = ({ kind }: MediaTarget, field: string): field is MediaField =>
  isOneOf(MEDIA_FIELDS[kind], field);

const fileNameOf = ({ kind, name }: MediaTarget): string => present(fileOf(CONTENT_KINDS[kind], name), name).file;

/** Why somebody may not change a field of the data of a target; null when they may. */
function refusal(target: MediaTarget, editor: Editor, field: MediaField, data: unknown): MediaRefusal | null {
  if (!isRecord(data) || !hasField(target, field)) return 'missing';
  if (!mayChange(editor, fileNameOf(target), [field], data)) return 'forbidden';
  return sourceOf(data, field) ? 'locked' : null;
}

/** What changes of photographs, films and documents need; `placeOf` is the place of a new field in the file. */
export interface MediaChangeParts {
  writer: ContentWriter;
  placeOf: PlaceOfKey;
}

/** Changes of photographs, floor plans, films and documents, each by the one writer. */
export function openMediaChanges({ writer, placeOf }: MediaChangeParts) {
  function read(target: MediaTarget): MediaData | null {
    const file = join(writer.contentDir, fileNameOf(target));
    if (!existsSync(file)) return null;
    const { data } = readJson(fileNameOf(target), readFileSync(file));
    return isRecord(data) ? data : null;
  }

  /** Changes a field of the present data; what somebody else changed meanwhile stays. */
  async function change(
    target: MediaTarget,
    editor: MediaEditor,
    { field, why, isTakeOver = false }: { field: MediaField; why: string; isTakeOver?: boolean },
    edit: (data: MediaData) => MediaData | undefined,
  ): Promise<MediaRefusal | null> {
    let refused: MediaRefusal | null = null;
    const by = { who: editor.name, source: 'form', why } as const;
    await changeFile(
      writer,
      fileNameOf(target),
      by,
      (data) => {
        refused = refusal(target, editor, field, data);
        if (refused && !(isTakeOver && refused === 'locked')) return undefined;
        refused = null;
        return edit(recordOf(data));
      },
      placeOf,
    );
    return refused;
  }

  const changePictures = (
    target: MediaTarget,
    editor: MediaEditor,
    { field, why }: { field: PictureField; why: string },
    edit: (list: ListedPicture[]) => ListedPicture[],
  ) =>
    change(target, editor, { field, why }, (data) => {
      const before = picturesOf(data, field);
      const after = edit(before);
      return isDeepStrictEqual(before, after) ? undefined : withPictures(data, field, after);
    });

  return {
    read,
    refusal,
    change,
    changePictures,
    /** From now on editors decide a field that an import wrote. */
    takeOver: (target: MediaTarget, editor: MediaEditor, field: MediaField) =>
      change(target, editor, { field, why: 'taken over', isTakeOver: true }, (data) => takenOver(data, field)),
  };
}

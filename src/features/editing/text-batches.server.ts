import type { Author, ContentWriter } from '../../content/changes/change-file.server.ts';
import {
  changeTexts,
  type EditedText,
  type TextEdit,
  textDigest,
  textsOfFile,
} from '../../content/changes/change-texts.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { ContentBatchRow } from '../../platform/database/translation-schema.ts';
import type { Editor } from '../staff/content-rights.ts';

/** Somebody who changes texts. */
export type TextEditor = Editor & { name: string };
/** New texts of a file. */
export interface FileEdits {
  file: string;
  edits: readonly TextEdit[];
}
/** What became of a text of a file. */
export type BatchText = EditedText & { file: string };

/** What a batch needs: the two versions around each of its changes come from the history. */
export interface BatchParts {
  database: Pick<Database, 'db'>;
  writer: ContentWriter;
  /** The text of the version before one, and of that one; undefined = no longer kept. */
  stepOf(
    file: string,
    number: number,
  ): Promise<{ before: string | null | undefined; after: string | null | undefined }>;
}

const whyOf = (id: string) => `batch ${id}`;
const byOf = ({ name }: TextEditor, why: string): Author => ({ who: name, source: 'studio', why });

/** Changes texts of many files as one action, which can be undone as one. */
export async function applyBatch(
  { database, writer }: BatchParts,
  { kind, what, editor }: { kind: ContentBatchRow['kind']; what: object; editor: TextEditor },
  files: readonly FileEdits[],
): Promise<{ id: string | null; texts: BatchText[] }> {
  const [id, at] = [newId(), new Date().toISOString()];
  const row = { id, kind, what: JSON.stringify(what), at, who: editor.name, changes: 0, undone_at: null };
  // Before the first change: a process that ends in the middle leaves a batch that can be undone.
  await database.db.insertInto('content_batches').values(row).execute();
  const texts: BatchText[] = [];
  for (const { file, edits } of files) {
    const done = await changeTexts(writer, { file, by: byOf(editor, whyOf(id)), editor }, edits);
    texts.push(...done.map((one) => ({ ...one, file })));
  }
  const saved = texts.filter(({ outcome }) => outcome === 'saved').length;
  const batches = database.db;
  if (saved === 0) await batches.deleteFrom('content_batches').where('id', '=', id).execute();
  else await batches.updateTable('content_batches').set({ changes: saved }).where('id', '=', id).execute();
  return { id: saved > 0 ? id : null, texts };
}

/** The last replacements, newest first; imports of files for translators exist in older databases. */
export const lastBatches = ({ db }: Pick<Database, 'db'>, most: number) =>
  db
    .selectFrom('content_batches')
    .selectAll()
    .where('kind', '=', 'replace')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** A batch; null when there is none with this ID. */
export const findBatch = async ({ db }: Pick<Database, 'db'>, id: string): Promise<ContentBatchRow | null> =>
  (await db.selectFrom('content_batches').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** Undoes a batch; texts that were changed again since are left and returned. */
export async function undoBatch(parts: BatchParts, batch: ContentBatchRow, editor: TextEditor): Promise<BatchText[]> {
  const { database, writer, stepOf } = parts;
  const versions = await database.db
    .selectFrom('content_versions')
    .select(['file', 'number'])
    .where('at', '>=', batch.at)
    .where('why', '=', whyOf(batch.id))
    .orderBy('file')
    .orderBy('number')
    .execute();
  const texts: BatchText[] = [];
  for (const { file, number } of versions) {
    const by = { ...byOf(editor, `undo of ${whyOf(batch.id)}`), undoes: number };
    const done = await changeTexts(writer, { file, by, editor }, editsBack(file, await stepOf(file, number)));
    texts.push(...done.map((one) => ({ ...one, file })));
  }
  const undone_at = new Date().toISOString();
  await database.db.updateTable('content_batches').set({ undone_at }).where('id', '=', batch.id).execute();
  return texts;
}

/** The edits that make the texts of a version what they were before it. */
function editsBack(
  file: string,
  { before, after }: { before: string | null | undefined; after: string | null | undefined },
): TextEdit[] {
  if (!before || !after) return [];
  const [old, now] = [before, after].map((text) => textsOfFile(file, readJson(file, Buffer.from(text)).data));
  const earlier = new Map(old!.map((one) => [one.id, one.texts] as const));
  return now!.flatMap(({ id, texts }) => {
    const then = earlier.get(id);
    if (!then) return [];
    return [...new Set([...Object.keys(texts), ...Object.keys(then)])].flatMap((language) => {
      const [was, is] = [then[language] ?? '', texts[language] ?? ''];
      return was === is ? [] : [{ id, language, base: textDigest(is), text: was }];
    });
  });
}

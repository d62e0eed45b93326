import type { Language } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';

/** From one language into another. */
export interface Direction {
  source: Language;
  target: Language;
}

/** The texts of whose translations somebody said that they are still right: digests of the source by file and text. */
export type RightTranslations = ReadonlyMap<string, string>;

/** The key of a text of a file. */
export const rightKey = (file: string, id: string): string => `${file} ${id}`;

/** Translations that are still right, in a direction; of one file or of all. */
export async function rightTranslations(
  { db }: Pick<Database, 'db'>,
  { source, target }: Direction,
  file?: string,
): Promise<RightTranslations> {
  const query = db
    .selectFrom('right_translations')
    .select(['file', 'place', 'source_hash'])
    .where('language', '=', target)
    .where('source', '=', source);
  const rows = await (file === undefined ? query : query.where('file', '=', file)).execute();
  return new Map(rows.map((row) => [rightKey(row.file, row.place), row.source_hash]));
}

/** Keeps that a translation is still right for this source; it counts until the source changes again. */
export async function keepRight(
  { db }: Pick<Database, 'db'>,
  { file, id, sourceHash, source, target }: Direction & { file: string; id: string; sourceHash: string },
  at = new Date().toISOString(),
): Promise<void> {
  await db
    .insertInto('right_translations')
    .values({ file, place: id, language: target, source, source_hash: sourceHash, at })
    .onConflict((same) =>
      same.columns(['file', 'place', 'language', 'source']).doUpdateSet({ source_hash: sourceHash, at }),
    )
    .execute();
}

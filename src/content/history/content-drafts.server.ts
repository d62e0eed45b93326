import type { Database } from '../../platform/database/database.server.ts';

/** Whose draft of which file, or of which row of it. */
export interface DraftKey {
  file: string;
  row: number | null;
  staffId: string;
}

/** What somebody wrote and did not save yet. */
export interface ContentDraft {
  /** What the file held when the form was opened. */
  base: unknown;
  data: unknown;
  at: string;
}

const partOf = (row: number | null) => (row === null ? '' : String(row));

/** The draft of a person; null when there is none. */
export async function findDraft(
  { db }: Pick<Database, 'db'>,
  { file, row, staffId }: DraftKey,
): Promise<ContentDraft | null> {
  const found = await db
    .selectFrom('content_drafts')
    .select(['base', 'data', 'at'])
    .where('file', '=', file)
    .where('part', '=', partOf(row))
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return found ? { base: JSON.parse(found.base), data: JSON.parse(found.data), at: found.at } : null;
}

/** Keeps a draft in place of the one before; returns its moment. */
export async function keepContentDraft(
  { db }: Pick<Database, 'db'>,
  { file, row, staffId }: DraftKey,
  { base, data }: Pick<ContentDraft, 'base' | 'data'>,
  at = new Date().toISOString(),
): Promise<string> {
  const values = { base: JSON.stringify(base), data: JSON.stringify(data), at };
  await db
    .insertInto('content_drafts')
    .values({ file, part: partOf(row), staff_id: staffId, ...values })
    .onConflict((same) => same.columns(['file', 'part', 'staff_id']).doUpdateSet(values))
    .execute();
  return at;
}

/** Deletes the draft of a person. */
export async function discardDraft({ db }: Pick<Database, 'db'>, { file, row, staffId }: DraftKey): Promise<void> {
  await db
    .deleteFrom('content_drafts')
    .where('file', '=', file)
    .where('part', '=', partOf(row))
    .where('staff_id', '=', staffId)
    .execute();
}

/** The drafts of a person, newest first. */
export async function draftsOf(
  { db }: Pick<Database, 'db'>,
  staffId: string,
): Promise<{ file: string; part: string; at: string }[]> {
  return db
    .selectFrom('content_drafts')
    .select(['file', 'part', 'at'])
    .where('staff_id', '=', staffId)
    .orderBy('at', 'desc')
    .execute();
}

/** The files of this list that others have a draft of, with the accounts of these. */
export async function othersWithDraft(
  { db }: Pick<Database, 'db'>,
  { file, row, staffId }: DraftKey,
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('content_drafts')
    .innerJoin('staff', 'staff.id', 'content_drafts.staff_id')
    .select('staff.name')
    .where('file', '=', file)
    .where('part', '=', partOf(row))
    .where('staff_id', '!=', staffId)
    .where('at', '>', since)
    .orderBy('staff.name')
    .execute();
  return rows.map(({ name }) => name);
}

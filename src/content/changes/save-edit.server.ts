import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../features/editing/content-row.ts';
import type { Conflict } from '../fields/conflict.ts';
import { type Author, type ContentWriter, changeFile } from './change-file.server.ts';
import { stepsBetween } from './edit-text.server.ts';
import { mergeData } from './merge-data.server.ts';

/** What an editor wants a content file to hold. */
export interface Edit {
  file: string;
  /** The row of a file that is a list; null for a whole file, -1 for a new row. */
  row: number | null;
  /** What it held when the editor opened it; null = nothing. */
  base: unknown;
  /** null = it is taken away. */
  wanted: unknown;
}

/** The result of saving; without `ok` nothing was written. */
export type Saved<Refusal> =
  | { ok: true; changed: boolean }
  | { ok: false; problem: 'conflict'; conflicts: readonly Conflict[]; present: unknown; merged: unknown }
  | { ok: false; problem: 'gone' }
  | { ok: false; problem: 'refused'; refusal: Refusal };

/**
 * Saves an edit: it is merged by field with what the file holds now, judged, and written with the smallest change of
 * the text. Both sides changed one field to different values: nothing is written. `judge` sees the data before and
 * after, and says why it must not be written.
 */
export async function saveEdit<Refusal>(
  writer: ContentWriter,
  { file, row, base, wanted }: Edit,
  by: Author,
  judge: (present: unknown, next: unknown) => Refusal | null,
  order: readonly string[] = [],
): Promise<Saved<Refusal>> {
  let result: Saved<Refusal> = { ok: true, changed: false };
  const changed = await changeFile(
    writer,
    file,
    by,
    (whole) => {
      const at = row === null ? null : rowNow(whole, row, base);
      if (at === undefined) {
        result = { ok: false, problem: 'gone' };
        return undefined;
      }
      const present = at === null ? whole : ((whole as unknown[])[at] ?? null);
      const { data, conflicts } = mergeData(base, wanted, present);
      if (conflicts.length > 0) {
        result = { ok: false, problem: 'conflict', conflicts, present, merged: data };
        return undefined;
      }
      if (isDeepStrictEqual(data, present)) return undefined;
      const refusal = judge(present, data);
      if (refusal !== null) {
        result = { ok: false, problem: 'refused', refusal };
        return undefined;
      }
      if (at === null) return whole === null ? inOrder(data, order) : data;
      const rows = [...(whole as unknown[])];
      rows.splice(at, 1, ...(data === null ? [] : [data]));
      return rows;
    },
    (keys, key) => placeIn(order, keys, key),
  );
  return result.ok ? { ok: true, changed } : result;
}

/** What differs between two values, each with its value before and after. */
export const changesBetween = (before: unknown, after: unknown): Change[] =>
  stepsBetween(before, after).map(({ path, value }) => ({
    place: path,
    before: path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], before),
    after: value,
  }));

/** Where a row is now; undefined when it is gone. Rows may have been added or taken away before it. */
function rowNow(whole: unknown, row: number, base: unknown): number | undefined {
  const rows = Array.isArray(whole) ? whole : [];
  if (row === -1) return rows.length;
  if (isDeepStrictEqual(rows[row], base)) return row;
  const moved = rows.findIndex((one) => isDeepStrictEqual(one, base));
  return moved >= 0 ? moved : row < rows.length ? row : undefined;
}

/** The place of a new field: behind the last one that comes before it in the schema. */
function placeIn(order: readonly string[], keys: readonly string[], key: string): number {
  const own = order.indexOf(key);
  if (own < 0) return keys.length;
  return (
    keys.findLastIndex((other) => order.includes(other) && order.indexOf(other) < own) + 1 ||
    Number(keys[0] === '$schema')
  );
}

function inOrder(data: unknown, order: readonly string[]): unknown {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data;
  const rank = (key: string) => (key === '$schema' ? -1 : order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(data).sort(([one], [other]) => rank(one) - rank(other)));
}

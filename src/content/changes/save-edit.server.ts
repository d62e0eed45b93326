import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../features/editing/content-item.ts';
import { isRecord, listOf } from '../../platform/values/values.ts';
import { type Conflict, type Step, valueAt } from '../fields/pointer.ts';
import { type Author, type ContentWriter, changeFile, stepsBetween } from './change-file.server.ts';

type Json = unknown;
type Members = Record<string, Json>;
type ThreeLists = Record<'base' | 'wanted' | 'present', readonly Members[]>;

/** Data with the changes of both sides; a field in conflict has the present value. */
export interface Merged {
  data: Json;
  conflicts: Conflict[];
}

/** Fields by which the items of a list are the same item, the first one that all items have. */
const KEYS = ['id', 'ID', 'Url', 'url', 'File', 'file', 'key', 'name'];

/**
 * Merges two changes of one file by field: `wanted` was made from `base`, while the file has become `present`. Lists
 * whose items have a key are merged by item; other lists are one value.
 */
export function mergeData(base: Json, wanted: Json, present: Json, path: readonly Step[] = []): Merged {
  if (isDeepStrictEqual(wanted, present) || isDeepStrictEqual(wanted, base)) return { data: present, conflicts: [] };
  if (isDeepStrictEqual(present, base)) return { data: wanted, conflicts: [] };
  if (isRecord(wanted) && isRecord(present)) return mergeMembers(isRecord(base) ? base : {}, wanted, present, path);
  if (Array.isArray(wanted) && Array.isArray(present)) {
    const old = Array.isArray(base) ? base : [];
    for (const key of KEYS)
      if (isListOf(old, key) && isListOf(wanted, key) && isListOf(present, key))
        return mergeItems(key, { base: old, wanted, present }, path);
  }
  const field = path.map((step) => (typeof step === 'string' ? step : String(step.id))).join('.');
  return { data: present, conflicts: [{ field, path, base, wanted, present }] };
}

function mergeMembers(base: Members, wanted: Members, present: Members, path: readonly Step[]): Merged {
  const names = new Set([...Object.keys(present), ...Object.keys(wanted)]);
  const parts = [...names].map((name) => {
    const of = (one: Members) => (Object.hasOwn(one, name) ? one[name] : undefined);
    return [name, mergeData(of(base), of(wanted), of(present), [...path, name])] as const;
  });
  return {
    data: Object.fromEntries(parts.flatMap(([name, { data }]) => (data === undefined ? [] : [[name, data]]))),
    conflicts: parts.flatMap(([, { conflicts }]) => conflicts),
  };
}

/** Whether each item is an object with a key of its own under this name. */
function isListOf(list: readonly Json[], key: string): list is Members[] {
  const keys = list.map((item) => (isRecord(item) ? item[key] : undefined));
  return keys.every((one) => one !== undefined && one !== '') && new Set(keys).size === keys.length;
}

function mergeItems(key: string, lists: ThreeLists, path: readonly Step[]): Merged {
  const byKey = (list: readonly Members[]) => new Map(list.map((item) => [item[key], item]));
  const base = byKey(lists.base);
  const wanted = byKey(lists.wanted);
  const present = byKey(lists.present);
  const parts = new Map(
    [...new Set([...present.keys(), ...wanted.keys()])].map((id) => [
      id,
      mergeData(base.get(id), wanted.get(id), present.get(id), [...path, { key, id }]),
    ]),
  );
  return {
    data: orderOf([...base.keys()], [...wanted.keys()], [...present.keys()]).flatMap((id) => {
      const data = parts.get(id)?.data;
      return data === undefined ? [] : [data];
    }),
    conflicts: [...parts.values()].flatMap(({ conflicts }) => conflicts),
  };
}

/** The order of the side that changed it, the present one where both did; items of the other side follow theirs. */
function orderOf(base: readonly Json[], wanted: readonly Json[], present: readonly Json[]): Json[] {
  const common = (list: readonly Json[], other: readonly Json[]) => list.filter((id) => other.includes(id));
  const isSorted = !isDeepStrictEqual(common(wanted, base), common(base, wanted));
  const isSortedNow = !isDeepStrictEqual(common(present, base), common(base, present));
  const [first, second] = isSorted && !isSortedNow ? [wanted, present] : [present, wanted];
  const order = [...first];
  second.forEach((id, at) => {
    if (order.includes(id)) return;
    const before = second.slice(0, at).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** Data with another value at the path of a conflict; data without such a place stays as it is. */
export function withChoice(data: Json, [step, ...rest]: readonly Step[], value: Json): Json {
  if (step === undefined) return value;
  if (typeof step === 'string') {
    if (!isRecord(data)) return data;
    const { [step]: present, ...others } = data;
    const next = withChoice(present, rest, value);
    return next === undefined ? others : { ...data, [step]: next };
  }
  if (!Array.isArray(data)) return data;
  return data.flatMap((item) => {
    if (!isRecord(item) || !isDeepStrictEqual(item[step.key], step.id)) return [item];
    const next = withChoice(item, rest, value);
    return next === undefined ? [] : [next];
  });
}

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
      const present = at === null ? whole : (listOf(whole)[at] ?? null);
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
      const rows = [...listOf(whole)];
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
    before: valueAt(before, path),
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

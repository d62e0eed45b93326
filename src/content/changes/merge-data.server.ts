import { isDeepStrictEqual } from 'node:util';
import type { Conflict, Step } from '../fields/conflict.ts';

type Json = unknown;
type Members = Record<string, Json>;

/** Data with the changes of both sides; a field in conflict has the present value. */
export interface Merged {
  data: Json;
  conflicts: Conflict[];
}

/** Fields by which the items of a list are the same item, the first one that all items have. */
const KEYS = ['id', 'ID', 'Url', 'url', 'File', 'file', 'key', 'name'];

const isObject = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges two changes of one file by field: `wanted` was made from `base`, while the file has become `present`. Lists
 * whose items have a key are merged by item; other lists are one value.
 */
export function mergeData(base: Json, wanted: Json, present: Json, path: readonly Step[] = []): Merged {
  if (isDeepStrictEqual(wanted, present) || isDeepStrictEqual(wanted, base)) return { data: present, conflicts: [] };
  if (isDeepStrictEqual(present, base)) return { data: wanted, conflicts: [] };
  if (isObject(wanted) && isObject(present)) return mergeMembers(isObject(base) ? base : {}, wanted, present, path);
  if (Array.isArray(wanted) && Array.isArray(present)) {
    const old = Array.isArray(base) ? base : [];
    const key = KEYS.find((name) => [old, wanted, present].every((list) => isListOf(list, name)));
    if (key !== undefined) return mergeItems(key, [old, wanted, present], path);
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
  const keys = list.map((item) => (isObject(item) ? item[key] : undefined));
  return keys.every((one) => one !== undefined && one !== '') && new Set(keys).size === keys.length;
}

function mergeItems(key: string, lists: readonly Json[][], path: readonly Step[]): Merged {
  const [base, wanted, present] = lists.map(
    (list) => new Map((list as Members[]).map((item) => [item[key], item] as const)),
  ) as [Map<Json, Members>, Map<Json, Members>, Map<Json, Members>];
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
    if (!isObject(data)) return data;
    const { [step]: present, ...others } = data;
    const next = withChoice(present, rest, value);
    return next === undefined ? others : { ...data, [step]: next };
  }
  if (!Array.isArray(data)) return data;
  return data.flatMap((item) => {
    if (!isObject(item) || !isDeepStrictEqual(item[step.key], step.id)) return [item];
    const next = withChoice(item, rest, value);
    return next === undefined ? [] : [next];
  });
}

import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser';

type Json = unknown;
interface Step {
  path: JSONPath;
  /** undefined = the member is removed. */
  value: Json;
}

/** The place of a new member among the keys that exist. */
export type PlaceOfKey = (keys: readonly string[], key: string) => number;

/**
 * The text of a JSON file with other data, by the smallest edits: lines of values that stay the same keep their bytes,
 * their order and their indentation. `place` is that of a new member of the whole; it comes last without one.
 */
export function editedText(text: string, after: Json, place: PlaceOfKey = (keys) => keys.length): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const tab = /^\t/m.test(text);
  const [, indent = '  '] = /\n( +)\S/.exec(text) ?? [];
  const formattingOptions = { insertSpaces: !tab, tabSize: tab ? 1 : indent.length, eol };
  return stepsBetween(parse(text), after).reduce((current, { path, value }) => {
    const key = path[0];
    const isTop = path.length === 1 && typeof key === 'string';
    const options = isTop ? { getInsertionIndex: (keys: string[]) => place(keys, key) } : {};
    return applyEdits(current, modify(current, path, value, { formattingOptions, ...options }));
  }, text);
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The single changes that lead from one value to another; a list of another length is one change. */
export function stepsBetween(before: Json, after: Json, path: JSONPath = []): Step[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      Object.hasOwn(after, key) && Object.hasOwn(before, key)
        ? stepsBetween(before[key], after[key], [...path, key])
        : [{ path: [...path, key], value: after[key] }],
    );
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, at) => stepsBetween(value, after[at], [...path, at]));
  return [{ path, value: after }];
}

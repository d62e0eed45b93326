import { isRecord } from '../../platform/values/values.ts';

/** A place in a JSON document: keys of objects and positions in lists. */
export type Place = readonly (string | number)[];

/**
 * A place as a JSON Pointer (RFC 6901).
 * @example pointerOf(['Name', 'nl']) // '/Name/nl'
 */
export const pointerOf = (place: Place): string =>
  place.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The place of a path that a schema or a parser gives; JSON has no symbols as keys. */
export const placeOf = (path: readonly PropertyKey[]): Place =>
  path.map((key) => (typeof key === 'symbol' ? String(key) : key));

/** The parts of a JSON Pointer. */
export const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value below a value; undefined when there is none. */
export function childOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a place of a document. */
export const valueAt = (data: unknown, place: Place): unknown => place.reduce<unknown>(childOf, data);

/**
 * A document with another value at a place; undefined removes it, together with the objects that become empty above
 * it. Items of a list stay, and so does the document itself.
 */
export function withValue(data: unknown, place: Place, value: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  const next = withValue(childOf(data, key), rest, value);
  if (Array.isArray(data)) return data.map((item, at) => (at === Number(key) ? (next ?? {}) : item));
  const members = isRecord(data) ? data : {};
  if (next === undefined || (rest.length > 0 && value === undefined && isEmpty(next) && !isEmpty(childOf(data, key)))) {
    const { [String(key)]: _removed, ...others } = members;
    return others;
  }
  return { ...members, [key]: next };
}

const isEmpty = (value: unknown) => isRecord(value) && Object.keys(value).length === 0;

/** A member of an object, or an item of a list by its key. */
export type Step = string | { key: string; id: unknown };

/** A field that both sides changed, each to another value; `undefined` = removed. */
export interface Conflict {
  /** Members and keys of list items on the way, joined by dots. */
  field: string;
  /** The same in parts; an item of a list is named by its key, such as `{ key: 'Url', id: 'a.jpg' }`. */
  path: readonly Step[];
  base: unknown;
  wanted: unknown;
  present: unknown;
}

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

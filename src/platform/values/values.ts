/** Whether a value is an object with fields: no list, and not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as an object with any fields, which a list is too; empty for any other value. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A value as a list of anything; empty for a value that is none. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether a value is one of a list. */
export const isOneOf = <const T>(list: readonly T[], value: unknown): value is T =>
  (list as readonly unknown[]).includes(value);

/** Whether a name is a key of an object whose keys are all known. */
export const isKeyOf = <T extends object>(object: T, name: PropertyKey): name is keyof T => Object.hasOwn(object, name);

/** The keys of an object whose keys are all known. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

/** The keys with the values of an object whose keys are all known. */
export const entriesOf = <T extends object>(object: T): [keyof T & string, T[keyof T & string]][] =>
  keysOf(object).map((key) => [key, object[key]]);

/** An object with a value for each key of a list. */
export const recordBy = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** The named fields of an object. */
export const pick = <T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, K>;

/** A value that the code around it has made sure of; throws an error with its name where it is not there. */
export function present<T>(value: T, name: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${name} is missing`);
  return value;
}

/** The item of a list at a place, from the end where it is negative; throws where the list is shorter. */
export function itemAt<T>(list: readonly T[], at: number): T {
  const place = at < 0 ? list.length + at : at;
  if (!(place in list)) throw new RangeError(`There is no item ${at} in a list of ${list.length}`);
  return list[place] as T;
}

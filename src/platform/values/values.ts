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

/** The keys of an object whose keys are all known. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

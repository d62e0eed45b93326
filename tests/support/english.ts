import { inEnglish, isRemark, type Remark } from '../../src/i18n/remark.server.ts';

/** A type whose remarks are sentences. */
export type Said<T> = T extends Remark
  ? string
  : T extends readonly (infer One)[]
    ? Said<One>[]
    : T extends object
      ? { [K in keyof T]: Said<T[K]> }
      : T;

/** A value with its remarks as English sentences, however deep they are. */
export function english<T>(value: T): Said<T> {
  if (isRemark(value)) return inEnglish(value) as Said<T>;
  if (Array.isArray(value)) return value.map(english) as Said<T>;
  if (value === null || typeof value !== 'object' || value instanceof Map || value instanceof Set)
    return value as Said<T>;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, english(one)])) as Said<T>;
}

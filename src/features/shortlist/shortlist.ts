import { PROMISED } from '../../i18n/promised.ts';

/** Name of the cookie that keeps a visitor's shortlist. */
export const SHORTLIST_COOKIE = 'shortlist';
const MOST = 60;

/**
 * The numbers of the properties on a shortlist, newest first; anything else in the cookie is ignored.
 * @example shortlistOf('1087.1001') // [1087, 1001]
 */
export function shortlistOf(cookie: string | null | undefined): number[] {
  const ids = (cookie ?? '')
    .slice(0, 2000)
    .split('.')
    .filter((part) => /^\d{1,12}$/.test(part))
    .map(Number);
  return [...new Set(ids)].slice(0, MOST);
}

/** A shortlist with a property added at the front or removed, in the notation of the cookie. */
export function changedShortlist(ids: readonly number[], id: number, add: boolean): string {
  const rest = ids.filter((other) => other !== id);
  return (add ? [id, ...rest] : rest).slice(0, MOST).join('.');
}

/** The most people who can leave hearts and notes on one shared list. */
export const MOST_AUTHORS = 12;
export const LONGEST_NAME = 30;
export const LONGEST_NOTE = 500;
/** Days after its last change on which a shared list is deleted. */
export const SHARED_DAYS = PROMISED.sharedDays;
/** Cookie with the name under which a visitor writes on shared lists. */
export const NAME_COOKIE = 'name';

/**
 * Who writes: a name for the others, and a secret of the browser, so that nobody writes in the place of another one.
 */
export interface Writer {
  name: string;
  secret: string;
}

/** What one person says of a property on a shared list. */
export interface SharedMark {
  author: string;
  /** Hash of list and secret: the marks of one person have the same one. */
  writer: string;
  isLiked: boolean;
  note: string;
}

/** A shortlist that several people see by its link. */
export interface SharedList {
  /** Moment at which it is deleted unless it changes before, ISO 8601 in UTC. */
  expiresAt: string;
  properties: readonly { id: number; marks: readonly SharedMark[] }[];
}

/** What one person says of one property. */
export interface Said {
  property: number;
  isLiked: boolean;
  note: string;
}

/** A change to a shared list; `mark` replaces what this writer said before of these properties. */
export type SharedListChange =
  | { do: 'mark'; writer: Writer; said: readonly Said[] }
  | { do: 'remove'; property: number }
  | { do: 'end' };

/**
 * The name under which somebody writes, without control characters and of a length that fits; empty for none.
 * @example authorOf('  An \n ') // 'An'
 */
export const authorOf = (name: string): string => plain(name).slice(0, LONGEST_NAME).trim();

/**
 * The writer in a cookie, as `secret.name`; null when there is none.
 * @example writerIn('a1b2c3d4e5f6.An') // { name: 'An', secret: 'a1b2c3d4e5f6' }
 */
export function writerIn(cookie: string | null | undefined): Writer | null {
  const [, secret = '', rest = ''] = /^([\w-]{12,40})\.(.*)$/s.exec(cookie ?? '') ?? [];
  const name = authorOf(rest);
  return secret && name ? { name, secret } : null;
}

/** The text of a note as it is kept: lines stay, control characters go. */
export const noteOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .slice(0, LONGEST_NOTE)
    .trim();

const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** The most people who can leave hearts and notes on one shared list. */
export const MOST_AUTHORS = 12;
export const LONGEST_NAME = 30;
export const LONGEST_NOTE = 500;
/** Days after its last change on which a shared list is deleted. */
export const SHARED_DAYS = 90;
/** Cookie with the name under which a visitor writes on shared lists. */
export const NAME_COOKIE = 'name';

/** What one person says of a property on a shared list. */
export interface SharedMark {
  author: string;
  isLiked: boolean;
  note: string;
}

/** A shortlist that several people see by its link. */
export interface SharedList {
  /** Moment at which it is deleted unless it changes before, ISO 8601 in UTC. */
  expiresAt: string;
  properties: readonly { id: number; marks: readonly SharedMark[] }[];
}

/** A change to a shared list; `mark` replaces what the author said before of that property. */
export type SharedListChange =
  | ({ do: 'mark'; property: number } & SharedMark)
  | { do: 'remove'; property: number }
  | { do: 'end' };

/**
 * The name under which somebody writes, without control characters and of a length that fits; empty for none.
 * @example authorOf('  An \n ') // 'An'
 */
export const authorOf = (name: string): string => plain(name).slice(0, LONGEST_NAME).trim();

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

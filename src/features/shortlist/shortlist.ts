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

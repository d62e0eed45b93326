/** The most properties that fit beside each other. */
export const MOST_COMPARED = 4;

/**
 * The numbers of properties in a URL, in the order asked for; anything else is left out. They may come one by one, or
 * several in one value with a full stop or a comma between them.
 * @example idsIn(new URLSearchParams('ids=1087.1001&ids=1003'), 20) // [1087, 1001, 1003]
 */
export function idsIn(search: URLSearchParams, most: number): number[] {
  const ids = search
    .getAll('ids')
    .slice(0, 100)
    .flatMap((text) => text.slice(0, 400).split(/[.,]/))
    .filter((text) => /^\d{1,12}$/.test(text))
    .map(Number);
  return [...new Set(ids)].slice(0, most);
}

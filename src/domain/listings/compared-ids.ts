/** The most properties that fit beside each other. */
export const MOST_COMPARED = 4;

/**
 * The numbers of the properties to compare, in the order asked for; anything else is left out.
 * @example comparedIds(new URLSearchParams('ids=24187.24101&ids=24103')) // [24187, 24101, 24103]
 */
export function comparedIds(search: URLSearchParams): number[] {
  const ids = search
    .getAll('ids')
    .slice(0, 100)
    .flatMap((text) => text.slice(0, 200).split('.'))
    .filter((text) => /^\d{1,12}$/.test(text))
    .map(Number);
  return [...new Set(ids)].slice(0, MOST_COMPARED);
}

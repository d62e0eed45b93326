/**
 * Index of the first item of a sorted list whose key is not below the wanted one (binary search); the length when there
 * is none.
 * @example firstFrom([1, 3, 5], 2, (n) => n) // 1
 */
export function firstFrom<T, K extends number | string>(
  sorted: readonly T[],
  wanted: K,
  keyOf: (item: T) => K,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(sorted[middle]!) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

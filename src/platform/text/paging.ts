/**
 * The number of pages for a number of items; no items fill one empty page.
 * @example pagesOf(25, 24) // 2
 */
export function pagesOf(count: number, perPage: number): number {
  return Math.max(1, Math.ceil(count / perPage));
}

/**
 * The page number of a query: 1 when it is not a page number, the last page when it lies beyond.
 * @example pageOf('3', 2) // 2
 */
export function pageOf(text: string | null, pages: number): number {
  if (!/^\d+$/.test(text ?? '')) return 1;
  return Math.min(Math.max(1, Number(text)), pages);
}

/**
 * The pages that a pagination shows: the first, the last, this one and its neighbours; null is a gap of at least two
 * pages.
 * @example pageWindow(5, 10) // [1, null, 4, 5, 6, null, 10]
 */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const linked = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers: (number | null)[] = [];
  let previous = 0;
  for (const number of [...new Set(linked)].sort((a, b) => a - b)) {
    // A gap is as wide as a number: where one page is missing, that page is shown instead.
    if (number - previous === 2) numbers.push(previous + 1);
    else if (number - previous > 2) numbers.push(null);
    numbers.push(number);
    previous = number;
  }
  return numbers;
}

/** Pages of a block, blocks of a larger one, and so on. */
const BLOCK = 10;

/**
 * The pages by which a reader reaches any other one in few clicks: those of the same ten, the round tens of the same
 * hundred, the hundreds, and so on; without those that the pagination shows.
 * @example pagesAround(34, 250) // [10, 20, 30, 31, 32, 36, 37, 38, 39, 40, 50, 60, 70, 80, 90, 100, 200]
 */
export function pagesAround(page: number, pages: number): number[] {
  const shown = new Set(pageWindow(page, pages));
  const around = new Set<number>();
  for (let unit = 1; unit < pages; unit *= BLOCK) {
    const start = Math.floor(page / (unit * BLOCK)) * unit * BLOCK;
    for (let step = 0; step <= BLOCK; step += 1) around.add(start + step * unit);
  }
  return [...around].filter((number) => number >= 1 && number <= pages && !shown.has(number)).sort((a, b) => a - b);
}

/** The items on a page, counted from 1. */
export function slicePage<T>(items: readonly T[], page: number, perPage: number): T[] {
  return items.slice((page - 1) * perPage, page * perPage);
}

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

/** A gap of fewer pages is crossed page by page. */
const WIDE_GAP = 10;
/** Numbers in a wide gap: each click leaves a quarter of it, so that any of 500 properties of a town is near. */
const STEPS = 4;

/** The round numbers that divide a wide gap between two pages; none in another gap. */
function stepsBetween(from: number, to: number): number[] {
  const gap = to - from;
  if (gap < WIDE_GAP) return [];
  const unit = gap >= 100 ? 10 : gap >= 40 ? 5 : 1;
  const steps = Array.from({ length: STEPS - 1 }, (_, at) => from + (gap * (at + 1)) / STEPS);
  return steps.map((step) => Math.round(step / unit) * unit);
}

/**
 * The pages that a pagination links to: the first, the last, this one, its neighbours, and round numbers in a wide gap;
 * null is a gap of at least two pages without one.
 * @example pageWindow(5, 10) // [1, null, 4, 5, 6, null, 10]
 * @example pageWindow(1, 200) // [1, 2, 50, 100, 150, 200]
 */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const linked = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers: (number | null)[] = [];
  let previous = 0;
  for (const number of [...new Set(linked)].sort((a, b) => a - b)) {
    const steps = stepsBetween(previous, number);
    // A gap is as wide as a number: where one page is missing, that page is shown instead.
    if (number - previous === 2) numbers.push(previous + 1);
    else if (steps.length > 0) numbers.push(...steps);
    else if (number - previous > 2) numbers.push(null);
    numbers.push(number);
    previous = number;
  }
  return numbers;
}

/** The items on a page, counted from 1. */
export function slicePage<T>(items: readonly T[], page: number, perPage: number): T[] {
  return items.slice((page - 1) * perPage, page * perPage);
}

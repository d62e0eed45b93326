import type { MapPoint } from './point.ts';

/** Says whether a place in degrees is inside an outline. */
export type InsideTest = (latitude: number, longitude: number) => boolean;

/** Rows and columns of the grid over an outline. */
const CELLS = 48;
/** What a cell is; 0 is wholly outside. */
const INSIDE = 1;
const CROSSED = 2;
/** Part of a cell by which an edge is made wider: a rounded number must not leave a cell unmarked. */
const WIDER = 1e-6;

/** One outline is compared with thousands of places, by several requests. */
const known = new WeakMap<readonly MapPoint[], InsideTest>();

/**
 * The test of an outline. A grid over the outline knows which cells are wholly inside or outside; only places in cells
 * that an edge crosses are compared with the edges.
 */
export function insideTest(outline: readonly MapPoint[]): InsideTest {
  const test = known.get(outline) ?? newTest(outline);
  known.set(outline, test);
  return test;
}

function newTest(outline: readonly MapPoint[]): InsideTest {
  const latitudes = Float64Array.from(outline, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(outline, ({ longitude }) => longitude);
  const [south, west] = [Math.min(...latitudes), Math.min(...longitudes)];
  // Cells per degree; an outline without a surface has one row or column of cells.
  const perLatitude = CELLS / (Math.max(...latitudes) - south || 1);
  const perLongitude = CELLS / (Math.max(...longitudes) - west || 1);
  // From here on, a place is counted in cells from the south-west.
  const ys = latitudes.map((latitude) => (latitude - south) * perLatitude);
  const xs = longitudes.map((longitude) => (longitude - west) * perLongitude);
  const cells = new Uint8Array(CELLS * CELLS);
  for (let to = 0, from = ys.length - 1; to < ys.length; from = to++)
    markEdge(cells, xs[from]!, ys[from]!, xs[to]!, ys[to]!);
  for (let row = 0; row < CELLS; row += 1) {
    let before = CROSSED;
    for (let column = 0; column < CELLS; column += 1) {
      const at = row * CELLS + column;
      // No edge is between two cells side by side that no edge crosses.
      if (cells[at] !== CROSSED)
        cells[at] = before === CROSSED ? Number(crossesOddly(xs, ys, column + 0.5, row + 0.5)) : before;
      before = cells[at]!;
    }
  }
  return (latitude, longitude) => {
    const x = (longitude - west) * perLongitude;
    const y = (latitude - south) * perLatitude;
    if (!(x >= 0 && x <= CELLS && y >= 0 && y <= CELLS)) return false;
    const cell = cells[Math.min(y | 0, CELLS - 1) * CELLS + Math.min(x | 0, CELLS - 1)];
    return cell === CROSSED ? crossesOddly(longitudes, latitudes, longitude, latitude) : cell === INSIDE;
  };
}

/** Marks the cells that an edge crosses: in each row those between its places at the two sides of the row. */
function markEdge(cells: Uint8Array, west: number, start: number, east: number, end: number): void {
  const [low, high] = start < end ? [start, end] : [end, start];
  const slope = start === end ? 0 : (east - west) / (end - start);
  for (let row = cellOf(low - WIDER); row <= cellOf(high + WIDER); row += 1) {
    const one = start === end ? west : west + (Math.max(row, low) - start) * slope;
    const other = start === end ? east : west + (Math.min(row + 1, high) - start) * slope;
    const first = cellOf(Math.min(one, other) - WIDER);
    cells.fill(CROSSED, row * CELLS + first, row * CELLS + cellOf(Math.max(one, other) + WIDER) + 1);
  }
}

const cellOf = (at: number): number => Math.min(Math.max(Math.floor(at), 0), CELLS - 1);

/** Compares a place with each edge: a ray from it to the east crosses the edges an odd number of times. */
function crossesOddly(xs: Float64Array, ys: Float64Array, x: number, y: number): boolean {
  let isOdd = false;
  for (let to = 0, from = ys.length - 1; to < ys.length; from = to++) {
    const start = ys[from]!;
    const end = ys[to]!;
    if (end > y === start > y) continue;
    const west = xs[to]!;
    if (x < ((xs[from]! - west) * (y - end)) / (start - end) + west) isOdd = !isOdd;
  }
  return isOdd;
}

/** A town on the screen: its dot in pixels, the width of its name, and its weight relative to others. */
export interface MapLabel {
  x: number;
  y: number;
  width: number;
  weight: number;
}

/** A part of the screen in pixels. */
export interface MapBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Positions of a name beside its dot, best first. */
const SIDES = ['right', 'left', 'below', 'under'] as const;
export type MapSide = (typeof SIDES)[number];

const LINE_PX = 18;
const GAP_PX = 9;
const DOT_PX = 4;

/** For each name the side on which it overlaps nothing, the heaviest town first; null: not shown at this scale. */
export function placeLabels(labels: readonly MapLabel[], obstacles: readonly MapBox[]): (MapSide | null)[] {
  const taken = [...obstacles];
  const names: MapBox[] = [];
  const sides: (MapSide | null)[] = labels.map(() => null);
  const order = [...labels.entries()].sort(([a, one], [b, other]) => other.weight - one.weight || a - b);
  for (const [at, label] of order) {
    const dot = { left: label.x - DOT_PX, right: label.x + DOT_PX, top: label.y - DOT_PX, bottom: label.y + DOT_PX };
    // A dot may be under a mark, but not under the name of another town.
    if (names.some((box) => overlap(dot, box))) continue;
    const isMarked = obstacles.some((box) => overlap(dot, box));
    const side = SIDES.find(
      (one) => (one !== 'under' || isMarked) && !taken.some((box) => overlap(boxOf(label, one), box)),
    );
    if (!side) continue;
    sides[at] = side;
    names.push(boxOf(label, side));
    taken.push(boxOf(label, side), dot);
  }
  return sides;
}

/** The box of a name on a side of its dot; "under" leaves space for a mark on the dot. */
function boxOf({ x, y, width }: MapLabel, side: MapSide): MapBox {
  const left = { right: x + GAP_PX, left: x - GAP_PX - width, below: x - width / 2, under: x - width / 2 }[side];
  const middle = { right: y, left: y, below: y + 16, under: y + 38 }[side];
  return { left, right: left + width, top: middle - LINE_PX / 2, bottom: middle + LINE_PX / 2 };
}

const overlap = (a: MapBox, b: MapBox) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

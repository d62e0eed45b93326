import type { Palette } from '../brand/palette.ts';
import { boundsAround } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import { drawn, escaped, groundAround, groundStyles, type MapLook, projectedAround, type Spot } from './around.view.ts';
import { KM_PER_DEGREE } from './map-property.ts';

/**
 * The sizes of the drawing of a region in its own units, beside a list and in the banner of the homepage: the part of
 * it that the towns take, and how far down their middle is. What is left is for their names.
 */
export const REGION_SHAPES = {
  list: { width: 800, height: 820, taken: 0.72, middle: 0.5 },
  // The heading of the banner lies on its top.
  banner: { width: 800, height: 600, taken: 0.68, middle: 0.54 },
} as const;
export type RegionShape = keyof typeof REGION_SHAPES;
type Size = (typeof REGION_SHAPES)[RegionShape];
/** The width of the drawing on a laptop, in pixels: names that are free of each other there are so on wider screens. */
const SHOWN_WIDTH = 520;
const PIXELS = SHOWN_WIDTH / REGION_SHAPES.list.width;
/** One kilometre is at most this many units, so that two towns do not fill a drawing without any border. */
const MOST_UNITS_PER_KM = 40;
/** What is drawn beside the drawing, for a frame of another shape: a part of its width. */
const BESIDE = 0.2;
/** Most bytes of the lines, before compression; they are drawn with longer steps, in units, until they fit. */
const MOST_BYTES = 8000;
const STEPS = [4, 6, 9, 13, 19, 28, 40];
/** More towns than this cannot be told apart. */
const MOST_PINS = 40;
/** How far the middles of two numbers are apart where there is room, in pixels. */
const APART = 34;
/** How far a name is from the middle of its number: the middle of a name below or above, the end of one beside. */
const NAME_BELOW = 26;
const NAME_BESIDE = 20;
const LINE_HEIGHT = 16;
const LETTER = 7;
/** What is free on both sides of a name. */
const BETWEEN = 4;

type Placing = (point: MapPoint) => Spot;

/** Where points lie in the drawing of a region with these towns. */
function placingOf(towns: readonly MapPoint[], size: Size): Placing {
  const { south, west, north, east } = boundsAround(towns);
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const narrowing = Math.cos((middle.latitude * Math.PI) / 180);
  const scale = Math.floor(
    Math.min(
      MOST_UNITS_PER_KM * KM_PER_DEGREE,
      (size.height * size.taken) / Math.max(north - south, 1e-6),
      (size.width * size.taken) / Math.max((east - west) * narrowing, 1e-6),
    ),
  );
  return projectedAround(middle, scale, { x: size.width / 2, y: size.height * size.middle });
}

/** A region as it is drawn: where points lie in its drawing, and its borders and water as paths. */
export interface Region {
  size: Size;
  placing: Placing;
  ground: string;
}

/**
 * The region around some towns, at least one. Nothing is drawn that does not exist. It takes some milliseconds and
 * depends on the towns alone.
 */
export function regionAround(towns: readonly MapPoint[], shape: RegionShape): Region {
  const size = REGION_SHAPES[shape];
  const placing = placingOf(towns, size);
  const { borders, rivers } = groundAround(towns, '');
  const left = size.width * BESIDE;
  const top = size.height * BESIDE;
  const isNear = ({ x, y }: Spot) => x > -left && x < size.width + left && y > -top && y < size.height + top;
  const placed = (latitude: number, longitude: number) => {
    const { x, y } = placing({ latitude, longitude });
    return { x: Math.round(x), y: Math.round(y) };
  };
  const pathsOf = (least: number) =>
    `<path class="river" d="${drawn(rivers, { placed, isNear, least })}"/>` +
    `<path class="border" d="${drawn(borders, { placed, isNear, least })}"/>`;
  let ground = '';
  for (const least of STEPS) {
    ground = pathsOf(least);
    if (ground.length <= MOST_BYTES) break;
  }
  return { size, placing, ground };
}

/** Whether a point is in the drawing of a region. */
export function isInRegion({ size, placing }: Region, point: MapPoint): boolean {
  const { x, y } = placing(point);
  return x > 0 && x < size.width && y > 0 && y < size.height;
}

/** A town of the region: how many properties it has, and the path of their list; without one it is a dot. */
export interface RegionTown extends MapPoint {
  label: string;
  count: number;
  href: string | null;
  isCurrent: boolean;
}

/** What says how many properties are in towns outside the drawing, and leads to them. */
export interface Elsewhere {
  words: (count: number) => string;
  href: string;
}

const units = (pixels: number) => Math.round(pixels / PIXELS);
/** Where a name begins from the middle of its number, in units of the drawing; letters stand on their base line. */
const HALF = units(LINE_HEIGHT / 3);
const SIDES = {
  below: `dy="${units(NAME_BELOW) + HALF}"`,
  above: `dy="${HALF - units(NAME_BELOW)}"`,
  right: `dx="${units(NAME_BESIDE)}" dy="${HALF}" class="right"`,
  left: `dx="-${units(NAME_BESIDE)}" dy="${HALF}" class="left"`,
} as const;

/**
 * The region of an agency, drawn without a script: the ground, and on it the towns as numbers that lead to their lists.
 * A town outside the drawing is not shown; how many properties those have is said in a corner.
 */
export function regionDrawing(
  region: Region,
  {
    towns,
    title,
    look,
    elsewhere,
  }: { towns: readonly RegionTown[]; title: string; look: MapLook; elsewhere: Elsewhere },
): string {
  // The Tab key goes from north to south.
  const pins = pinsOf(towns, region).sort((one, other) => one.y - other.y || one.x - other.x);
  const marks = pins.map(({ x, y, side, of: { label, count, href, isCurrent } }) => {
    const at = `x="${x}" y="${y}"`;
    const name = side ? `<text ${at} ${SIDES[side]}>${escaped(label)}</text>` : '';
    if (!href) return `<circle cx="${x}" cy="${y}" r="6"${isCurrent ? ' class="here"' : ''}/>${name}`;
    const spoken = side ? '' : ` aria-label="${escaped(label)} ${count}"`;
    const current = isCurrent ? ' aria-current="page"' : '';
    return (
      `<a href="${escaped(href)}" target="_top"${spoken}${current}><circle cx="${x}" cy="${y}" r="23"/>${name} ` +
      `<text ${at} dy="${HALF}" class="count">${count}</text></a>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${region.size.width} ${region.size.height}" role="group">` +
    `<title>${escaped(title)}</title><style>${stylesOf(look)}</style>` +
    `<g fill="none">${region.ground}</g>${marks.join('')}${elsewhereMark(towns, pins, region.size, elsewhere)}</svg>`
  );
}

/** The number of properties that the drawing does not show, in a lower corner that is free; empty for none. */
function elsewhereMark(
  towns: readonly RegionTown[],
  pins: readonly Pin<RegionTown>[],
  { width, height }: Size,
  { words, href }: Elsewhere,
): string {
  const shown = new Set(pins.map(({ of }) => of));
  const count = towns.filter((town) => !shown.has(town)).reduce((sum, town) => sum + town.count, 0);
  if (count === 0) return '';
  const text = words(count);
  const [wide, y] = [units(text.length * LETTER + 2 * NAME_BESIDE), height - units(NAME_BESIDE)];
  const isFree = (from: number) =>
    !pins.some((pin) => pin.y > y - units(3 * LINE_HEIGHT) && pin.x > from - wide / 2 && pin.x < from + 1.5 * wide);
  // The button that leads to the top of the page lies in the right corner.
  const at =
    isFree(0) || !isFree(width - wide)
      ? `x="${units(NAME_BESIDE)}" class="right"`
      : `x="${width - units(NAME_BESIDE)}" class="left"`;
  return `<a href="${escaped(href)}" target="_top"><text ${at} y="${y}">${escaped(text)}</text></a>`;
}

function stylesOf(look: MapLook): string {
  const colours = ({ sunk, ink, action, accent, ...palette }: Palette) =>
    `circle{fill:${ink}}a circle{fill:${action};stroke:${sunk}}.count{fill:${palette['on-action']}}` +
    `a:is(:hover,[aria-current]) circle,.here{fill:${accent}}` +
    `a:is(:hover,[aria-current]) .count{fill:${palette['on-accent']}}` +
    `a:focus-visible circle{stroke:${ink}}`;
  return (
    `${groundStyles(look)}text{font:500 20px T,sans-serif;text-anchor:middle}` +
    'a circle{stroke-width:3px}a:focus-visible circle{stroke-width:7px}' +
    'a:hover text:not(.count){text-decoration:underline}' +
    '.right{text-anchor:start}.left{text-anchor:end}.count{font-size:22px;font-weight:600;stroke:none}' +
    `${colours(look.palettes.light)}@media(prefers-color-scheme:dark){${colours(look.palettes.dark)}}`
  );
}

/** Where the name of a town stands; nowhere where there is no room. */
type NameSide = keyof typeof SIDES;

/** A town in the drawing, in its units. */
interface Pin<T> extends Spot {
  of: T;
  side: NameSide | null;
}

/** An area of the drawing in pixels. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Towns as numbers in the drawing of their region, the largest first, with room for their names where there is some.
 * Numbers that would cover each other are moved apart, as far as there is room.
 */
function pinsOf<T extends Pick<RegionTown, 'latitude' | 'longitude' | 'count' | 'label'>>(
  towns: readonly T[],
  { placing, size }: Region,
): Pin<T>[] {
  const height = size.height * PIXELS;
  const shown = towns
    .map((of) => ({ of, ...inPixels(placing(of)) }))
    .filter(({ x, y }) => x > 0 && x < SHOWN_WIDTH && y > 0 && y < height)
    .sort((one, other) => other.of.count - one.of.count)
    .slice(0, MOST_PINS);
  moveApart(shown, height);
  const taken = shown.map(({ x, y }) => around(x, y, APART / 2, APART / 2));
  return shown.map(({ of, x, y }) => {
    const [side, box] = freeSide({ x, y }, of.label.length * LETTER, { height, taken });
    if (box) taken.push(box);
    return { of, side, x: units(x), y: units(y) };
  });
}

const inPixels = ({ x, y }: Spot): Spot => ({ x: x * PIXELS, y: y * PIXELS });

const around = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width,
  right: x + width,
  top: y - height,
  bottom: y + height,
});

const covers = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Moves spots that are too near each other apart, each of the two by half. */
function moveApart(spots: Spot[], height: number): void {
  for (let round = 0; round < 8; round += 1)
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) {
        const far = Math.hypot(other.x - one.x, other.y - one.y);
        if (far >= APART) continue;
        // Two at the same spot are moved to the left and to the right.
        const x = far > 0 ? (other.x - one.x) / far : 1;
        const y = far > 0 ? (other.y - one.y) / far : 0;
        const by = (APART - far) / 2;
        one.x -= x * by;
        one.y -= y * by;
        other.x += x * by;
        other.y += y * by;
      }
  // None is moved out of the drawing.
  for (const spot of spots) {
    spot.x = Math.min(Math.max(spot.x, APART / 2), SHOWN_WIDTH - APART / 2);
    spot.y = Math.min(Math.max(spot.y, APART / 2), height - APART / 2);
  }
}

/** The first side of a number on which its name is within the drawing and covers nothing, with the area it takes. */
function freeSide(
  { x, y }: Spot,
  width: number,
  { height, taken }: { height: number; taken: readonly Box[] },
): [NameSide, Box] | [null, null] {
  const name = (across: number, down: number) => around(x + across, y + down, width / 2 + BETWEEN, LINE_HEIGHT / 2);
  const beside = NAME_BESIDE + width / 2;
  const sides = [
    ['below', name(0, NAME_BELOW)],
    ['right', name(beside, 0)],
    ['left', name(-beside, 0)],
    ['above', name(0, -NAME_BELOW)],
  ] as const;
  for (const [side, box] of sides) {
    const isInside = box.left > 0 && box.right < SHOWN_WIDTH && box.top > 0 && box.bottom < height;
    if (isInside && !taken.some((one) => covers(one, box))) return [side, box];
  }
  return [null, null];
}

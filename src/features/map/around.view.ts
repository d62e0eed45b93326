import { type Localized, localized } from '../../i18n/languages.ts';
import type { Palette, Scheme } from '../brand/palette.ts';
import { type Bounds, boundsAround } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import data from './ground-belgium.json' with { type: 'json' };
import { type MapBox, type MapSide, placeLabels } from './map-label.ts';
import { KM_PER_DEGREE, type MapGround, pointsOf, RINGS } from './map-property.ts';

/**
 * Where points lie in a drawing around a middle: `scale` is the length of a degree of latitude in the units of the
 * drawing, and `at` is where the middle lies. Near enough for some tens of kilometres.
 */
export function projectedAround(middle: MapPoint, scale: number, at: { x: number; y: number }) {
  // A degree of longitude is shorter than one of latitude.
  const narrowing = Math.cos((middle.latitude * Math.PI) / 180);
  return ({ latitude, longitude }: MapPoint) => ({
    x: at.x + (longitude - middle.longitude) * scale * narrowing,
    y: at.y - (latitude - middle.latitude) * scale,
  });
}

/** What is drawn around the towns, in degrees; a visitor moves the map no farther than this without a reason. */
const AROUND = 0.25;
/** The units of the data: ten thousandths of a degree. */
const UNIT = 1e-4;

type Line = readonly number[];

/**
 * The borders, rivers and stations around some places, for a map without streets; each line is a first point in ten
 * thousandths of a degree and then the steps from point to point. The sources and licences are in the data.
 */
export function groundAround(places: readonly MapPoint[], language: string): MapGround {
  const bounds = places.length > 0 ? boundsAround(places) : null;
  if (!bounds) return { borders: [], rivers: [], stations: [], credits: [] };
  const isNear = (line: Line) => touches(line, bounds);
  const stations = data.stations.flatMap(([latitude, longitude, nl = '', fr = nl]) => {
    const name = localized({ nl: String(nl), fr: String(fr) }, language);
    const [north, east] = [Number(latitude), Number(longitude)];
    return isNear([north, east]) ? [{ latitude: north * UNIT, longitude: east * UNIT, name }] : [];
  });
  const layers = { borders: data.borders.filter(isNear), rivers: data.rivers.filter(isNear), stations };
  return { ...layers, credits: creditsOf(layers) };
}

/** Whether a line has a point within the bounds or a little outside them. */
function touches(line: Line, { south, west, north, east }: Bounds): boolean {
  let [latitude, longitude] = [0, 0];
  for (let at = 0; at < line.length; at += 2) {
    latitude += line[at]!;
    longitude += line[at + 1]!;
    const [y, x] = [latitude * UNIT, longitude * UNIT];
    if (y > south - AROUND && y < north + AROUND && x > west - AROUND && x < east + AROUND) return true;
  }
  return false;
}

/** The makers of what is drawn, as their licences ask: with the date where the title has one. */
function creditsOf(layers: Readonly<Record<'borders' | 'rivers' | 'stations', readonly unknown[]>>) {
  const drawn = [layers.borders, layers.rivers, layers.stations];
  return data.sources
    .filter((_, at) => (drawn[at]?.length ?? 0) > 0)
    .map(({ by, title, link }) => ({ by, title, link }));
}

/** A place in a drawing, in its units. */
export interface Spot {
  x: number;
  y: number;
}

/**
 * Lines as the steps of an SVG path: only the steps that begin or end in sight, and none shorter than `least` units
 * along both sides, but for the end of a line.
 */
export function drawn(
  lines: readonly Line[],
  {
    placed,
    isNear,
    least = 1,
  }: {
    placed: (latitude: number, longitude: number) => Spot;
    isNear: (spot: Spot) => boolean;
    least?: number;
  },
): string {
  const steps: string[] = [];
  for (const line of lines) {
    const points = pointsOf(line).map(([latitude, longitude]) => placed(latitude, longitude));
    let from = points[0];
    let isOn = false;
    for (const [at, to] of points.entries()) {
      if (!from || at === 0) continue;
      const x = to.x - from.x;
      const y = to.y - from.y;
      const isLong = Math.abs(x) >= least || Math.abs(y) >= least;
      if ((x === 0 && y === 0) || !(isLong || at === points.length - 1)) continue;
      if (isNear(from) || isNear(to)) {
        steps.push(isOn ? `l${x} ${y}` : `M${from.x} ${from.y}l${x} ${y}`);
        isOn = true;
      } else isOn = false;
      from = to;
    }
  }
  return steps.join('').replaceAll(' -', '-');
}

/** The size of the drawing. */
const [WIDTH, HEIGHT] = [800, 450];
/** How many kilometres it shows from west to east: more where the nearest station would be outside, within limits. */
const KILOMETRES = { fewest: 12, most: 20 };
/** What is named is this far from the edges of the drawing. */
const EDGE = { side: 20, top: 20, bottom: 40 };
/** A phone shows the middle of the drawing only, and a frame that is wide and low only a strip of it. */
const CUT = { side: 118, top: 74, bottom: 92 };

/** The kilometres from west to east of the drawing around a point with its stations. */
function kilometresAround(point: MapPoint, stations: readonly MapPoint[]): number {
  const from = projectedAround(point, KM_PER_DEGREE, { x: 0, y: 0 });
  const [nearest] = stations.map(from).sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
  if (!nearest) return KILOMETRES.fewest;
  const tall = HEIGHT / 2 - (nearest.y > 0 ? CUT.bottom : CUT.top);
  const needed = WIDTH * Math.max(Math.abs(nearest.x) / (WIDTH / 2 - CUT.side), Math.abs(nearest.y) / tall);
  return needed > KILOMETRES.most ? KILOMETRES.fewest : Math.max(KILOMETRES.fewest, needed * 1.02);
}

/** The look of a drawn map: colours in light and in dark mode, and the URL of the font of names. */
export interface MapLook {
  palettes: Readonly<Record<Scheme, Palette>>;
  font: string;
}

/** The styles of a drawn map that do not depend on what it shows: its ground, its lines and the font of its names. */
export function groundStyles({ palettes, font }: MapLook): string {
  return (
    `@font-face{font-family:T;src:url(${font});font-weight:400 650}` +
    'text{paint-order:stroke;stroke-width:4px}.border{stroke:#8b8f84;stroke-width:1.5;stroke-dasharray:5 4}' +
    `.river{stroke:#9dbccb;stroke-width:5}${groundColours(palettes.light)}` +
    '@media(prefers-color-scheme:dark){.border{stroke:#5f6b62}.river{stroke:#2f4d59}' +
    `${groundColours(palettes.dark)}}`
  );
}

const groundColours = ({ sunk, ink }: Palette) => `:root{background:${sunk}}text{fill:${ink};stroke:${sunk}}`;

/** The styles of the drawing around a point. */
function stylesOf(look: MapLook): string {
  const colours = (palette: Palette) =>
    `.station,.small{fill:${palette['ink-2']}}.dot{fill:${palette.ink}}.stop,.ring{stroke:${palette['ink-2']}}` +
    `.spot{fill:${palette.accent};stroke:${palette.page};stroke-width:2}` +
    `.area{fill:${palette.accent};fill-opacity:.12;stroke:${palette.accent}}`;
  return (
    `${groundStyles(look)}text{font:500 15px T,sans-serif}.town{font-weight:650}.small{font-size:14px}` +
    '@media(max-aspect-ratio:3/2){.beyond{display:none}}@media(min-aspect-ratio:2/1){.above{display:none}}' +
    '@media(min-width:1000px){text{font-size:11px;stroke-width:3px}.small{font-size:10px}}' +
    `.stop{fill:none;stroke-width:2}${colours(look.palettes.light)}` +
    `@media(prefers-color-scheme:dark){${colours(look.palettes.dark)}}`
  );
}

/** A text as it stands in SVG. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const LETTER = 8;

interface Named extends Spot {
  name: string;
  className: 'town' | 'station';
}

/** Dots with their names, each name on the side where it covers nothing; one that has no room is left out. */
function drawnNames(all: readonly Named[], obstacles: readonly MapBox[]): string {
  const labels = all.map(({ x, y, name, className }) => ({
    x,
    y,
    width: name.length * LETTER,
    weight: className === 'town' ? 1 : 0,
  }));
  const sides = placeLabels(labels, obstacles);
  return all
    .map(({ x, y, name, className }, at) => {
      const dot = `<circle class="${className === 'town' ? 'dot' : 'stop'}" cx="${x}" cy="${y}" r="3"/>`;
      const side = sides[at];
      if (!side) return className === 'town' ? '' : dot;
      const { dx, dy, anchor } = BESIDE[side];
      const text = `<text class="${className}" x="${x + dx}" y="${y + dy}" text-anchor="${anchor}">`;
      const cut = cutOf({ x, y, name }, anchor);
      const drawing = `${dot}${text}${escaped(name)}</text>`;
      return cut ? `<g class="${cut}">${drawing}</g>` : drawing;
    })
    .join('');
}

/** The frames that would cut a name: those of a phone, or wide and low ones. The styles leave the name out there. */
function cutOf({ x, y, name }: Spot & { name: string }, anchor: string): string {
  const width = name.length * LETTER + 9;
  const left = x - ({ start: 0, middle: width / 2 }[anchor] ?? width);
  return [
    left < CUT.side || left + width > WIDTH - CUT.side ? 'beyond' : '',
    y < CUT.top || y > HEIGHT - CUT.bottom ? 'above' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where no name may reach. */
const BESIDE_DRAWING: readonly MapBox[] = [
  { left: -WIDTH, right: 0, top: 0, bottom: HEIGHT },
  { left: WIDTH, right: 2 * WIDTH, top: 0, bottom: HEIGHT },
];

/** Where a name stands beside its dot. */
const BESIDE: Readonly<Record<MapSide, { dx: number; dy: number; anchor: string }>> = {
  right: { dx: 9, dy: 5, anchor: 'start' },
  left: { dx: -9, dy: 5, anchor: 'end' },
  below: { dx: 0, dy: 21, anchor: 'middle' },
  under: { dx: 0, dy: 43, anchor: 'middle' },
};

/**
 * What is around a point, drawn without a script: borders of municipalities, water, towns, stations and, around an
 * address, the distances of RINGS; as SVG. Nothing is drawn that does not exist. In the middle is the point itself, or
 * an area where only the town is known.
 */
export function aroundDrawing(
  { point, isExact }: { point: MapPoint; isExact: boolean },
  language: string,
  { towns = [], look }: { towns?: readonly (MapPoint & { name: Localized })[]; look: MapLook },
): string {
  const ground = groundAround([point], language);
  const middle = { x: WIDTH / 2, y: HEIGHT / 2 };
  const scale = WIDTH / kilometresAround(point, ground.stations);
  const exact = projectedAround(point, KM_PER_DEGREE * scale, middle);
  const placed = (latitude: number, longitude: number) => {
    const { x, y } = exact({ latitude, longitude });
    return { x: Math.round(x), y: Math.round(y) };
  };
  const isInside = ({ x, y }: Spot) =>
    x > EDGE.side && x < WIDTH - EDGE.side && y > EDGE.top && y < HEIGHT - EDGE.bottom;
  const isNear = ({ x, y }: Spot) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT;
  const path = (lines: readonly Line[], name: string) =>
    `<path class="${name}" d="${drawn(lines, { placed, isNear })}"/>`;
  const named = (places: readonly (MapPoint & { name: string })[], className: Named['className']): Named[] =>
    places
      .map(({ latitude, longitude, name }) => ({ ...placed(latitude, longitude), name, className }))
      .filter(isInside);
  const rings = isExact ? RINGS.map((km) => ({ km, radius: km * scale })) : [];
  const obstacles = [
    ...BESIDE_DRAWING,
    boxAround(middle, 18, 14),
    ...rings.map(({ radius }) => boxAround({ x: middle.x, y: middle.y - radius - 10 }, 22, 10)),
  ];
  const names = [
    ...named(
      towns.map((town) => ({ ...town, name: localized(town.name, language) })),
      'town',
    ),
    ...named(ground.stations, 'station'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">`,
    `<style>${stylesOf(look)}</style>`,
    `<g fill="none">${path(ground.rivers, 'river')}${path(ground.borders, 'border')}`,
    ...rings.map(({ radius }) => `<circle class="ring" cx="${middle.x}" cy="${middle.y}" r="${Math.round(radius)}"/>`),
    '</g>',
    ...rings.map(({ km, radius }) => {
      const y = Math.round(middle.y - radius - 5);
      return `<text class="small" x="${middle.x}" y="${y}" text-anchor="middle">${km} km</text>`;
    }),
    drawnNames(names, obstacles),
    isExact
      ? `<rect class="spot" x="${middle.x - 7}" y="${middle.y - 7}" width="14" height="14"/>`
      : `<circle class="area" cx="${middle.x}" cy="${middle.y}" r="90"/>`,
    '</svg>',
  ].join('');
}

const boxAround = ({ x, y }: Spot, wide: number, tall: number): MapBox => ({
  left: x - wide,
  right: x + wide,
  top: y - tall,
  bottom: y + tall,
});

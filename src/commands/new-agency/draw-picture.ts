import sharp from 'sharp';

/** Colours of the drawings: quiet, and of no brand. */
const C = {
  sky: '#e8ecee',
  ground: '#cfd6cc',
  path: '#dad6cd',
  wall: '#f2eee6',
  wall2: '#dfd8cb',
  brick: '#c9b6a4',
  roof: '#8f8a84',
  roof2: '#a49d95',
  glass: '#b9c6cc',
  frame: '#fbfaf7',
  entry: '#6f7a78',
  tree: '#a9b8a3',
  tree2: '#94a78f',
  trunk: '#8d8072',
  floor: '#d8cab6',
  sofa: '#9aa5a6',
} as const;

const box = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
const shape = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`;
const pane = (x: number, y: number, width: number, height: number) =>
  box(x - 8, y - 8, width + 16, height + 16, C.frame) +
  box(x, y, width, height, C.glass) +
  box(x + width / 2 - 3, y, 6, height, C.frame);
const tree = (x: number, y: number, size: number, fill: string = C.tree) =>
  box(x - size / 12, y - size, size / 6, size, C.trunk) +
  `<circle cx="${x}" cy="${y - size * 1.25}" r="${size * 0.62}" fill="${fill}"/>`;
const outside = (width: number, height: number, horizon: number) =>
  box(0, 0, width, height, C.sky) + box(0, horizon, width, height - horizon, C.ground);

/** A house with a pitched roof; `x` and `y` are its lower left corner. */
function gable(x: number, y: number, { width, height, wall = C.wall, roof = C.roof }: Gable): string {
  const top = y - height;
  const part = width / 10;
  return [
    box(x, top, width, height, wall),
    shape(`${x - 14},${top} ${x + width / 2},${top - width * 0.42} ${x + width + 14},${top}`, roof),
    pane(x + part, top + height * 0.12, part * 2.6, height * 0.24),
    pane(x + part * 6.2, top + height * 0.12, part * 2.6, height * 0.24),
    pane(x + part, top + height * 0.56, part * 4, height * 0.28),
    box(x + part * 6.6, top + height * 0.54, part * 2, height * 0.46, C.entry),
  ].join('');
}
interface Gable {
  width: number;
  height: number;
  wall?: string;
  roof?: string;
}

function apartments(): string {
  const floors = [0, 1, 2, 3].map((floor) => {
    const y = 220 + floor * 150;
    const panes = [0, 1, 2, 3].map((at) => pane(440 + at * 165, y, 95, 84)).join('');
    return `${panes}${box(428, y + 96, 285, 12, C.roof2)}${box(758, y + 96, 285, 12, C.roof2)}`;
  });
  return [
    outside(1500, 1000, 840) + tree(250, 860, 170) + tree(1270, 860, 200, C.tree2),
    box(390, 160, 700, 700, C.brick) + box(378, 146, 724, 26, C.roof),
    ...floors,
    box(690, 770, 100, 90, C.entry) + box(0, 860, 1500, 140, C.path),
  ].join('');
}

const living = () =>
  [
    box(0, 0, 1500, 700, C.wall) + box(0, 700, 1500, 300, C.floor),
    pane(180, 150, 460, 400) + box(150, 118, 520, 14, C.trunk),
    box(860, 470, 460, 190, C.sofa, 'rx="26"') + box(820, 560, 540, 150, C.sofa, 'rx="30"'),
    box(900, 590, 180, 70, C.wall2, 'rx="12"') + box(1100, 590, 180, 70, C.wall2, 'rx="12"'),
    box(930, 200, 300, 190, C.frame) + shape('960,360 1050,260 1110,320 1150,285 1205,360', C.tree),
    `<ellipse cx="760" cy="850" rx="520" ry="80" fill="${C.wall2}"/>`,
    box(560, 760, 300, 20, C.trunk) + box(590, 780, 16, 70, C.trunk) + box(814, 780, 16, 70, C.trunk),
  ].join('');

const garden = () =>
  [
    outside(1500, 1000, 520) + box(0, 440, 1500, 110, C.tree2),
    tree(1180, 640, 260) + tree(300, 600, 150, C.tree2),
    shape('0,1000 0,800 760,760 980,1000', C.path),
    box(240, 760, 320, 18, C.trunk) + box(270, 778, 16, 90, C.trunk) + box(514, 778, 16, 90, C.trunk),
    box(180, 820, 90, 16, C.entry) + box(540, 820, 90, 16, C.entry),
  ].join('');

const house = () =>
  outside(1500, 1000, 800) +
  tree(240, 830, 200) +
  gable(470, 820, { width: 560, height: 420 }) +
  box(1030, 620, 240, 200, C.wall2) +
  box(1060, 670, 180, 150, C.roof2) +
  box(1020, 600, 262, 24, C.roof) +
  shape('640,820 760,820 900,1000 560,1000', C.path);

const plan = () =>
  outside(1500, 1000, 800) +
  [0, 1].map((at) => gable(330 + at * 430, 820, { width: 420, height: 400, wall: at ? C.wall2 : C.wall })).join('') +
  tree(180, 840, 160, C.tree2) +
  tree(1330, 840, 180) +
  box(0, 860, 1500, 140, C.path);

const street = () =>
  outside(2000, 840, 690) +
  [C.wall, C.brick, C.wall2, C.wall, C.brick, C.wall2]
    .map((wall, at) =>
      gable(40 + at * 330, 710, {
        ...{ width: 300, height: at % 2 ? 330 : 290, wall, roof: at % 2 ? C.roof2 : C.roof },
      }),
    )
    .join('') +
  tree(345, 740, 110) +
  tree(1335, 740, 120, C.tree2) +
  box(0, 730, 2000, 110, C.path);

const WIDE = [2000, 840] as const;
const USUAL = [1500, 1000] as const;
const DRAWINGS = {
  street: [street, ...WIDE],
  house: [house, ...USUAL],
  apartments: [apartments, ...USUAL],
  living: [living, ...USUAL],
  garden: [garden, ...USUAL],
  plan: [plan, ...USUAL],
} as const;

/** The name of a drawing: a placeholder until the agency has photographs. */
export type DrawingName = keyof typeof DRAWINGS;

/** Whether there is a drawing of that name. */
export const isDrawing = (name: string): name is DrawingName => Object.hasOwn(DRAWINGS, name);

/** A drawing is the same for each agency: a process draws it once. */
const drawn = new Map<DrawingName, Promise<Buffer>>();

/** Draws a placeholder for a photograph as a PNG file. */
export function drawPicture(name: DrawingName): Promise<Buffer> {
  const known = drawn.get(name);
  if (known) return known;
  const [draw, width, height] = DRAWINGS[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${draw()}</svg>`;
  const png = sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  drawn.set(name, png);
  return png;
}

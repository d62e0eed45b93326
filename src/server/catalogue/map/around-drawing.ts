import { pointsOf } from '../../../domain/map/map-ground.ts';
import type { MapPoint } from '../../../domain/places/point.ts';
import { groundAround } from './ground.ts';

/** The size of the drawing, and how many kilometres it shows from west to east. */
const [WIDTH, HEIGHT, KILOMETRES] = [800, 450, 12];
const KM_PER_DEGREE = 111.3;
const SCALE = WIDTH / KILOMETRES;

const COLOURS = `
.border{stroke:#8b8f84;stroke-width:1.5;stroke-dasharray:6 5}.river{stroke:#9dbccb;stroke-width:5}
text{font:500 15px sans-serif;fill:#4a544c}circle{fill:#4a544c}.scale{stroke:#4a544c;stroke-width:1.5}
@media (prefers-color-scheme:dark){
.border{stroke:#7d8a80}.river{stroke:#3f6675}text,circle{fill:#c5cbbf}.scale{stroke:#c5cbbf}}`;

/** The name of a station beside its dot, towards the middle where the edge is near. */
function label({ x, y }: { x: number; y: number }, name: string): string {
  const isLeft = x > WIDTH - 150;
  const place = isLeft ? `x="${x - 9}" text-anchor="end"` : `x="${x + 9}"`;
  return `<text ${place} y="${y + 5}">${escaped(name)}</text>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * What is around a point, drawn without a script: borders of municipalities, water, stations and a scale, as SVG.
 * Nothing is drawn that does not exist. The point itself is in the middle and has no mark.
 */
export function aroundDrawing(point: MapPoint, language: string): string {
  const ground = groundAround([point], language);
  const narrowing = Math.cos((point.latitude * Math.PI) / 180);
  const placed = (latitude: number, longitude: number) => ({
    x: Math.round(WIDTH / 2 + (longitude - point.longitude) * KM_PER_DEGREE * narrowing * SCALE),
    y: Math.round(HEIGHT / 2 - (latitude - point.latitude) * KM_PER_DEGREE * SCALE),
  });
  const isInside = ({ x, y }: { x: number; y: number }) => x > 10 && x < WIDTH - 10 && y > 20 && y < HEIGHT - 40;
  const path = (lines: readonly (readonly number[])[], name: string) => {
    const drawn = lines.map((line) => {
      const points = pointsOf(line).map(([latitude, longitude]) => placed(latitude, longitude));
      return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    });
    return `<path class="${name}" d="${drawn.join('')}"/>`;
  };
  const stations = ground.stations.flatMap(({ latitude, longitude, name }) => {
    const at = placed(latitude, longitude);
    return isInside(at) ? [`<circle cx="${at.x}" cy="${at.y}" r="4"/>${label(at, name)}`] : [];
  });
  const [left, base] = [24, HEIGHT - 22];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><style>${COLOURS}</style>`,
    `<g fill="none">${path(ground.rivers, 'river')}${path(ground.borders, 'border')}`,
    `<path class="scale" d="M${left} ${base - 5}v5h${SCALE}v-5"/></g>`,
    ...stations,
    `<text x="${left + SCALE + 8}" y="${base + 2}">1 km</text></svg>`,
  ].join('');
}

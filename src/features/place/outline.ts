import type { MapPoint } from './point.ts';

/** The most corners that an outline in a URL has. */
export const MOST_CORNERS = 60;
const FEWEST_CORNERS = 3;
const DECIMALS = 4;
const CORNER = /^(-?\d{1,2}(?:\.\d{1,6})?)_(-?\d{1,3}(?:\.\d{1,6})?)$/;

/** The part of the world between two corners: south-west and north-east. */
export interface Bounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/**
 * The corners of an area in a URL: degrees north and east, joined by `_`, and the corners by `*`, none of which is
 * escaped in a URL.
 * @example pathOfOutline([{ latitude: 50.93561, longitude: 4.37856 }]) // '50.9356_4.3786'
 */
export function pathOfOutline(outline: readonly MapPoint[]): string {
  const text = (degrees: number) => String(Number(degrees.toFixed(DECIMALS)));
  return outline.map(({ latitude, longitude }) => `${text(latitude)}_${text(longitude)}`).join('*');
}

/** The outlines that were read last. A page reads that of its URL several times, and so do the next pages. */
const recent = new Map<string, readonly MapPoint[]>();
const MOST_RECENT = 32;

/** The corners of an area as a URL has them; null for anything else, and for fewer than three or more than sixty. */
export function outlineOf(text: string): readonly MapPoint[] | null {
  const known = recent.get(text);
  if (known) return known;
  const corners = cornersOf(text);
  if (!corners || corners.length < FEWEST_CORNERS || corners.length > MOST_CORNERS) return null;
  if (recent.size >= MOST_RECENT) recent.delete(recent.keys().next().value ?? '');
  recent.set(text, corners);
  return corners;
}

/**
 * The part of a map as a URL has it, such as `50.8_4.2*51_4.6`; null for anything else. The corners may come in any
 * order.
 */
export function boundsOf(text: string): Bounds | null {
  const [one, other, ...more] = cornersOf(text) ?? [];
  if (!one || !other || more.length > 0) return null;
  const around = boundsAround([one, other]);
  return around.south === around.north || around.west === around.east ? null : around;
}

/** Bounds as a URL has them. */
export const pathOfBounds = ({ south, west, north, east }: Bounds): string =>
  pathOfOutline([
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ]);

/** The smallest bounds around some points. */
export function boundsAround(points: readonly MapPoint[]): Bounds {
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  };
}

/** Whether a point is within bounds; their edge belongs to them. */
export function isWithin({ latitude, longitude }: MapPoint, { south, west, north, east }: Bounds): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

function cornersOf(text: string): MapPoint[] | null {
  if (text.length > (MOST_CORNERS + 1) * 24) return null;
  const corners = text.split('*').map((corner) => {
    const [, latitude, longitude] = CORNER.exec(corner) ?? [];
    return { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) };
  });
  const isOnEarth = corners.every(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
  return isOnEarth ? corners : null;
}

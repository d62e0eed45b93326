import type { MapPoint } from '../places/point.ts';

/**
 * Share of the properties that the first view must include; including the farthest would leave the map almost empty.
 */
const CORE = 0.85;

/**
 * The places nearest to their common centre, as many as the first view must include; all of them when none is far away.
 */
export function corePlaces<T extends MapPoint>(places: readonly T[]): T[] {
  const middle = {
    latitude: median(places.map(({ latitude }) => latitude)),
    longitude: median(places.map(({ longitude }) => longitude)),
  };
  const stretch = Math.cos((middle.latitude * Math.PI) / 180);
  const far = (place: T) =>
    Math.hypot(place.latitude - middle.latitude, (place.longitude - middle.longitude) * stretch);
  const sorted = places.map((place) => ({ place, far: far(place) })).sort((a, b) => a.far - b.far);
  const reach = (sorted[Math.ceil(sorted.length * CORE) - 1]?.far ?? 0) * 2;
  return sorted.filter((one) => one.far <= reach).map(({ place }) => place);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import type { MapPoint } from '../places/point.ts';

/** Share of the homes that a first view must show; the rest lies so far off that the map would be empty. */
const CORE = 0.85;

/**
 * The places nearest to the middle of them all, as many as a first view must show; all of them when none lies far off.
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

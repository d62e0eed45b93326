/** A place on earth in degrees. */
export interface MapPoint {
  latitude: number;
  longitude: number;
}

const EARTH_METRES = 6_371_000;

/** Metres between two places in a straight line; exact enough for distances within a country. */
export function metresBetween(a: MapPoint, b: MapPoint): number {
  const rad = Math.PI / 180;
  const east = (a.longitude - b.longitude) * rad * Math.cos(((a.latitude + b.latitude) / 2) * rad);
  return EARTH_METRES * Math.hypot(east, (a.latitude - b.latitude) * rad);
}

const DECIMALS = 5;

/**
 * A point with five decimals, about one metre.
 * @example roundedPoint({ latitude: 50.9356249, longitude: 4.3785612 }) // { latitude: 50.93562, longitude: 4.37856 }
 */
export function roundedPoint({ latitude, longitude }: MapPoint): MapPoint {
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) };
}

/**
 * The public point of a property; null when its address is hidden or it has none (feeds write 0, 0).
 * @example publicPointOf({ PublishAddress: false, GoogleX: 50.93562, GoogleY: 4.37856 }) // null
 */
export function publicPointOf({
  PublishAddress,
  GoogleX,
  GoogleY,
}: {
  PublishAddress: boolean;
  GoogleX?: number | undefined;
  GoogleY?: number | undefined;
}): MapPoint | null {
  if (PublishAddress !== true || GoogleX === undefined || GoogleY === undefined || (GoogleX === 0 && GoogleY === 0))
    return null;
  return roundedPoint({ latitude: GoogleX, longitude: GoogleY });
}

/**
 * Share of the properties that the first view must include; including the farthest would leave the map almost empty.
 */
const CORE = 0.85;

/**
 * The places nearest to their common centre, as many as the first view must include; all of them when none is far away.
 * `core` is the share of them that must be included, between 0 and 1.
 */
export function corePlaces<T extends MapPoint>(places: readonly T[], core = CORE): T[] {
  const middle = {
    latitude: median(places.map(({ latitude }) => latitude)),
    longitude: median(places.map(({ longitude }) => longitude)),
  };
  const stretch = Math.cos((middle.latitude * Math.PI) / 180);
  const far = (place: T) =>
    Math.hypot(place.latitude - middle.latitude, (place.longitude - middle.longitude) * stretch);
  const sorted = places.map((place) => ({ place, far: far(place) })).sort((a, b) => a.far - b.far);
  const reach = (sorted[Math.ceil(sorted.length * core) - 1]?.far ?? 0) * 2;
  return sorted.filter((one) => one.far <= reach).map(({ place }) => place);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A place on earth in degrees. */
export interface MapPoint {
  latitude: number;
  longitude: number;
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

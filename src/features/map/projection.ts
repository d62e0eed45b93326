import type { MapPoint } from '../place/point.ts';

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

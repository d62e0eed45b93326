import type { MapPoint } from '../place/point.ts';

/** What a map without streets shows behind the towns. */
export interface MapGround {
  /**
   * Lines of numbers: latitude and longitude of the first point in ten thousandths of a degree, then the steps to each
   * next point.
   */
  borders: readonly (readonly number[])[];
  rivers: readonly (readonly number[])[];
  stations: readonly (MapPoint & { name: string })[];
  credits: readonly { by: string; title: string; link: string }[];
}

/** Path of the data for the map without streets; `language` is added. */
export const MAP_GROUND = '/map/ground.json';

/**
 * The points of a line.
 * @example pointsOf([509000, 43000, 10, -5]) // [[50.9, 4.3], [50.901, 4.2995]]
 */
export function pointsOf(line: readonly number[]): [latitude: number, longitude: number][] {
  let [latitude, longitude] = [0, 0];
  return Array.from({ length: line.length / 2 }, (_, at) => {
    latitude += line[2 * at]!;
    longitude += line[2 * at + 1]!;
    return [latitude / 1e4, longitude / 1e4];
  });
}

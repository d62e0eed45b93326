import { isKeyOf } from '../values/values.ts';

/** An upright part of a photograph, four wide and five high, around a point in tenths of the width and height. */
export interface UprightCrop {
  across: number;
  down: number;
}

const RATIO = 4 / 5;
const TENTH = 10;
const NAME = /^4x5-(0|[1-9]0|100)-(0|[1-9]0|100)$/;

/** The name of a part in a URL; the point is in tens, so that there are few parts of one photograph. */
export const uprightName = ({ across, down }: UprightCrop): string => `4x5-${across * TENTH}-${down * TENTH}`;

/** The part that a URL names; null for any other text. */
export function readUprightCrop(name: string): UprightCrop | null {
  const [, across, down] = NAME.exec(name) ?? [];
  return across && down ? { across: Number(across) / TENTH, down: Number(down) / TENTH } : null;
}

/** The part around a focus in hundredths, as `object-position` places it. */
export const uprightOf = ([x, y]: readonly [number, number]): UprightCrop => ({
  across: Math.round(x / TENTH),
  down: Math.round(y / TENTH),
});

/** The part in thousandths of a picture of this size. */
export const cropOfUpright = ({ across, down }: UprightCrop, size: { width: number; height: number }): Crop =>
  cropOfRatio(size, RATIO, { across: across / TENTH, down: down / TENTH });

/** How wide the part is in a picture of this size, in pixels. */
export const uprightWidth = ({ width, height }: { width: number; height: number }): number =>
  Math.min(width, Math.round(height * RATIO));

/** The part of a picture that is shown, in thousandths of its width and height. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

const ALL = 1000;
/** The narrowest part that can be chosen. */
const LEAST = 50;

/** The ratios of width to height that are offered. */
export const CROP_RATIOS = { '3:2': 3 / 2, '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1, '2:3': 2 / 3 } as const;

/** A ratio by its name; null for any other text. */
export const cropRatio = (name: string): number | null => (isKeyOf(CROP_RATIOS, name) ? CROP_RATIOS[name] : null);

/** Whether nothing is cut off. */
export const isWhole = ({ width, height }: Crop): boolean => width === ALL && height === ALL;

/**
 * The largest part of a picture with a ratio of width to height; `across` and `down` say where it is, from 0 to 1.
 * @example cropOfRatio({ width: 2000, height: 1000 }, 1, { across: 0.5, down: 0.5 })
 * // { left: 250, top: 0, width: 500, height: 1000 }
 */
export function cropOfRatio(
  size: { width: number; height: number },
  ratio: number,
  { across, down }: { across: number; down: number },
): Crop {
  const own = size.width / size.height;
  const width = Math.min(ALL, Math.round((ALL * ratio) / own));
  const height = Math.min(ALL, Math.round((ALL * own) / ratio));
  return { left: Math.round((ALL - width) * across), top: Math.round((ALL - height) * down), width, height };
}

/** A part by four numbers, kept within the picture; null when one of them is no number. */
export function cropOfNumbers(left: number, top: number, width: number, height: number): Crop | null {
  if (![left, top, width, height].every(Number.isFinite)) return null;
  const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)));
  const [x, y] = [within(left, 0, ALL - LEAST), within(top, 0, ALL - LEAST)];
  return { left: x, top: y, width: within(width, LEAST, ALL - x), height: within(height, LEAST, ALL - y) };
}

/** The part in pixels of a picture of this size. */
export function pixelsOf({ left, top, width, height }: Crop, size: { width: number; height: number }) {
  const [x, y] = [Math.round((left * size.width) / ALL), Math.round((top * size.height) / ALL)];
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(size.width - x, Math.round((width * size.width) / ALL))),
    height: Math.max(1, Math.min(size.height - y, Math.round((height * size.height) / ALL))),
  };
}

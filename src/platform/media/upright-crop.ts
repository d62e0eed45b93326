import { type Crop, cropOfRatio } from './crop.ts';

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

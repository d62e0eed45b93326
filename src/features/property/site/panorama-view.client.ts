/** Where a visitor looks: angles in radians, `fov` is the height of the view on a wide screen. */
export interface View {
  /** To the right of the middle of the picture. */
  yaw: number;
  /** Above the horizon. */
  pitch: number;
  fov: number;
}

const [LEAST, MOST] = [Math.PI / 6, (Math.PI * 5) / 9];
/** Straight up and straight down the horizon has no direction any more. */
const STEEPEST = Math.PI / 2 - 0.01;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The view of a visitor who starts: the middle of the picture, 75° high. */
export const firstView = (): View => ({ yaw: 0, pitch: 0, fov: (Math.PI * 5) / 12 });

/** The view turned by angles; it never tips over. */
export const turned = ({ yaw, pitch, fov }: View, right: number, up: number): View => ({
  yaw: yaw + right,
  pitch: within(pitch + up, -STEEPEST, STEEPEST),
  fov,
});

/** The view with a larger (above 1) or smaller picture. */
export const enlarged = (view: View, times: number): View => ({ ...view, fov: within(view.fov / times, LEAST, MOST) });

/**
 * The matrix of the shader, column by column: it takes a point of the screen (-1 to 1, and 1) to the direction in which
 * the visitor sees it. In a direction x is right, y is up and z is the middle of the picture.
 */
export function directions({ yaw, pitch, fov }: View, aspect: number): number[] {
  // An upright screen sees more above and below, and little less beside, than a wide one.
  const high = Math.tan(fov / 2) / Math.sqrt(Math.min(1, aspect));
  const wide = high * aspect;
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [
    ...[wide * cosYaw, 0, -wide * sinYaw],
    ...[-high * sinPitch * sinYaw, high * cosPitch, -high * sinPitch * cosYaw],
    ...[cosPitch * sinYaw, sinPitch, cosPitch * cosYaw],
  ];
}

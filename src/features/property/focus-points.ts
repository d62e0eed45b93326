import type { LabelKey } from '../../i18n/label-key.ts';

/** A point of a photograph, in hundredths of its width and height from the left and the top. */
export interface FocusPoint {
  X: number;
  Y: number;
}

const ACROSS = [
  [15, 'CROP_AT_LEFT'],
  [50, 'CROP_AT_CENTRE'],
  [85, 'CROP_AT_RIGHT'],
] as const satisfies readonly (readonly [number, LabelKey])[];
const DOWN = [
  [15, 'CROP_AT_TOP'],
  [50, 'CROP_AT_CENTRE'],
  [85, 'CROP_AT_BOTTOM'],
] as const satisfies readonly (readonly [number, LabelKey])[];

/** The nine points that an editor can choose, row by row, with the labels of their place down and across. */
export const FOCUS_POINTS: readonly { point: FocusPoint; labels: readonly [down: LabelKey, across: LabelKey] }[] =
  DOWN.flatMap(([Y, down]) => ACROSS.map(([X, across]) => ({ point: { X, Y }, labels: [down, across] as const })));

/** A point as a form holds it, such as `85 15`; empty without one. */
export const focusText = (point: FocusPoint | null): string => (point ? `${point.X} ${point.Y}` : '');

/**
 * The point that a form or the content holds; null for anything else.
 * @example focusOf('85 15') // { X: 85, Y: 15 }
 */
export function focusOf(held: unknown): FocusPoint | null {
  const [X, Y] =
    typeof held === 'string'
      ? (/^(\d{1,3}(?:\.\d+)?) (\d{1,3}(?:\.\d+)?)$/.exec(held)?.slice(1).map(Number) ?? [])
      : [(held as FocusPoint | null)?.X, (held as FocusPoint | null)?.Y];
  const isPart = (part: unknown): part is number => typeof part === 'number' && part >= 0 && part <= 100;
  return isPart(X) && isPart(Y) ? { X, Y } : null;
}

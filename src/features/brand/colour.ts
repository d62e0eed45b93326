/** A colour in six hexadecimal digits, such as "#1d3d30". */
export type Colour = string;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (colour: Colour): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Channels;

/** Mixes two colours channel by channel; `part` is that of the second, from 0 to 1. */
export function mix(first: Colour, second: Colour, part: number): Colour {
  const [from, to] = [channelsOf(first), channelsOf(second)];
  const channel = (at: number) => Math.round(from[at]! + (to[at]! - from[at]!) * part);
  return `#${[0, 1, 2].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance from 0 (black) to 1 (white), as WCAG 2.2 defines it. */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours from 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(first: Colour, second: Colour): number {
  const [dark, light] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The lowest contrast of a colour with several others. */
export const lowestContrast = (colour: Colour, others: readonly Colour[]): number =>
  Math.min(...others.map((other) => contrastOf(colour, other)));

const STEPS = 50;

/**
 * The colour nearest to `from` on the way to `to` that reaches a contrast with all of `others`; `to` itself when none
 * does.
 */
export function firstWith(contrast: number, from: Colour, to: Colour, others: readonly Colour[]): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const colour = mix(from, to, step / STEPS);
    if (lowestContrast(colour, others) >= contrast) return colour;
  }
  return to;
}

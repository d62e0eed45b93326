/**
 * The placeholder colours of photographs by letter: grey, wood and brick, lawn, sky, each in three shades, so light
 * that alternative text is readable on them. The styles in late.css use the same values.
 */
export const TONES: Readonly<Record<string, string>> = {
  a: '#a5a4a0',
  b: '#c2c1bd',
  c: '#dedcd8',
  d: '#b39c86',
  e: '#ccb9a6',
  f: '#e4d8ca',
  g: '#97a783',
  h: '#b4c1a4',
  i: '#d3dcc8',
  j: '#93a7b5',
  k: '#b2c2cd',
  l: '#d3dde4',
};

/**
 * How much a colour is lightened before it is matched to a tone, and the weight of its hue relative to its lightness.
 */
const LIGHTER = 0.4;
const HUE = 3;
/** A grey counts less than a colour, because the sky or the lawn is more typical of a photograph. */
const GREYS = 'abc';
const GREY_COUNTS = 0.6;

/**
 * The most frequent tone of a photograph, from a sample of its pixels: red, green and blue of each from 0 to 255.
 * @example toneOf([95, 120, 60, 96, 121, 61, 255, 255, 255]) // 'h'
 */
export function toneOf(pixels: ArrayLike<number>): string {
  const votes = new Map<string, number>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const letter = nearest([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
    votes.set(letter, (votes.get(letter) ?? 0) + (GREYS.includes(letter) ? GREY_COUNTS : 1));
  }
  return [...votes].reduce((best, one) => (one[1] > best[1] ? one : best), ['b', 0])[0];
}

function nearest(colour: readonly number[]): string {
  const { light, hue } = lightAndHue(colour.map((part) => part + (255 - part) * LIGHTER));
  let best = { letter: 'b', distance: Number.POSITIVE_INFINITY };
  for (const tone of shades()) {
    const ofHue = tone.hue.reduce((sum, part, at) => sum + (part - hue[at]!) ** 2, 0);
    const distance = (tone.light - light) ** 2 + HUE * ofHue;
    if (distance < best.distance) best = { letter: tone.letter, distance };
  }
  return best.letter;
}

let known: readonly { letter: string; light: number; hue: number[] }[] | undefined;

/** The tones as lightness and hue. */
function shades() {
  known ??= Object.entries(TONES).map(([letter, hex]) => ({
    letter,
    ...lightAndHue([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))),
  }));
  return known;
}

function lightAndHue(colour: readonly number[]): { light: number; hue: number[] } {
  const light = colour.reduce((sum, part) => sum + part, 0) / colour.length;
  return { light, hue: colour.map((part) => part - light) };
}

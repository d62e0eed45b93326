import {
  type BaseColours,
  type Colour,
  contrastOf,
  mix,
  type Palette,
  palettesOf,
  SCHEMES,
  type Scheme,
} from './palette.ts';

/** A colour of a brand that cannot be read somewhere. */
export interface PaletteFault {
  scheme: Scheme;
  /** The chosen colour that has to change. */
  colour: keyof BaseColours;
  /** What cannot be read, in words, with both colours and their contrast. */
  message: string;
}

interface Pair {
  colour: keyof BaseColours;
  what: string;
  front: (palette: Palette) => Colour;
  back: (palette: Palette) => Colour;
  /** WCAG 2.2: 4.5 for text (1.4.3), 3 for the edges of controls (1.4.11). */
  least: 4.5 | 3;
}

const GROUNDS = ['page', 'raised', 'sunk'] as const;
const onGrounds = (colour: keyof BaseColours, role: keyof Palette, what: string, least: 4.5 | 3): Pair[] =>
  GROUNDS.map((ground) => ({
    colour,
    what: `${what} on ${ground === 'page' ? 'the page' : ground === 'raised' ? 'a field or dialog' : 'a quiet panel'}`,
    front: (palette) => palette[role],
    back: (palette) => palette[ground],
    least,
  }));

/** Every pair of colours that has to be told apart, in rest and under the pointer (ui/button.css). */
const PAIRS: readonly Pair[] = [
  ...onGrounds('ink', 'ink', 'text', 4.5),
  ...onGrounds('ink', 'ink-2', 'second text', 4.5),
  ...onGrounds('accent', 'accent', 'text in the accent', 4.5),
  ...onGrounds('page', 'error', 'the text of an error', 4.5),
  ...onGrounds('page', 'ok', 'the text of a success', 4.5),
  ...onGrounds('action', 'action', 'a button', 3),
  ...onGrounds('ink', 'edge', 'the edge of a field', 3).slice(0, 2),
  {
    ...{ colour: 'action', what: 'the text of a button', least: 4.5 },
    ...{ front: (palette) => palette['on-action'], back: ({ action }) => action },
  },
  {
    ...{ colour: 'action', what: 'the text of a button under the pointer', least: 4.5 },
    ...{ front: (palette) => palette['on-action'], back: ({ action, page }) => mix(action, page, 0.14) },
  },
  {
    ...{ colour: 'accent', what: 'the text of an accent button', least: 4.5 },
    ...{ front: (palette) => palette['on-accent'], back: ({ accent }) => accent },
  },
  {
    ...{ colour: 'accent', what: 'the text of an accent button under the pointer', least: 4.5 },
    ...{ front: (palette) => palette['on-accent'], back: ({ accent, ink }) => mix(accent, ink, 0.12) },
  },
  ...(['on-band', 'on-band-2'] as const).map(
    (role): Pair => ({
      ...{ colour: 'band', what: 'text on the band', least: 4.5 },
      ...{ front: (palette) => palette[role], back: ({ band }) => band },
    }),
  ),
  {
    ...{ colour: 'band', what: 'the edge of a field on the band', least: 3 },
    ...{ front: (palette) => palette['band-edge'], back: ({ band }) => band },
  },
];

/**
 * The colours that cannot be read in light or dark, at most one sentence per chosen colour and scheme, with the nearest
 * colour that can.
 */
export function paletteFaults(colours: Partial<BaseColours> = {}, dark: Partial<BaseColours> = {}): PaletteFault[] {
  const palettes = palettesOf({ colours, dark });
  return SCHEMES.flatMap((scheme) => {
    const palette = palettes[scheme];
    const faults = new Map<string, PaletteFault>();
    for (const { colour, what, front, back, least } of PAIRS) {
      const [over, under] = [front(palette), back(palette)];
      const contrast = contrastOf(over, under);
      if (contrast >= least || faults.has(colour)) continue;
      const better = betterThan(colour, { colours, dark, scheme });
      const message =
        `${what} (${over} on ${under}) has a contrast of ${contrast.toFixed(1)} in ${scheme} mode; at least ${least} ` +
        `is needed${better ? `. The nearest colour that can be read is ${better}` : ''}`;
      faults.set(colour, { scheme, colour, message });
    }
    return [...faults.values()];
  });
}

/** The nearest darker or lighter version of a colour with which no pair of it fails; null when there is none. */
function betterThan(
  colour: keyof BaseColours,
  given: { colours: Partial<BaseColours>; dark: Partial<BaseColours>; scheme: Scheme },
): Colour | null {
  const now = palettesOf(given)[given.scheme][colour];
  const isRead = (candidate: Colour) => {
    const changed = { ...given[given.scheme === 'light' ? 'colours' : 'dark'], [colour]: candidate };
    const palettes = palettesOf(
      given.scheme === 'light' ? { ...given, colours: changed } : { ...given, dark: changed },
    );
    const palette = palettes[given.scheme];
    return PAIRS.every(
      (pair) => pair.colour !== colour || contrastOf(pair.front(palette), pair.back(palette)) >= pair.least,
    );
  };
  for (let part = 0.04; part < 1; part += 0.04)
    for (const end of ['#000000', '#ffffff']) {
      const candidate = mix(now, end, part);
      if (isRead(candidate)) return candidate;
    }
  return null;
}

import { itemAt, keysOf } from '../../platform/values/values.ts';

/** A colour in six hexadecimal digits, such as "#1d3d30". */
export type Colour = string;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: Colour): Channels {
  const channelAt = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channelAt(1), channelAt(3), channelAt(5)];
}

/** Mixes two colours channel by channel; `part` is that of the second, from 0 to 1. */
export function mix(first: Colour, second: Colour, part: number): Colour {
  const to = channelsOf(second);
  const channels = channelsOf(first).map((from, at) => Math.round(from + (itemAt(to, at) - from) * part));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance from 0 (black) to 1 (white), as WCAG 2.2 defines it. */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Contrast ratio of two colours from 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(first: Colour, second: Colour): number {
  const luminances = [luminanceOf(first), luminanceOf(second)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** The lowest contrast of a colour with several others. */
export const lowestContrast = (colour: Colour, others: readonly Colour[]): number =>
  Math.min(...others.map((other) => contrastOf(colour, other)));

const STEPS = 50;

/**
 * The colour nearest to `from` on the way to `to` that reaches a contrast with all of `others`; `to` itself when none
 * does.
 */
function firstWith(contrast: number, from: Colour, to: Colour, others: readonly Colour[]): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const colour = mix(from, to, step / STEPS);
    if (lowestContrast(colour, others) >= contrast) return colour;
  }
  return to;
}

/** The five colours that a brand chooses; everything else follows from them. */
export interface BaseColours {
  page: Colour;
  ink: Colour;
  action: Colour;
  accent: Colour;
  band: Colour;
}

/** The colours that an agency chose; the others are left out. */
export type ChosenColours = { readonly [role in keyof BaseColours]?: Colour | undefined };

/** Every colour of the site by its role; the names are those of the variables in ui/tokens.css. */
export interface Palette extends BaseColours {
  raised: Colour;
  sunk: Colour;
  'ink-2': Colour;
  line: Colour;
  edge: Colour;
  'on-action': Colour;
  bar: Colour;
  'on-accent': Colour;
  error: Colour;
  ok: Colour;
  'on-band': Colour;
  'on-band-2': Colour;
  'band-line': Colour;
  'band-edge': Colour;
  'band-accent': Colour;
  'map-land': Colour;
  'map-road': Colour;
}

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const WHITE = '#ffffff';
const BLACK = '#000000';

/** The look of the product, as in ui/tokens.css and features/map/frame.css (a test compares them). */
export const DEFAULT_PALETTES: Readonly<Record<Scheme, Palette>> = {
  light: {
    ...{ page: '#f7f4ed', raised: '#fffefa', sunk: '#ece7db', ink: '#16221c', 'ink-2': '#4d5a52' },
    ...{ line: '#dad3c4', edge: '#7c867d', action: '#1d3d30', 'on-action': '#f7f4ed', bar: '#1d3d30' },
    ...{ accent: '#a03c25', 'on-accent': '#fffaf5', error: '#a3161f', ok: '#1f6b43', band: '#16271f' },
    ...{ 'on-band': '#f1ecdf', 'on-band-2': '#b3beb4', 'band-line': '#33453b', 'band-edge': '#82918a' },
    ...{ 'band-accent': '#d9765a', 'map-land': '#f4f1ea', 'map-road': '#fffdf8' },
  },
  dark: {
    ...{ page: '#131b17', raised: '#1b2520', sunk: '#0d1411', ink: '#ede8dc', 'ink-2': '#aeb7ae' },
    ...{ line: '#2d3832', edge: '#748078', action: '#d9e4d8', 'on-action': '#12241c', bar: '#94a89b' },
    ...{ accent: '#e58f71', 'on-accent': '#23100a', error: '#ff9a94', ok: '#86cfa3', band: '#0d1411' },
    ...{ 'on-band': '#ede8dc', 'on-band-2': '#aeb7ae', 'band-line': '#2d3832', 'band-edge': '#748078' },
    ...{ 'band-accent': '#d9765a', 'map-land': '#1d211e', 'map-road': '#3a403b' },
  },
};

/** The five colours of the look of the product. */
export const DEFAULT_BASE: BaseColours = baseOf(DEFAULT_PALETTES.light);
const KEYS = ['page', 'ink', 'action', 'accent', 'band'] as const satisfies readonly (keyof BaseColours)[];

function baseOf({ page, ink, action, accent, band }: BaseColours): BaseColours {
  return { page, ink, action, accent, band };
}

/** The text colour on a filled colour: the first candidate that can be read, else black or white. */
function on(fill: Colour, ...candidates: Colour[]): Colour {
  const found = candidates.find((candidate) => contrastOf(candidate, fill) >= 4.6);
  return found ?? (contrastOf(WHITE, fill) >= contrastOf(BLACK, fill) ? WHITE : BLACK);
}

/** All roles of five light colours. */
function lightOf({ page, ink, action, accent, band }: BaseColours): Palette {
  const [raised, sunk] = [mix(page, WHITE, 0.75), mix(page, ink, 0.055)];
  const grounds = [page, raised, sunk];
  const onBand = on(band, mix(page, band, 0.03), WHITE);
  return {
    ...{ page, raised, sunk, ink, action, accent, band },
    'ink-2': firstWith(5.2, mix(page, ink, 0.6), ink, grounds),
    line: mix(page, ink, 0.14),
    edge: firstWith(3.3, mix(page, ink, 0.4), ink, [page, raised]),
    'on-action': on(action, page, ink),
    bar: firstWith(3.1, action, ink, [page]),
    'on-accent': on(accent, mix(page, WHITE, 0.6), ink),
    error: firstWith(4.6, '#a3161f', BLACK, grounds),
    ok: firstWith(4.6, '#1f6b43', BLACK, grounds),
    'on-band': onBand,
    'on-band-2': firstWith(5.2, mix(band, onBand, 0.68), onBand, [band]),
    'band-line': mix(band, onBand, 0.16),
    'band-edge': firstWith(3.3, mix(band, onBand, 0.45), onBand, [band]),
    'band-accent': firstWith(3.1, accent, onBand, [band]),
    'map-land': mix(page, ink, 0.02),
    'map-road': mix(page, WHITE, 0.8),
  };
}

/** All roles of five dark colours: page is dark, the others are light on it. */
function darkOf({ page, ink, action, accent, band }: BaseColours): Palette {
  const [raised, sunk] = [mix(page, ink, 0.045), mix(page, BLACK, 0.3)];
  const grounds = [page, raised, sunk];
  const onBand = on(band, ink, WHITE);
  return {
    ...{ page, raised, sunk, ink, action, accent, band },
    'ink-2': firstWith(5.5, mix(page, ink, 0.7), ink, grounds),
    line: mix(page, ink, 0.13),
    edge: firstWith(3.6, mix(page, ink, 0.4), ink, grounds),
    'on-action': on(action, mix(action, BLACK, 0.85), page),
    bar: firstWith(4, mix(page, action, 0.6), action, [page]),
    'on-accent': on(accent, mix(accent, BLACK, 0.85), page),
    error: firstWith(6, '#ff9a94', WHITE, grounds),
    ok: firstWith(6, '#86cfa3', WHITE, grounds),
    'on-band': onBand,
    'on-band-2': firstWith(5.5, mix(band, onBand, 0.7), onBand, [band]),
    'band-line': mix(band, onBand, 0.14),
    'band-edge': firstWith(3.6, mix(band, onBand, 0.42), onBand, [band]),
    'band-accent': firstWith(3.1, accent, onBand, [band]),
    'map-land': mix(page, ink, 0.03),
    'map-road': mix(page, ink, 0.16),
  };
}

/** The darkest colour that still has the hue of `colour`: its relative luminance is 0.01 at most. */
function night(colour: Colour): Colour {
  for (let part = 0; part <= 1; part += 0.02)
    if (luminanceOf(mix(colour, BLACK, part)) <= 0.01) return mix(colour, BLACK, part);
  return BLACK;
}

/** Five dark colours for five light ones. */
function darkBaseOf(light: BaseColours): BaseColours {
  const page = night(light.ink);
  const raised = mix(page, WHITE, 0.045);
  return {
    page,
    ink: mix(light.page, page, 0.05),
    action: firstWith(9, mix(light.action, WHITE, 0.5), WHITE, [page, raised]),
    accent: firstWith(6.2, light.accent, WHITE, [page, raised]),
    band: mix(page, BLACK, 0.3),
  };
}

/** `given` over what follows from it; a role that follows from default colours alone keeps its default. */
function withDefaults<T extends object>(found: T, ofDefault: T, defaults: T): T {
  const colours = { ...found };
  for (const role of keysOf(found)) if (found[role] === ofDefault[role]) colours[role] = defaults[role];
  return colours;
}

/**
 * The colours of a brand in light and dark. Colours that are not given are those of the look of the product; the dark
 * ones that are not given follow from the light ones.
 */
export function palettesOf({
  colours = {},
  dark = {},
}: {
  colours?: ChosenColours;
  dark?: ChosenColours;
}): Readonly<Record<Scheme, Palette>> {
  const base = { ...DEFAULT_BASE, ...defined(colours) };
  const darkBase = { ...darkBaseWithDefaults(base), ...defined(dark) };
  return {
    light: withDefaults(lightOf(base), DERIVED.light, DEFAULT_PALETTES.light),
    dark: withDefaults(darkOf(darkBase), DERIVED.dark, DEFAULT_PALETTES.dark),
  };
}

const darkBaseWithDefaults = (base: BaseColours) =>
  withDefaults(darkBaseOf(base), DERIVED.darkBase, baseOf(DEFAULT_PALETTES.dark));

const defined = (colours: ChosenColours) =>
  Object.fromEntries(KEYS.flatMap((key) => (colours[key] ? [[key, colours[key].toLowerCase()]] : [])));

/** What follows from the default colours. */
const DERIVED = {
  light: lightOf(DEFAULT_BASE),
  dark: darkOf(baseOf(DEFAULT_PALETTES.dark)),
  darkBase: darkBaseOf(DEFAULT_BASE),
};

/** Widths and heights that make a local font take the same space as a web font, in percent; `isSerif` chooses it. */
export interface FallbackMetrics {
  isSerif: boolean;
  sizeAdjust: number;
  ascent: number;
  descent: number;
  lineGap: number;
}

/** A family of type that the product ships, as a subset for nl, fr, en and de. */
export interface TypeFamily extends FallbackMetrics {
  /** The weights of the file. */
  weight: string;
}

const row = (weight: string, isSerif: boolean, [sizeAdjust, ascent, descent]: [number, number, number]) =>
  ({ weight, isSerif, sizeAdjust, ascent, descent, lineGap: 0 }) satisfies TypeFamily;

/** Families for what is read and filled in, by their key; the files are `ui/fonts/{key}.woff2`. */
export const TEXT_FAMILIES = {
  'hanken-grotesk': row('400 650', false, [100.2, 99.8, 30.2]),
  figtree: row('400 650', false, [101.7, 93.4, 24.6]),
  'libre-franklin': row('400 650', false, [105.3, 91.7, 23.4]),
} as const;

/** Families for headings and prices, by their key. */
export const DISPLAY_FAMILIES = {
  newsreader: row('500', true, [106.1, 69.3, 25]),
  literata: row('500', true, [122, 96.5, 25.2]),
  fraunces: row('500', true, [109, 89.7, 23.4]),
  'bricolage-grotesque': row('600', false, [106.7, 87.2, 25.3]),
} as const;

export type TextFamily = keyof typeof TEXT_FAMILIES;
export type DisplayFamily = keyof typeof DISPLAY_FAMILIES;

export const DEFAULT_TEXT: TextFamily = 'hanken-grotesk';
export const DEFAULT_DISPLAY: DisplayFamily = 'newsreader';
/** Value of `display` for headings in the family of the text. */
export const SAME_AS_TEXT = 'same-as-text';

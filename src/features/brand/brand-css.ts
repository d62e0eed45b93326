import { entriesOf } from '../../platform/values/values.ts';
import {
  DEFAULT_DISPLAY,
  DEFAULT_PALETTES,
  DEFAULT_TEXT,
  DISPLAY_FAMILIES,
  type DisplayFamily,
  type FallbackMetrics,
  type Palette,
  palettesOf,
  SAME_AS_TEXT,
  type Scheme,
  TEXT_FAMILIES,
  type TextFamily,
} from './palette.ts';
import type { BrandSettings } from './settings.ts';

/** The mark, an open frame on a slab, as two paths in a square of 32. */
export const MARK = { frame: 'M8 2h16v22h-3V5h-4v19H8z', slab: 'M3 26h26v4H3z' } as const;

/** The mark as an icon for tabs, in the colours of a brand, light and dark. */
export function markIcon({ light, dark }: Readonly<Record<Scheme, Palette>>): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>' +
    `.d{fill:${light.ink}}.s{fill:${light.accent}}` +
    `@media(prefers-color-scheme:dark){.d{fill:${dark.ink}}.s{fill:${dark.accent}}}</style>` +
    `<path class="d" d="${MARK.frame}"/><path class="s" d="${MARK.slab}"/></svg>\n`
  );
}

/** The mark on a square ground with a margin, in the light colours, for start screens. */
export function markSquare({ light }: Readonly<Record<Scheme, Palette>>): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="${light.page}" d="M0 0h48v48H0z"/>` +
    `<g transform="translate(8 8)"><path fill="${light.ink}" d="${MARK.frame}"/>` +
    `<path fill="${light.accent}" d="${MARK.slab}"/></g></svg>`
  );
}

/** A font of a brand: its role, its file, and the local font that stands in for it. */
export interface BrandFont {
  role: 'text' | 'display';
  weight: string;
  url: string;
  metrics: FallbackMetrics;
  isDefault: boolean;
}

/** The URL of an own font or drawing of the brand. */
export const brandUrl = (name: string, { file, v }: { file: string; v?: string | undefined }): string =>
  `/brand/${name}${file.slice(file.lastIndexOf('.')).toLowerCase()}${v ? `?v=${v}` : ''}`;

const UNKNOWN: FallbackMetrics = { isSerif: false, sizeAdjust: 100, ascent: 95, descent: 25, lineGap: 0 };

/** The fonts of a brand, text first; `urlOf` gives the URL of a shipped family by its key. */
export function brandFonts(brand: BrandSettings, urlOf: (key: DisplayFamily | TextFamily) => string): BrandFont[] {
  const { textFont, displayFont } = brand;
  const own = (role: BrandFont['role'], font: NonNullable<typeof textFont>): BrandFont => ({
    ...{ role, weight: font.weight },
    ...{ url: brandUrl(role, font), metrics: font.metrics ?? UNKNOWN, isDefault: false },
  });
  const text = textFont
    ? own('text', textFont)
    : shipped('text', TEXT_FAMILIES[brand.text], urlOf(brand.text), brand.text === DEFAULT_TEXT);
  if (displayFont) return [text, own('display', displayFont)];
  if (brand.display === SAME_AS_TEXT) return [text];
  const family = DISPLAY_FAMILIES[brand.display];
  return [text, shipped('display', family, urlOf(brand.display), brand.display === DEFAULT_DISPLAY)];
}

const shipped = (
  role: BrandFont['role'],
  family: FallbackMetrics & { weight: string },
  url: string,
  isDefault: boolean,
): BrandFont => ({ role, weight: family.weight, url, metrics: family, isDefault });

/** The names of the families in styles; those of the product have others (ui/tokens.css). */
const NAMES = { text: 'Brand Text', display: 'Brand Display' } as const;

/** What each treatment does to a photograph; in dark mode photographs are less bright too. */
const TREATMENTS: Readonly<Record<BrandSettings['photographs'], string>> = {
  natural: '',
  warm: 'sepia(.16) saturate(1.08)',
  cool: 'saturate(.9) hue-rotate(-6deg)',
  muted: 'saturate(.72) contrast(.96)',
  mono: 'grayscale(1) contrast(1.05)',
};
/** From this radius on photographs have round corners too. */
const ROUND = 4;

/** The styles of a brand in the layer `brand`; empty for the look of the product. */
export function brandCss(brand: BrandSettings, fonts: readonly BrandFont[]): string {
  const palettes = palettesOf(brand);
  const shapes = [...(brand.radius === 2 ? [] : [`--radius:${brand.radius}px`]), ...(brand.slab ? [] : ['--slab:0'])];
  const families = fonts.filter(({ isDefault }) => !isDefault);
  const stacks = [
    ...families.map(({ role, metrics }) => `--${role}:'${NAMES[role]}','${NAMES[role]} Fallback',${generic(metrics)}`),
    ...(fonts.length === 1 ? ['--display:var(--text)'] : []),
  ];
  const light = [...changed(palettes, 'light'), ...stacks, ...shapes];
  const dark = changed(palettes, 'dark');
  const rules =
    extraRules(brand, palettes.light.page) +
    (light.length > 0 ? `:root{${light.join(';')}}` : '') +
    (dark.length > 0 ? `@media(prefers-color-scheme:dark){:root{${dark.join(';')}}}` : '');
  return `${families.map(fontFace).join('')}${rules && `@layer brand{${rules}}`}`;
}

/**
 * The roles that differ from the look of the product. What differs in light is said in dark too: the layer of the brand
 * comes after that of the product, so that its light colours would stay.
 */
const changed = (palettes: Record<Scheme, Palette>, scheme: Scheme): string[] =>
  entriesOf(palettes[scheme])
    .filter(([role]) => {
      const differs = (one: Scheme) => palettes[one][role] !== DEFAULT_PALETTES[one][role];
      return differs(scheme) || (scheme === 'dark' && differs('light'));
    })
    .map(([role, colour]) => `--${role}:${colour}`);

const generic = ({ isSerif }: FallbackMetrics) => (isSerif ? "'Times New Roman',serif" : 'Arial,sans-serif');

/** Rules that only such brands need, so that the pages of all others do not carry them. */
function extraRules({ logo, radius, photographs, slab }: BrandSettings, page: string): string {
  const plate = `background:${page};padding:.25rem .5rem;border-radius:var(--radius)`;
  return [
    logo &&
      '.logo img{block-size:2.25rem;inline-size:auto;max-inline-size:min(14rem,52vw);object-fit:contain;' +
        'object-position:0;filter:none!important}',
    logo && !logo.dark && `.logo .always{${plate}}@media(prefers-color-scheme:dark){.logo .plate{${plate}}}`,
    // Without the panel the headline is below the photograph, which leaves room for it in the first view.
    !slab && '@media(width>=48rem){.banner :is(.still,.slide) img{block-size:clamp(14rem,22vw,22rem)!important}}',
    radius >= ROUND &&
      `:is(.card,.plans,.prose,.person,.sided) img{border-radius:${radius}px}` +
        `@media(width>=48rem){.gallery img{border-radius:${radius}px}}`,
    photographs !== 'natural' &&
      `img[src^='/media/']{filter:${TREATMENTS[photographs]}}@media(prefers-color-scheme:dark){` +
        `img[src^='/media/']{filter:${TREATMENTS[photographs]} brightness(.92)!important}}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Optional, as in ui/tokens.css: a font that loads late is used from the next page on. */
const fontFace = ({ role, weight, url, metrics }: BrandFont): string =>
  `@font-face{font-family:'${NAMES[role]}';src:url(${url}) format('woff2');font-weight:${weight};` +
  `font-display:optional}` +
  `@font-face{font-family:'${NAMES[role]} Fallback';src:${
    metrics.isSerif
      ? "local('Times New Roman'),local('Liberation Serif'),local('Noto Serif')"
      : "local('Arial'),local('Liberation Sans'),local('Roboto')"
  };size-adjust:${metrics.sizeAdjust}%;ascent-override:${metrics.ascent}%;descent-override:${metrics.descent}%;` +
  `line-gap-override:${metrics.lineGap}%}`;

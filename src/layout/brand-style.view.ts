import { createHash } from 'node:crypto';
import { brandCss, brandFonts } from '../features/brand/brand-css.ts';
import { type DisplayFamily, palettesOf, type TextFamily } from '../features/brand/palette.ts';
import type { BrandSettings } from '../features/brand/settings.ts';
import type { MapLook } from '../features/map/around.view.ts';
import bricolage from '../ui/fonts/bricolage-grotesque.woff2?url';
import figtree from '../ui/fonts/figtree.woff2?url';
import fraunces from '../ui/fonts/fraunces.woff2?url';
import hanken from '../ui/fonts/hanken-grotesk.woff2?url';
import franklin from '../ui/fonts/libre-franklin.woff2?url';
import literata from '../ui/fonts/literata.woff2?url';
import newsreader from '../ui/fonts/newsreader.woff2?url';
import { LAYER_ORDER } from '../ui/inline-styles.ts';

/** What the head of a page says of the brand. */
interface BrandStyle {
  /** Styles behind the order of the layers; empty for the look of the product. */
  css: string;
  /** Hash of the order and these styles for the policy; null when the order stands alone, which Astro knows. */
  hash: `sha256-${string}` | null;
  /** URLs of the fonts, text first. */
  fonts: readonly string[];
  /** Colour of the page in light and in dark mode. */
  light: string;
  dark: string;
}

/** The URLs of the shipped families by their key. */
const FONTS: Readonly<Record<DisplayFamily | TextFamily, string>> = {
  'bricolage-grotesque': bricolage,
  figtree,
  fraunces,
  'hanken-grotesk': hanken,
  'libre-franklin': franklin,
  literata,
  newsreader,
};
const made = new WeakMap<BrandSettings, BrandStyle>();

/** The styles of a brand for the head of a page; made once per version. */
export function brandStyle(brand: BrandSettings): BrandStyle {
  const known = made.get(brand);
  if (known) return known;
  const fonts = brandFonts(brand, (key) => FONTS[key]);
  const css = brandCss(brand, fonts);
  const { light, dark } = palettesOf(brand);
  const style: BrandStyle = {
    css,
    hash: css
      ? `sha256-${createHash('sha256')
          .update(LAYER_ORDER + css)
          .digest('base64')}`
      : null,
    fonts: fonts.map(({ url }) => url),
    ...{ light: light.page, dark: dark.page },
  };
  made.set(brand, style);
  return style;
}

/** The look of the drawn maps of a brand. */
export function mapLook(brand: BrandSettings): MapLook {
  const [font = ''] = brandStyle(brand).fonts;
  return { palettes: palettesOf(brand), font };
}

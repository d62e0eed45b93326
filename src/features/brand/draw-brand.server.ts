import sharp from 'sharp';
import { brandPalettes } from './brand-css.ts';
import { brandBytes } from './brand-media.server.ts';
import type { BrandSettings } from './brand-settings.ts';
import { markSquare } from './mark.ts';

const MARGIN = 0.16;
/** Height of the logo in mails and drawings, three times as fine as it is shown. */
const LOGO_HEIGHT = 132;

/** The icon of a brand as a square PNG, on its page colour so that it can be seen on every start screen. */
export async function squareIcon(brand: BrandSettings, mediaDir: string, size: number): Promise<Buffer> {
  const palettes = brandPalettes(brand);
  const own = brand.icon && (await brandBytes(mediaDir, brand.icon));
  if (!own)
    return sharp(Buffer.from(markSquare(palettes)), { density: 72 * 12 })
      .resize(size, size)
      .png()
      .toBuffer();
  const inside = Math.round(size * (1 - 2 * MARGIN));
  const margin = Math.floor((size - inside) / 2);
  const drawn = await sharp(own, { density: 300 })
    .resize(inside, inside, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: palettes.light.page } })
    .composite([{ input: drawn, left: margin, top: margin }])
    .png()
    .toBuffer();
}

/** A PNG of 64 pixels as an SVG. */
export const pictureIcon = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" ` +
  `href="data:image/png;base64,${png.toString('base64')}"/></svg>`;

/** The light logo as a PNG on the page colour, for mails, PDF and social cards; null without a logo. */
export async function logoPicture(
  brand: BrandSettings,
  mediaDir: string,
  height = LOGO_HEIGHT,
): Promise<Buffer | null> {
  const bytes = brand.logo && (await brandBytes(mediaDir, brand.logo.light));
  if (!bytes) return null;
  return sharp(bytes, { density: 300 })
    .resize({ height })
    .flatten({ background: brandPalettes(brand).light.page })
    .png()
    .toBuffer();
}

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { writeAtomically } from '../../platform/files/write.server.ts';
import { markSquare } from './brand-css.ts';
import { brandBytes } from './brand-media.server.ts';
import { DEFAULT_TEXT, type Palette, palettesOf, SAME_AS_TEXT } from './palette.ts';
import type { BrandSettings } from './settings.ts';

/** A font as the drawing libraries read it: a TrueType or OpenType file, and the name of its family. */
export interface DrawnFont {
  file: string;
  family: string;
}

/** What drawings of the server (social cards, PDF) need of a brand; plain data, for a thread. */
export interface DrawnBrand {
  /** The light colours: page is light. */
  colours: Palette;
  fonts: { display: DrawnFont; text: DrawnFont; bold: DrawnFont };
  /** The logo on page, as a PNG; null: the mark and the name. */
  logo: { png: Uint8Array; width: number; height: number } | null;
}

const FONTS = dirname(fileURLToPath(new URL('./fonts/newsreader.ttf', import.meta.url)));
const shippedFile = (name: string) => join(FONTS, `${name}.ttf`);
const DEFAULT_BOLD = 'Hanken Grotesk Semi-Bold';
const FAMILIES: Readonly<Record<string, string>> = {
  'hanken-grotesk': 'Hanken Grotesk',
  'hanken-grotesk-bold': DEFAULT_BOLD,
  newsreader: 'Newsreader 16pt',
};
/** The name of a family in its file, such as "Libre Franklin Strong Subset" for the bold one. */
const familyOf = (name: string): string =>
  FAMILIES[name] ??
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .replace(/( Bold)?$/, (bold) => `${bold && ' Strong'} Subset`);
const shipped = (name: string): DrawnFont => ({ file: shippedFile(name), family: familyOf(name) });

/** Gives what drawings need of a brand; own fonts are unpacked into `dataDir/brand/` once. */
export function openDrawnBrands({ mediaDir, dataDir }: { mediaDir: string; dataDir: string }) {
  const made = new WeakMap<BrandSettings, Promise<DrawnBrand>>();
  const unpacked = async (font: NonNullable<BrandSettings['textFont']>): Promise<DrawnFont | null> => {
    const bytes = await brandBytes(mediaDir, font);
    if (!bytes) return null;
    const file = join(dataDir, 'brand', `${font.v ?? 'font'}.ttf`);
    // Few brands have a font of their own.
    const { fromBuffer } = await import('@capsizecss/unpack');
    if (!existsSync(file)) {
      const { default: decompress } = await import('wawoff2/decompress.js');
      await mkdir(join(dataDir, 'brand'), { recursive: true });
      await writeAtomically(file, Buffer.from(await decompress(bytes)));
    }
    return { file, family: (await fromBuffer(bytes)).familyName };
  };
  const make = async (brand: BrandSettings): Promise<DrawnBrand> => {
    const ownText = brand.textFont && (await unpacked(brand.textFont));
    const text = ownText ?? shipped(brand.text);
    // The drawing libraries choose no weight within a file: an own font has one weight in drawings.
    const bold =
      ownText ?? (brand.text === DEFAULT_TEXT ? { ...text, family: DEFAULT_BOLD } : shipped(`${brand.text}-bold`));
    const ownDisplay = brand.displayFont && (await unpacked(brand.displayFont));
    const display = ownDisplay ?? (brand.display === SAME_AS_TEXT ? bold : shipped(brand.display));
    const png = await logoPicture(brand, mediaDir);
    const size = png && (await sharp(png).metadata());
    return {
      colours: palettesOf(brand).light,
      fonts: { display, text, bold },
      logo: png && size ? { png, width: size.width, height: size.height } : null,
    };
  };
  return (brand: BrandSettings): Promise<DrawnBrand> => {
    const known = made.get(brand) ?? make(brand);
    made.set(brand, known);
    known.catch(() => made.delete(brand));
    return known;
  };
}

/** The file of the bold text for a library that chooses no weight within a file. */
export const boldFile = ({ bold }: DrawnBrand['fonts']): string =>
  bold.family === DEFAULT_BOLD ? shippedFile('hanken-grotesk-bold') : bold.file;

const MARGIN = 0.16;
/** Height of the logo in mails and drawings, three times as fine as it is shown. */
const LOGO_HEIGHT = 132;

/** The icon of a brand as a square PNG, on its page colour so that it can be seen on every start screen. */
export async function squareIcon(brand: BrandSettings, mediaDir: string, size: number): Promise<Buffer> {
  const palettes = palettesOf(brand);
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
    .flatten({ background: palettesOf(brand).light.page })
    .png()
    .toBuffer();
}

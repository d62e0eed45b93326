import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBuffer } from '@capsizecss/unpack';
import sharp from 'sharp';
import decompress from 'wawoff2/decompress.js';
import { writeAtomically } from '../../platform/files/write-atomically.server.ts';
import { brandPalettes } from './brand-css.ts';
import { brandBytes } from './brand-media.server.ts';
import type { BrandSettings } from './brand-settings.ts';
import { logoPicture } from './draw-brand.server.ts';
import type { Palette } from './palette.ts';
import { DEFAULT_TEXT, SAME_AS_TEXT } from './type-families.ts';

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
const FAMILIES: Readonly<Record<string, string>> = {
  'hanken-grotesk': 'Hanken Grotesk',
  'hanken-grotesk-bold': 'Hanken Grotesk Semi-Bold',
  newsreader: 'Newsreader 16pt',
};
/** The name of a family in its file, such as "Libre Franklin Strong Subset" for the bold one. */
const familyOf = (name: string): string =>
  FAMILIES[name] ??
  name
    .split('-')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
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
    if (!existsSync(file)) {
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
      ownText ??
      (brand.text === DEFAULT_TEXT
        ? { ...text, family: FAMILIES['hanken-grotesk-bold']! }
        : shipped(`${brand.text}-bold`));
    const ownDisplay = brand.displayFont && (await unpacked(brand.displayFont));
    const display = ownDisplay ?? (brand.display === SAME_AS_TEXT ? bold : shipped(brand.display));
    const png = await logoPicture(brand, mediaDir);
    const size = png && (await sharp(png).metadata());
    return {
      colours: brandPalettes(brand).light,
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
  bold.family === FAMILIES['hanken-grotesk-bold'] ? shippedFile('hanken-grotesk-bold') : bold.file;

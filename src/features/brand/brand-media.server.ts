import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { realFileBelow } from '../../platform/media/media-index.server.ts';
import type { FallbackMetrics } from './palette.ts';
import type { BrandDrawing, BrandSettings } from './settings.ts';

/** Average width of a letter in Arial and in Times New Roman, in parts of the font size (capsize's metrics). */
const LOCAL_WIDTHS = { sans: 904 / 2048, serif: 819 / 2048 };

/** The bytes of a file of the brand below content/media/; null when it is absent. */
export async function brandBytes(mediaDir: string, { file }: { file: string }): Promise<Buffer | null> {
  const found = await realFileBelow(mediaDir, file);
  return found ? readFile(found) : null;
}

/** 8 hexadecimal digits of the hash of a file. */
const versionOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/** Width and height of an SVG or PNG in pixels; null when it cannot be drawn. */
export async function sizeOfDrawing(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return width && height ? { width, height } : null;
}

/** The size of the letters of a font beside the local font that stands in for it; null when it is no WOFF2 font. */
export async function metricsOf(bytes: Buffer, isSerif: boolean): Promise<FallbackMetrics | null> {
  if (bytes.toString('latin1', 0, 4) !== 'wOF2') return null;
  // Few brands have a font of their own.
  const { fromBuffer } = await import('@capsizecss/unpack');
  const font = await fromBuffer(bytes).catch(() => null);
  if (!font) return null;
  const adjust = font.xWidthAvg / font.unitsPerEm / (isSerif ? LOCAL_WIDTHS.serif : LOCAL_WIDTHS.sans);
  const percent = (part: number) => Math.round(part * 1000) / 10;
  return {
    isSerif,
    sizeAdjust: percent(adjust),
    ascent: percent(font.ascent / font.unitsPerEm / adjust),
    descent: percent(Math.abs(font.descent) / font.unitsPerEm / adjust),
    lineGap: percent(font.lineGap / font.unitsPerEm / adjust),
  };
}

/** Adds to the content what its pages need to know of the files of the brand: versions, sizes, letters. */
export async function addBrandFacts<S extends { brand: BrandSettings }>(
  content: { settings: S },
  mediaDir: string,
): Promise<void> {
  const { brand } = content.settings;
  // A bundle is made without content.
  if (!brand) return;
  const drawn = async (drawing: BrandDrawing | undefined) => {
    const bytes = drawing && (await brandBytes(mediaDir, drawing));
    if (!bytes) return undefined;
    const size = await sizeOfDrawing(bytes);
    return size ? { ...drawing, ...size, v: versionOf(bytes) } : undefined;
  };
  const written = async (font: BrandSettings['textFont']) => {
    const bytes = font && (await brandBytes(mediaDir, font));
    const metrics = bytes && (await metricsOf(bytes, font.serif));
    return metrics ? { ...font, metrics, v: versionOf(bytes) } : undefined;
  };
  const light = await drawn(brand.logo?.light);
  const dark = light && (await drawn(brand.logo?.dark));
  const facts = {
    logo: light && { light, ...(dark && { dark }) },
    icon: await drawn(brand.icon),
    textFont: await written(brand.textFont),
    displayFont: await written(brand.displayFont),
  };
  // A new object, because digests are kept by object.
  content.settings = { ...content.settings, brand: { ...brand, ...facts } };
}

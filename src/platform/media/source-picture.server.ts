import { open, readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { toneOf } from '../text/tone.ts';
import { type Crop, pixelsOf } from './crop.ts';

/** An original that may be decoded; width and height are those after the EXIF orientation. */
export interface SourcePicture {
  image: Sharp;
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** In millions. A JPEG is decoded at an eighth, a quarter or half of its size; other formats are decoded whole. */
const [MOST_OF_JPEG, MOST] = [110, 40];
/** What a picture must be, for messages. */
export const USABLE_PICTURE = `JPEG (at most ${MOST_OF_JPEG} million pixels), PNG or WebP (at most ${MOST} million)`;
const mostPixels = (isJpeg: boolean) => (isJpeg ? MOST_OF_JPEG : MOST) * 1_000_000;
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff;
const renderSeconds = 30;
const formats = new Set<string>(['jpeg', 'png', 'webp']);

// Every picture is decoded once, so libvips' own cache would only use memory; two queued encoders share the cores.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Opens the picture in these bytes; null when they are not a JPEG, PNG or WebP, are broken, or hold too many pixels.
 */
export async function openSourcePicture(bytes: Buffer): Promise<SourcePicture | null> {
  // The signature is checked first: a disguised AVIF or TIFF never reaches its decoder (GHSA-26w7-cxv4-gfx2).
  if (!hasPictureSignature(bytes)) return null;
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels(isJpeg(bytes)), failOn: 'error' })
      .timeout({ seconds: renderSeconds })
      .autoOrient();
    const { format, autoOrient, hasAlpha } = await image.metadata();
    return formats.has(format) ? { image, width: autoOrient.width, height: autoOrient.height, hasAlpha } : null;
  } catch {
    return null;
  }
}

function hasPictureSignature(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP$/s.test(head);
}

const END = 1024;

/**
 * Whether a picture can be decoded to its end. Only its ends are read; one without the usual end is decoded, because it
 * was cut off, or something was appended to it.
 */
export async function isWholePicture(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const [head, end] = [Buffer.alloc(12), Buffer.alloc(Math.min(END, size))];
    await handle.read(head, 0, head.length, 0);
    await handle.read(end, 0, end.length, size - end.length);
    if (head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 <= size) return true;
    if (head[0] === 0xff ? end.includes(Buffer.from([0xff, 0xd9])) : end.includes('IEND')) return true;
  } finally {
    await handle.close();
  }
  return isDecodable(await readFile(file));
}

/** Whether a picture can be decoded to its end. */
export const isDecodable = async (bytes: Buffer): Promise<boolean> => (await decodePicture(bytes)) !== null;

/** Whether the header of a picture says more pixels than can be used. */
const hasTooManyPixels = (bytes: Buffer, { width, height }: { width: number; height: number }): boolean =>
  width * height > mostPixels(isJpeg(bytes));

/** What a file is that is no picture this machine decodes; null when that is not known. */
export const otherPictureKind = (bytes: Buffer): string | null =>
  /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/s.test(bytes.toString('latin1', 0, 12)) ? 'HEIC' : null;

const SIDE = 8;

/** What is seen of a picture that was decoded to its end; the dominant colour is null where it is transparent. */
export interface DecodedPicture {
  width: number;
  height: number;
  tone: string | null;
}

/** Decodes a picture to its end; null for one that is broken or cannot be used. */
export async function decodePicture(bytes: Buffer): Promise<DecodedPicture | null> {
  const picture = await openSourcePicture(bytes);
  if (!picture) return null;
  const { image, width, height, hasAlpha } = picture;
  try {
    // A JPEG is decoded at an eighth of its size for this.
    const small = image.resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
    const pixels = await small.raw().toBuffer();
    return { width, height, tone: hasAlpha ? null : toneOf(pixels) };
  } catch {
    return null;
  }
}

/** The dominant colour of a picture; null when it is partly transparent or cannot be used. */
export const pictureTone = async (file: string): Promise<string | null> =>
  (await decodePicture(await readFile(file).catch(() => Buffer.alloc(0))))?.tone ?? null;

/** A picture as it is stored for the site, or why there is none. */
export type DrawnPicture =
  | { ok: true; body: Buffer; ending: 'jpg' | 'png' | 'webp' }
  | { ok: false; problem: 'broken' | 'pixels' };

const QUALITY = 88;

/**
 * Draws an original upright, in sRGB and without any metadata, at most `most` pixels wide and high; `crop` is the part
 * that is kept. A PNG stays one where it is a drawing.
 */
export async function drawPicture(
  bytes: Buffer,
  { most, crop, isDrawing = false }: { most: number; crop?: Crop | null; isDrawing?: boolean },
): Promise<DrawnPicture> {
  const source = await openSourcePicture(bytes);
  if (!source) return { ok: false, problem: (await isTooLarge(bytes)) ? 'pixels' : 'broken' };
  try {
    const { format, hasAlpha } = await source.image.metadata();
    const part = crop ? source.image.extract(pixelsOf(crop, source)) : source.image;
    const drawn = part.resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true });
    if (format === 'png' && isDrawing)
      return { ok: true, body: await drawn.png({ compressionLevel: 9 }).toBuffer(), ending: 'png' };
    if (hasAlpha) return { ok: true, body: await drawn.webp({ quality: QUALITY }).toBuffer(), ending: 'webp' };
    return { ok: true, body: await drawn.jpeg({ quality: QUALITY }).toBuffer(), ending: 'jpg' };
  } catch {
    return { ok: false, problem: 'broken' };
  }
}

/** The size of a picture upright; null when it cannot be used. */
export async function sizeOfPicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const source = await openSourcePicture(bytes);
  return source && { width: source.width, height: source.height };
}

/** Only the header is read. */
async function isTooLarge(bytes: Buffer): Promise<boolean> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return hasTooManyPixels(bytes, { width, height });
  } catch {
    return false;
  }
}

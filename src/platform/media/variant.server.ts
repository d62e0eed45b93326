import Negotiator from 'negotiator';
import { readUprightCrop, type UprightCrop, uprightName } from './crop.ts';
import { LOGO_HEIGHTS, PICTURE_WIDTHS } from './picture-name.ts';

/** One rendering of a picture: pixels wide or high, never more than the original has. */
export interface Variant {
  width?: number;
  height?: number;
  format: 'webp' | 'avif' | 'png' | 'jpeg';
  /** An upright part for phones; left out = the whole picture. */
  crop?: UprightCrop;
}

/** The result of parsing a query; `negotiated` means that the Accept header chose the format. */
export type ParsedVariant =
  | { ok: true; variant: Variant; negotiated: boolean }
  | { ok: false; problem: 'unknown-variant'; message: string };

/** Widths of upright parts: those that phones load. */
const cropWidths = [400, 600, 800];
const formats = ['webp', 'avif', 'png', 'jpeg'] as const;
const defaultWidth = 800;

// Part of every key; it changes with the encoders' settings, so that old renderings are not served as new.
const recipe = 'r2';

/**
 * Parses the allowed rendering that a query names; the Accept header chooses a format that the query leaves open.
 * @example parseVariant(new URLSearchParams('width=400&format=webp'), null)
 */
export function parseVariant(query: URLSearchParams, accept: string | null): ParsedVariant {
  if (['width', 'height', 'format', 'crop'].some((name) => query.getAll(name).length > 1))
    return refused('Give width, height, format and crop at most once each.');
  const size = sizeOf(query.get('width'), query.get('height'));
  if (!size)
    return refused(
      `Allowed sizes: width ${PICTURE_WIDTHS.join(', ')}; height ${LOGO_HEIGHTS.join(', ')}; width=60 with height=60.`,
    );
  const named = query.get('crop');
  const crop = named === null ? undefined : readUprightCrop(named);
  if (crop === null || (crop && !cropWidths.includes(size.width ?? 0)))
    return refused(`Allowed crops: 4x5-X-Y with X and Y in tens up to 100; width ${cropWidths.join(', ')}.`);
  const part = { ...size, ...(crop && { crop }) };
  const asked = query.get('format');
  if (asked === null)
    return { ok: true, variant: { ...part, format: acceptedFormatOf(accept, size) }, negotiated: true };
  const format = formats.find((known) => known === asked);
  if (!format) return refused(`Allowed formats: ${formats.join(', ')}.`);
  return { ok: true, variant: { ...part, format }, negotiated: false };
}

/**
 * The key of a rendering in the cache and in its ETag; 32 hex digits, because 8 would collide among 200,000 pictures.
 */
export function variantKeyOf(hash: string, { width, height, format, crop }: Variant): string {
  const part = crop ? `-${uprightName(crop)}` : '';
  return `${hash.slice(0, 32)}-${recipe}-${width ?? ''}x${height ?? ''}${part}.${format}`;
}

type Size = Omit<Variant, 'format'>;

function sizeOf(width: string | null, height: string | null): Size | null {
  if (width === null && height === null) return { width: defaultWidth };
  if (width === '60' && height === '60') return { width: 60, height: 60 };
  // Compared as text: '0400', '4e2' and ' 400' are other spellings of one size and would each be cached.
  if (height === null) return PICTURE_WIDTHS.some((known) => String(known) === width) ? { width: Number(width) } : null;
  return width === null && LOGO_HEIGHTS.some((known) => String(known) === height) ? { height: Number(height) } : null;
}

// Below a width of 250 AVIF saves almost nothing, above 1360 it costs a second of processor time.
function acceptedFormatOf(accept: string | null, { width = 0 }: Size): Variant['format'] {
  if (width >= 250 && width <= 1360 && names(accept, 'image/avif')) return 'avif';
  if (names(accept, 'image/webp')) return 'webp';
  // Logos are drawn on any background and keep their transparency.
  return width === 0 ? 'png' : 'jpeg';
}

// A wildcard is no support: browsers without AVIF send one too.
const names = (accept: string | null, type: string): boolean =>
  new Negotiator({ headers: { accept: accept?.toLowerCase() ?? '' } }).mediaTypes().includes(type);

function refused(message: string): ParsedVariant {
  return { ok: false, problem: 'unknown-variant', message };
}

/**
 * A year when the URL carries the current version of the content, else an hour, because the file behind it may change.
 */
export function mediaCacheControlOf(query: URLSearchParams, version: string): string {
  const [asked, ...more] = query.getAll('v');
  return asked === version && more.length === 0 ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { errorCode } from '../log/error-facts.ts';
import { isKeyOf } from '../values/values.ts';
import { DOCUMENT_BYTES } from './upload.ts';

/** What a file is by its first bytes. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'svg' | 'pdf' | 'empty' | 'other';

const HEAD = 512;

/** What a file is by its first bytes, whatever it is called. */
export function kindOfBytes(bytes: Buffer): FileKind {
  if (bytes.length === 0) return 'empty';
  const head = bytes.toString('latin1', 0, HEAD);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp';
  if (head.startsWith('%PDF-')) return 'pdf';
  // HEIC and AVIF are one container; phones of Apple write the former.
  if (/^.{4}ftyp(?:hei[cfmsvx]|hev[cmsx]|mif1|msf1|avi[fs])/s.test(head)) return 'heic';
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(head) && /<svg|<\?xml|<!--/i.test(head)
    ? 'svg'
    : 'other';
}

const PNG_HEAD = 8;
const EOI = 0xd9;

/** Where the picture ends in its bytes; -1 when its structure is broken. */
function endOfPicture(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp'): number {
  if (kind === 'webp') return bytes.readUInt32LE(4) + 8;
  if (kind === 'jpeg') return endOfJpeg(bytes);
  for (let at = PNG_HEAD; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return -1;
}

function endOfJpeg(bytes: Buffer): number {
  let at = 2;
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes[at] !== 0xff) at = bytes.indexOf(0xff, at);
    // Filling bytes, restart markers and stuffed zeros of the compressed data.
    else if (marker === 0xff) at += 1;
    else if (marker === EOI) return at + 2;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at = bytes.indexOf(0xff, at + 2);
    else if (at + 4 > bytes.length) return -1;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return -1;
}

/** More compressed objects than this no document of an office has. */
const MOST_INFLATED = 32 * 1024 * 1024;
const MOST_STREAMS = 20_000;
/** Characters before a stream in which its dictionary is sought. */
const DICTIONARY = 400;
/** Names of PDF (ISO 32000-1, 12.6.4) by which a document runs a script or starts a program. */
const ACTIVE = /\/S[\s\0]*\/(?:JavaScript|Launch)\b|\/JS[\s\0]*[(<\d]/;
/** A comment between two parts counts as white space (ISO 32000-1, 7.2.3). */
const COMMENTED = /(\/J?S)(?:[\s\0]*%[^\r\n]*)+/g;
/** What else may pack objects besides Deflate; what is packed twice cannot be read here. */
const OTHER_FILTER = /\/(?:ASCIIHex|ASCII85|LZW|RunLength)Decode\b|\/(?:AHx|A85|LZW|RL)\b/;

/**
 * Whether a PDF runs a script or starts a program when it is opened. One whose objects are too many, too large when
 * inflated or packed in another way counts as such; what is encrypted cannot be read. The time grows with its length.
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (isActiveText(text)) return true;
  let [streams, left, read] = [0, MOST_INFLATED, 0];
  let end = -1;
  for (const { 0: head, index } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue;
    streams += 1;
    if (streams > MOST_STREAMS) return true;
    const dictionary = plainNames(text.slice(Math.max(0, index - DICTIONARY), index));
    if (!dictionary.includes('/ObjStm')) continue;
    if (OTHER_FILTER.test(dictionary.slice(dictionary.lastIndexOf('obj')))) return true;
    const start = index + head.length;
    if (end < start) end = text.indexOf('endstream', start);
    // Without an end the rest is the stream.
    if (end < 0) end = text.length;
    read += end - start;
    if (read > MOST_INFLATED) return true;
    const objects = inflated(bytes.subarray(start, end), left);
    if (objects === 'too-large' || isActiveText(objects)) return true;
    left -= objects.length;
  }
  return false;
}

function isActiveText(text: string): boolean {
  const plain = plainNames(text);
  return ACTIVE.test(plain) || ACTIVE.test(plain.replace(COMMENTED, '$1 '));
}

/** A name may spell its letters as "#4A". */
const plainNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Bytes inflated; empty for those that cannot be. */
function inflated(bytes: Buffer, most: number): string | 'too-large' {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) }).toString('latin1');
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : '';
  }
}

/** Words of a page or a program that a browser could run; long ones, which do not occur in pictures by chance. */
const ANYWHERE = ['<script', '<!doctype html'];
const BEHIND = [...ANYWHERE, '<html', '<?php', '%pdf-', '<body'];
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_TAIL = 66_000;
const WINDOW = 65_536;

/**
 * Whether a file is also something else: a page, a program or an archive that was put into it. Phones put a film or a
 * second photograph behind a picture, which is allowed.
 */
export function hidesAnother(bytes: Buffer, kind: FileKind): boolean {
  if (bytes.subarray(-ZIP_TAIL).includes(ZIP_END)) return true;
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp') {
    const end = endOfPicture(bytes, kind);
    return contains(bytes.subarray(end < 0 ? bytes.length : end), BEHIND) || contains(bytes, ANYWHERE);
  }
  const end = bytes.lastIndexOf('%%EOF');
  return contains(bytes.subarray(end < 0 ? bytes.length : end + 5), BEHIND);
}

/** Whether the beginning or the end of some bytes has one of these words, in capitals or not. */
function contains(bytes: Buffer, words: readonly string[]): boolean {
  const parts = [bytes.subarray(0, WINDOW), bytes.subarray(Math.max(0, bytes.length - WINDOW))];
  return parts.some((part) => {
    const text = part.toString('latin1').toLowerCase();
    return words.some((word) => text.includes(word));
  });
}

const LONGEST_NAME = 100;
/** Of a longer name only the end is read. */
const LONGEST_GIVEN = 1000;
/** Characters of the end of a name with its point. */
const LONGEST_END = 9;
const TYPES = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' } as const;

/** A document that may be stored: its type by its first bytes, its name made safe, and its SHA-256. */
export interface ReceivedDocument {
  name: string;
  type: string;
  bytes: number;
  hash: string;
}

export type ReceivedProblem = 'empty' | 'document-kind' | 'active' | 'too-large';

/** A name of a file as it may be shown and saved: without folders, signs that control, and what systems refuse. */
export function safeFileName(given: string): string {
  const [base = ''] = given.slice(-LONGEST_GIVEN).normalize('NFC').split(/[\\/]/).slice(-1);
  const plain = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const end = dot > 0 && plain.length - dot <= LONGEST_END ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - end.length);
  return `${stem.slice(0, LONGEST_NAME - end.length) || 'document'}${end}`;
}

/** Judges a document that was sent; a problem when it is empty, too large, or no PDF, JPEG or PNG. */
export function receivedDocument(name: string, bytes: Uint8Array | null): ReceivedDocument | ReceivedProblem {
  if (!bytes || bytes.length === 0) return 'empty';
  if (bytes.length > DOCUMENT_BYTES) return 'too-large';
  const read = Buffer.from(bytes);
  const kind = kindOfBytes(read);
  if (!isKeyOf(TYPES, kind)) return 'document-kind';
  if (kind === 'pdf' && isActivePdf(read)) return 'active';
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { name: safeFileName(name), type: TYPES[kind], bytes: bytes.length, hash };
}

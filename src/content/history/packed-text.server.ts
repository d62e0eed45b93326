import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A text as the history stores it: deflate, base64. */
export const packed = (text: string): string => deflateRawSync(text).toString('base64');

/** The text that `packed` was given. */
export const unpacked = (body: string): string => inflateRawSync(Buffer.from(body, 'base64')).toString();

/** What identifies a text; empty for a file that is removed. */
export const hashOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex');

/** The first characters of a hash, for lists of many: those of 10,000 files are half a megabyte. */
export const shortHash = (hash: string): string => hash.slice(0, 16);

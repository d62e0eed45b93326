import type { IncomingMessage } from 'node:http';

/**
 * Whether the representation that a client has is still current, by its `If-None-Match` (RFC 9110, 13.1.2: weak
 * comparison).
 */
export function isNotModified(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag));
}

/** First and last byte, both included; null for the whole; `unsatisfiable` for a range beyond the end. */
export type ByteRange = [start: number, end: number] | 'unsatisfiable' | null;

/**
 * The part of a representation with this number of bytes that a request asks for; only GET has ranges (RFC 9110, 14.2).
 */
export function requestedRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  etag: string,
  bytes: number,
): ByteRange {
  if (method !== 'GET' || headers.range === undefined) return null;
  return rangeOf({ range: headers.range, ifRange: headers['if-range']?.toString() }, etag, bytes);
}

/**
 * The part that a `Range` header names. Several ranges at once, invalid text, and a range of a representation that has
 * changed since (`If-Range`) give the whole (RFC 9110, 14.2).
 * @example rangeOf({ range: 'bytes=0-99' }, '"a"', 500) // [0, 99]
 * @example rangeOf({ range: 'bytes=-100' }, '"a"', 500) // [400, 499]
 */
export function rangeOf(
  { range, ifRange }: { range: string; ifRange?: string | undefined },
  etag: string,
  bytes: number,
): ByteRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (ifRange !== undefined && ifRange.trim() !== etag) return null;
  if (first === '')
    return Number(last) === 0 || bytes === 0 ? 'unsatisfiable' : [Math.max(0, bytes - Number(last)), bytes - 1];
  const [start, end] = [Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? [start, end] : 'unsatisfiable';
}

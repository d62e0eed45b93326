/**
 * Whether what a browser has is still what it would get, by its `If-None-Match` (RFC 9110, 13.1.2: weak comparison).
 */
export function isNotModified(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag));
}

/**
 * The first and last byte that a browser asks for, null for all of it, `outside` when there are none such.
 * Several ranges at once are answered with the whole, as is a range of what has changed since (RFC 9110, 14.2).
 * @example rangeOf({ range: 'bytes=0-99' }, '"a"', 500) // [0, 99]
 * @example rangeOf({ range: 'bytes=-100' }, '"a"', 500) // [400, 499]
 */
export function rangeOf(
  { range, ifRange }: { range: string; ifRange?: string | undefined },
  etag: string,
  bytes: number,
): [start: number, end: number] | 'outside' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (ifRange !== undefined && ifRange.trim() !== etag) return null;
  if (first === '') return last === '0' || bytes === 0 ? 'outside' : [Math.max(0, bytes - Number(last)), bytes - 1];
  const [start, end] = [Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? [start, end] : 'outside';
}

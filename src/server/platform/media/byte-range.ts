/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of `bytes` bytes that a Range header names; several parts or nonsense count as everything, as RFC 9110
 * allows.
 * @example byteRangeOf('bytes=-500', 1000) // { start: 500, end: 999 }
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | 'everything' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'everything';
  if (first === '')
    return Number(last) === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  if (last !== '' && Number(last) < Number(first)) return 'everything';
  if (Number(first) >= bytes) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

function packed(file: string, quality: number): Buffer {
  const body = readFileSync(file);
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants;
  return brotliCompressSync(body, {
    params: { [BROTLI_PARAM_SIZE_HINT]: body.length, [BROTLI_PARAM_QUALITY]: quality },
  });
}

/** A file as a site compresses it in advance, in the best quality. */
export const packedBest = (file: string): Buffer => packed(file, constants.BROTLI_MAX_QUALITY);

/**
 * Bytes of a prerendered file as a site sends it. The tests compress quickly (quick-packing.mjs): only what is then
 * above the budget of `most` bytes is compressed once more.
 */
export function sentBytes(file: string, most: number): number {
  const quick = statSync(`${file}.br`).size;
  if (quick <= most) return quick;
  // Half of those are below it in the next best quality, in half of the time.
  const better = packed(file, 10).length;
  return better <= most ? better : packedBest(file).length;
}

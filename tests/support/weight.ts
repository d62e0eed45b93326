import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

/** A file as a site compresses it in advance, in the best quality. */
export function packedBest(file: string): Buffer {
  const body = readFileSync(file);
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/**
 * Bytes of a prerendered file as a site sends it. The tests compress quickly (quick-packing.mjs): only what is then
 * above the budget of `most` bytes is compressed once more.
 */
export function sentBytes(file: string, most: number): number {
  const quick = statSync(`${file}.br`).size;
  return quick <= most ? quick : packedBest(file).length;
}

import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

/**
 * Makes the best compression of a page forty times cheaper than on a site, with a tenth more bytes. The tests publish
 * some thousand pages, of which most are requested by nobody. Each process of a test reads this file first
 * (quick-tests.ts). Tests of bytes compress what is too large once more, as a site does (weight.ts). The trials keep
 * the real quality.
 */
const QUICK = 8;
const { brotliCompress, constants } = zlib;
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants;
zlib.brotliCompress = (body, given, done) => {
  if (typeof given === 'function') return brotliCompress(body, given);
  const isBest = given.params?.[BROTLI_PARAM_QUALITY] === BROTLI_MAX_QUALITY;
  const options = isBest ? { ...given, params: { ...given.params, [BROTLI_PARAM_QUALITY]: QUICK } } : given;
  return brotliCompress(body, options, done);
};
syncBuiltinESMExports();

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { errorCode } from '../log/error-facts.ts';

/** Reads a file that may have been packed. Throws when there is neither. */
export function readPacked(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || !existsSync(`${file}.gz`)) throw error;
    return gunzipSync(readFileSync(`${file}.gz`));
  }
}

/** Packs a file, if it is there: it becomes one with `.gz` behind its name. */
export function packFile(file: string): void {
  if (!existsSync(file)) return;
  writeFileSync(`${file}.gz.new`, gzipSync(readFileSync(file), { level: constants.Z_BEST_SPEED }));
  renameSync(`${file}.gz.new`, `${file}.gz`);
  rmSync(file);
}

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzipSync } from 'node:zlib';
import { errorCode } from '../log/error-facts.ts';

const TEXT = /(\/|\.(html|js|css|svg|json|xml|txt|webmanifest))$/;
const AT_ONCE = 8;
/** Best compression costs 50 ms per page. On larger sites than this, pages are compressed on first request. */
const BEST_UP_TO = 2000;
const compress = promisify(brotliCompress);

/** Writes the text files of a folder compressed beside the originals. */
export async function packFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  await packAll(names.map((name) => join(folder, name)));
}

/**
 * Writes the pages of a version compressed beside the originals, unless they are: compressing costs most of all.
 * `signal` ends it; pages that are removed meanwhile are left out.
 */
export async function packPages(pages: readonly { path: string; file: string }[], signal?: AbortSignal): Promise<void> {
  const isLarge = pages.length > BEST_UP_TO;
  const texts = pages.filter(({ path }) => TEXT.test(path) && !(isLarge && path.endsWith('/')));
  await packAll(
    [...new Set(texts.map(({ file }) => file))].filter((file) => !existsSync(`${file}.br`)),
    signal,
  );
}

async function packAll(files: readonly string[], signal?: AbortSignal): Promise<void> {
  const left = files.values();
  const work = async () => {
    for (const file of left) {
      if (signal?.aborted) return;
      const body = await readFile(file).catch(unlessRemoved);
      if (body === null) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      // A file under its own name is always whole.
      await writeFile(`${file}.br.${process.pid}`, await compress(body, { params }));
      await rename(`${file}.br.${process.pid}`, `${file}.br`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function unlessRemoved(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

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

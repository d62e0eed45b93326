import { readdirSync } from 'node:fs';
import { access, link, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|xml|txt|webmanifest)$/;
const AT_ONCE = 8;
/** Best compression costs 50 ms per page. On larger sites than this, pages are compressed on first request. */
const BEST_UP_TO = 2000;
const compress = promisify(brotliCompress);

/**
 * Writes text files compressed beside the originals. Unchanged files are reused from the previous version, because
 * compressing costs more than all the rest.
 */
export async function packFiles(clientDir: string, beforeDir: string | null = null): Promise<void> {
  const all = new Set(readdirSync(clientDir, { recursive: true, encoding: 'utf8' }));
  const files = [...all].filter((file) => TEXT.test(file));
  const left = files.filter((file) => !all.has(`${file}.br`));
  let next = 0;
  const work = async () => {
    while (next < left.length) {
      const name = left[next++] ?? '';
      const file = join(clientDir, name);
      if (beforeDir && (await tookOver(join(beforeDir, name), file))) continue;
      if (files.length > BEST_UP_TO && file.endsWith('.html')) continue;
      const body = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      await writeFile(`${file}.br`, await compress(body, { params }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Links the compressed file of the previous version to this one when both originals are equal. */
async function tookOver(before: string, file: string): Promise<boolean> {
  try {
    await access(`${before}.br`);
    if (!(await readFile(before)).equals(await readFile(file))) return false;
    await link(`${before}.br`, `${file}.br`);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** Error codes of a file system that has no such file or cannot link to it. */
export const CANNOT_LINK: ReadonlySet<string> = new Set(['ENOENT', 'EXDEV', 'EPERM', 'ENOTSUP', 'EEXIST', 'EMLINK']);

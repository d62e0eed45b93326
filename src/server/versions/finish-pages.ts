import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { link, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { firstImagesIn } from './first-images.ts';

const TEXT = /\.(html|js|css|svg|json|xml|txt|webmanifest)$/;
const AT_ONCE = 8;
/** Best compression costs 50 ms a page: of more files than this, pages are packed when they are first asked for. */
const BEST_UP_TO = 2000;
const compress = promisify(brotliCompress);

/**
 * Gives each prerendered page a policy with just its own hashes, and writes text files compressed beside themselves.
 * What is the same as in the version before is taken from there: compressing costs more than all the rest.
 */
export async function finishPages(
  clientDir: string,
  beforeDir: string | null = null,
): Promise<{ pages: number; firstImages: string[] }> {
  const files = readdirSync(clientDir, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file));
  let next = 0;
  const images = new Set<string>();
  const work = async () => {
    while (next < files.length) {
      const file = join(clientDir, files[next++] ?? '');
      let body = await readFile(file);
      if (file.endsWith('.html')) {
        body = Buffer.from(withOwnPolicy(withOneScript(body.toString('utf8'))));
        await writeFile(file, body);
        for (const address of firstImagesIn(body.toString('utf8'))) images.add(address);
      }
      if (beforeDir && (await tookOver(join(beforeDir, file.slice(clientDir.length + 1)), file, body))) continue;
      if (files.length > BEST_UP_TO && file.endsWith('.html')) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      await writeFile(`${file}.br`, await compress(body, { params }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { pages: files.filter((file) => file.endsWith('.html')).length, firstImages: [...images] };
}

/** Links the compressed files of the version before to this file when both are equal. */
async function tookOver(before: string, file: string, body: Buffer): Promise<boolean> {
  try {
    if (!(await readFile(before)).equals(body)) return false;
    await link(`${before}.br`, `${file}.br`);
    return true;
  } catch (error) {
    if (!['ENOENT', 'EXDEV', 'EPERM', 'ENOTSUP', 'EEXIST', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    return false;
  }
}

/**
 * A page whose policy names the hashes of its own inline scripts and styles only.
 * Astro lists those of every page, which costs a kilobyte that does not compress, and cannot know a page's own rules.
 */
export function withOwnPolicy(html: string): string {
  const hashes = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}(?![^>]*\\s(?:src=|type="application/))[^>]*>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  const list = (element: 'script' | 'style') => [...new Set(hashes(element))].join(' ');
  return html.replace(/(<meta http-equiv="content-security-policy" content=")([^"]*)(")/, (_, before, policy: string, after) => {
    const own = policy
      .replace(/script-src [^;]*/, (all) =>
        `script-src 'self' ${[...(all.match(/https:\S+/g) ?? []), list('script')].join(' ')}`.trim(),
      )
      .replace(/style-src [^;]*/, `style-src 'self' ${list('style')}`.trim());
    return `${before}${own}${after}`;
  });
}

/**
 * A page whose inline modules are one, where the last of them stands: each costs the policy a hash, which does not compress.
 * They run after the page is read, so their place says nothing; each keeps a scope of its own.
 */
export function withOneScript(html: string): string {
  const modules = [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)];
  // A module that imports before it runs cannot stand inside a function.
  if (modules.length < 2 || modules.some(([, code = '']) => /(^|[;}\s])(import|export)[\s{"'`*]/.test(code))) return html;
  const all = modules.map(([, code]) => `(()=>{${code}})();`).join('');
  const last = modules.at(-1)?.index ?? 0;
  return html.replace(/<script type="module">[\s\S]*?<\/script>/g, (_, at: number) =>
    at === last ? `<script type="module">${all}</script>` : '',
  );
}

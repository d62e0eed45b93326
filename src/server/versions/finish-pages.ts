import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { TONES } from '../../domain/tone.ts';
import { LAYER_ORDER } from '../../ui/inline-rules.ts';
import { firstImagesIn, firstPicturesIn } from './first-images.ts';

const TEXT = /\.(html|js|css|svg|json|xml|txt|webmanifest)$/;
const AT_ONCE = 8;
/** Best compression costs 50 ms a page, the next one 20 for 7 % more bytes: beyond so many files the time counts more. */
const BEST_UP_TO = 2000;
const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * Gives each prerendered page a policy with just its own hashes, and writes every text file compressed beside itself.
 * What is the same as in the version before is taken from there: compressing costs more than all the rest.
 */
export async function finishPages(
  clientDir: string,
  beforeDir: string | null = null,
): Promise<{ pages: number; firstImages: string[] }> {
  const files = readdirSync(clientDir, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file));
  let next = 0;
  const images = new Set<string>();
  const quality = files.length <= BEST_UP_TO ? constants.BROTLI_MAX_QUALITY : 9;
  const work = async () => {
    while (next < files.length) {
      const file = join(clientDir, files[next++] ?? '');
      let body = await readFile(file);
      if (file.endsWith('.html')) {
        body = Buffer.from(withOwnPolicy(withFirstTones(withOneScript(body.toString('utf8')))));
        await writeFile(file, body);
        for (const address of firstImagesIn(body.toString('utf8'))) images.add(address);
      }
      if (beforeDir && (await tookOver(join(beforeDir, file.slice(clientDir.length + 1)), file, body))) continue;
      await writeFile(
        `${file}.br`,
        await compressors.br(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        }),
      );
      await writeFile(`${file}.gz`, await compressors.gz(body, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { pages: files.filter((file) => file.endsWith('.html')).length, firstImages: [...images] };
}

/** Links the compressed files of the version before to this file when both are equal. */
async function tookOver(before: string, file: string, body: Buffer): Promise<boolean> {
  try {
    if (!(await readFile(before)).equals(body)) return false;
    for (const ending of ['br', 'gz']) await link(`${before}.${ending}`, `${file}.${ending}`);
    return true;
  } catch (error) {
    // Half taken over: the writing that follows replaces it, but not through the link into the other version.
    for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`, { force: true });
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

/** A page that itself carries the tones of the pictures shown first: the sheet with all of them comes later than these. */
export function withFirstTones(html: string): string {
  const first = firstPicturesIn(html);
  const tones = new Set(first.flatMap((tag) => /data-tone="(\w)"/.exec(tag)?.[1] ?? []));
  const rules = [...tones].map((tone) => `[data-tone=${tone}]{background:${TONES[tone]}}`).join('');
  return html.replace(LAYER_ORDER, LAYER_ORDER + rules);
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

import { createHash } from 'node:crypto';
import { withFirstTones } from './first-tones.ts';

/**
 * A page as it is sent: with the tones of its first pictures, one inline module instead of several, and a policy that names the hashes of its own inline
 * scripts and styles only. Astro lists those of every page, which costs a kilobyte that does not compress, and cannot
 * know a page's own rules.
 */
export function finishedPage(html: string): string {
  const toned = withFirstTones(html);
  const joined = withOneScript(toned, inlineIn(toned));
  return withOwnPolicy(joined, inlineIn(joined));
}

/** A piece of code in a page: where its element begins and ends. */
interface Inline {
  element: 'script' | 'style';
  attributes: string;
  text: string;
  start: number;
  end: number;
}

/** The inline scripts and styles of a page in their order; what stands in a file of its own, and data, are none. */
function inlineIn(html: string): Inline[] {
  const found: Inline[] = [];
  for (const { 0: tag, 1: element, 2: attributes = '', index } of html.matchAll(OPENING)) {
    const end = html.indexOf(`</${element}>`, index);
    if (end < 0 || /\ssrc=|\stype="application\//.test(attributes)) continue;
    const text = html.slice(index + tag.length, end);
    found.push({ element: element as Inline['element'], attributes, text, start: index, end: end + `</${element}>`.length });
  }
  return found;
}

const OPENING = /<(script|style)\b([^>]*)>/g;

/**
 * The inline modules made one, where the last of them stands: each costs the policy a hash, which does not compress.
 * They run after the page is read, so their place says nothing; each keeps a scope of its own.
 */
function withOneScript(html: string, inline: readonly Inline[]): string {
  const modules = inline.filter(({ attributes }) => attributes === ' type="module"');
  const last = modules.at(-1);
  // A module that imports before it runs cannot stand inside a function.
  if (!last || modules.length < 2 || modules.some(({ text }) => /(^|[;}\s])(import|export)[\s{"'`*]/.test(text))) return html;
  let [joined, done] = ['', 0];
  for (const module of modules) {
    joined += html.slice(done, module.start);
    done = module.end;
  }
  const all = modules.map(({ text }) => `(()=>{${text}})();`).join('');
  return `${joined}<script type="module">${all}</script>${html.slice(done)}`;
}

function withOwnPolicy(html: string, inline: readonly Inline[]): string {
  const start = html.indexOf(POLICY);
  const end = html.indexOf('"', start + POLICY.length);
  if (start < 0 || end < 0) return html;
  const list = (wanted: Inline['element']) =>
    [...new Set(inline.filter(({ element }) => element === wanted).map(({ text }) => hashOf(text)))].join(' ');
  const own = html
    .slice(start + POLICY.length, end)
    .replace(/script-src [^;]*/, (all) =>
      `script-src 'self' ${[...(all.match(/https:\S+/g) ?? []), list('script')].join(' ')}`.trim(),
    )
    .replace(/style-src [^;]*/, `style-src 'self' ${list('style')}`.trim());
  return html.slice(0, start + POLICY.length) + own + html.slice(end);
}

const POLICY = '<meta http-equiv="content-security-policy" content="';

/** Pages share most of their rules: each text is hashed once. */
const hashes = new Map<string, string>();
const MOST_KEPT = 1000;

function hashOf(text: string): string {
  const hash = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  if (hashes.size < MOST_KEPT) hashes.set(text, hash);
  return hash;
}

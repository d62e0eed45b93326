import { createHash } from 'node:crypto';

/** A page as it is sent: one inline module instead of several, and a policy with just its own hashes. */
export const finishedPage = (html: string): string => withOwnPolicy(withOneScript(html));

/**
 * A page whose policy names the hashes of its own inline scripts and styles only.
 * Astro lists those of every page, which costs a kilobyte that does not compress, and cannot know a page's own rules.
 */
export function withOwnPolicy(html: string): string {
  const list = (element: 'script' | 'style') =>
    [...new Set([...html.matchAll(INLINE[element])].map(([, text = '']) => hashOf(text)))].join(' ');
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

const INLINE = {
  script: /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/style>/g,
};

/** Pages share most of their rules: each text is hashed once. */
const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const hash = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  if (hashes.size < 1000) hashes.set(text, hash);
  return hash;
}

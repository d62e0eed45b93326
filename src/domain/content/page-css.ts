/** Names under which a page's own rules stand, so that they reach nothing but its main part. */
const SCOPE = '.own';

/**
 * Why the rules of a page cannot be used, or null when they can: no @import, no addresses of other sites, nothing that
 * ends the style element.
 * @example pageCssProblem('@import "x.css"') // 'no @import; put the rules here'
 */
export function pageCssProblem(css: string): string | null {
  // An escape such as \69 spells letters of a word that the checks below look for.
  if (css.includes('\\')) return 'no backslashes';
  // Also in a comment: HTML ends the style element there.
  if (css.includes('<')) return 'no "<"';
  const urls: string[] = [];
  const bare = css.toLowerCase().replace(PIECES, (_piece, url?: string) => {
    if (url !== undefined) urls.push(url.trim().replace(/^["']/, ''));
    return url === undefined ? ' ' : 'url()';
  });
  if (bare.includes('@import')) return 'no @import; put the rules here';
  if (/\b(?:src|image)\(/.test(bare) || urls.some((url) => !/^\/media\/(?!.*(?:\.|%2e){2})(?!.*\/\*)/.test(url)))
    return 'an url() may only lead to /media/';
  if (/image-set\(|@font-face|@namespace/.test(bare)) return 'no image-set, @font-face or @namespace';
  if (/["']|\/\*|url\((?!\))/.test(bare)) return 'every quote, comment and url() needs its end';
  return closesInOrder(bare) ? null : 'every { needs its }';
}

/**
 * Comments, url() and text in quotes, from left to right as a browser reads them: what looks like a rule in there is
 * none.
 */
const PIECES =
  /\/\*[\s\S]*?\*\/|(?<![\w-])url\((\s*(?:"[^"\n\r\f]*"|'[^'\n\r\f]*'|[^"'()\s]*)\s*)\)|"[^"\n\r\f]*"|'[^'\n\r\f]*'/g;

function closesInOrder(css: string): boolean {
  let depth = 0;
  for (const sign of css) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * The rules of a page, scoped to its main part; empty when they may not be used.
 * @example scopedPageCss('h1 { color: var(--brick) }') // '@layer components{.own{h1 { color: var(--brick) }}}'
 */
export function scopedPageCss(css: string | undefined): string {
  return css && pageCssProblem(css) === null ? `@layer components{${SCOPE}{${css}}}` : '';
}

import { tokenize, tokenTypes } from 'css-tree/tokenizer';

/** Selector of the main part of a page; the page's own styles apply within it only. */
const SCOPE = '.own';

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
const CLOSES_IN_ORDER = 'every {, ( and [ needs its }, ) or ]';
const COMPLETE = 'every quote, comment and url() needs its end';
const ONLY_MEDIA = 'an url() may only lead to /media/';

/**
 * Why the styles of a page cannot be used, or null when they can: no @import, no URL of another site, nothing that ends
 * the style element or leaves the scope. Tokens are those of a browser (CSS Syntax Level 3).
 * @example pageCssProblem('@import "x.css"') // 'no @import; put the styles here'
 */
export function pageCssProblem(css: string): string | null {
  // An escape such as \69 spells letters of a name that the checks below look for.
  if (css.includes('\\')) return 'no backslashes';
  // Also in a comment: HTML ends the style element there.
  if (css.includes('<')) return 'no "<"';
  const open: string[] = [];
  const problems: string[] = [];
  let isUrl = false;
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const problem = tokenProblem(type, text, isUrl) ?? bracketProblem(type, text, open);
    if (problem) problems.push(problem);
    if (type !== tokenTypes.WhiteSpace) isUrl = type === tokenTypes.Function && text.toLowerCase() === 'url(';
  });
  return problems[0] ?? (open.length > 0 ? CLOSES_IN_ORDER : null);
}

function tokenProblem(type: number, text: string, isUrl: boolean): string | null {
  const name = text.toLowerCase();
  switch (type) {
    case tokenTypes.AtKeyword:
      if (name === '@import') return 'no @import; put the styles here';
      return ['@font-face', '@namespace'].includes(name) ? `no ${name}` : null;
    case tokenTypes.Function:
      if (name.endsWith('image-set(')) return 'no image-set()';
      return ['src(', 'image('].includes(name) ? ONLY_MEDIA : null;
    case tokenTypes.Url:
      return leadsToMedia(name.slice('url('.length, -1)) && name.endsWith(')') ? null : ONLY_MEDIA;
    case tokenTypes.String:
      if (text.length < 2 || !text.endsWith(text.charAt(0))) return COMPLETE;
      return isUrl && !leadsToMedia(name.slice(1, -1)) ? ONLY_MEDIA : null;
    case tokenTypes.Comment:
      return /^\/\*.*\*\/$/s.test(text) && text.length > 3 ? null : COMPLETE;
    case tokenTypes.BadString:
    case tokenTypes.BadUrl:
      return COMPLETE;
    default:
      // A url( with anything but one text in quotes can be completed by what is read later.
      return isUrl && type !== tokenTypes.WhiteSpace ? ONLY_MEDIA : null;
  }
}

const leadsToMedia = (url: string): boolean => /^\/media\/(?!.*(?:\.|%2e){2})/.test(url.trim());

/** Follows the brackets that are open; a function opens one too. */
function bracketProblem(type: number, text: string, open: string[]): string | null {
  const closing = CLOSING[type === tokenTypes.Function ? '(' : text];
  if (closing) open.push(closing);
  else if (text === '}' || text === ')' || text === ']') return open.pop() === text ? null : CLOSES_IN_ORDER;
  return null;
}

/**
 * The styles of a page, scoped to its main part; empty when they may not be used.
 * @example scopedPageCss('h1 { color: var(--accent) }') // '@layer components{.own{h1 { color: var(--accent) }}}'
 */
export function scopedPageCss(css: string | undefined): string {
  return css && pageCssProblem(css) === null ? `@layer components{${SCOPE}{${css}}}` : '';
}

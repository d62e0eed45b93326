import { createHash } from 'node:crypto';

/** An inline script or style of a page: where its element begins and ends. */
export interface InlineCode {
  attributes: string;
  text: string;
  start: number;
  end: number;
}

/** The inline scripts or styles of a page in their order, without data and without elements that load a file. */
export function inlineIn(html: string, element: 'script' | 'style'): InlineCode[] {
  const [opening, closing] = [`<${element}`, `</${element}>`];
  const found: InlineCode[] = [];
  let next = 0;
  for (let start = html.indexOf(opening); start >= 0; start = html.indexOf(opening, next)) {
    next = start + opening.length;
    // A longer element name is another element.
    if (!/[\s>]/.test(html.charAt(next))) continue;
    const inside = html.indexOf('>', next) + 1;
    const until = html.indexOf(closing, inside);
    if (inside === 0 || until < 0) break;
    const attributes = html.slice(next, inside - 1);
    // Continue inside the element, not after its end: what looks like an opening tag may be in an attribute, before a
    // real one.
    next = inside;
    if (/\ssrc=|\stype="application\//.test(attributes)) continue;
    found.push({ attributes, text: html.slice(inside, until), start, end: until + closing.length });
  }
  return found;
}

/** Pages share most of their scripts and styles, so each text is hashed once. */
const hashes = new Map<string, string>();
const MOST_KEPT = 1000;

/** The hash of a script or style as a policy names it. */
export function policyHash(text: string): string {
  const hash = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  if (hashes.size < MOST_KEPT) hashes.set(text, hash);
  return hash;
}

/**
 * A policy without the hashes of scripts and styles that are not in the page. No hash is added: a script that a visitor
 * brought into the page stays forbidden.
 */
export function policyOfPage(policy: string, html: string): string {
  const used = new Set([...inlineIn(html, 'script'), ...inlineIn(html, 'style')].map(({ text }) => policyHash(text)));
  return policy.replace(/ ('sha256-[^']+')/g, (all, hash: string) => (used.has(hash) ? all : ''));
}

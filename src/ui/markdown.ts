import { micromark } from 'micromark';

/**
 * Text in Markdown as HTML. Raw HTML is shown as text, `javascript:` URLs lose their link, and headings start at
 * `level`.
 */
export function markdown(text: string, level = 2): string {
  const shift = Math.max(0, level - 2);
  const html = micromark(text);
  return shift === 0
    ? html
    : html.replace(/<(\/?)h([1-6])>/g, (_, slash, depth) => `<${slash}h${Math.min(6, Number(depth) + shift)}>`);
}

/** Plain paragraphs: an empty line starts a new one. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

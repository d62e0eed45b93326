import MarkdownIt from 'markdown-it';

// Its time grows with the length of any text; deeply nested lists and quotes are shown as they are written.
const parser = new MarkdownIt({ html: false, xhtmlOut: true });
// All links are made; what visitors may not follow is taken out below.
parser.validateLink = () => true;

/** A URL of this site, or one with a protocol that visitors may follow. */
const LINKABLE = /^(?:https?:|mailto:|tel:|[^:]*$|[^:/?#]*[/?#])/i;

/**
 * Text in Markdown as HTML. Raw HTML is shown as text, links other than http(s), mailto and tel become plain text, and
 * headings start at `level`.
 */
export function markdown(text: string, level = 2): string {
  const shift = Math.max(0, level - 2);
  const html = parser
    .render(text)
    .trimEnd()
    .replace(/ (?:href|src)="([^"]*)"/g, (attribute, url: string) => (LINKABLE.test(url) ? attribute : ''));
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

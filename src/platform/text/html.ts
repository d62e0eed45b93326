/** Characters that HTML escapes, in the spelling of React's renderer. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * Text escaped for HTML, for elements and quoted attributes.
 * @example escapedHtml('"a" < b') // '&quot;a&quot; &lt; b'
 */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The HTML spellings of a text that this site has ever written, including older ones. */
export function htmlSpellings(text: string): string[] {
  const escaped = escapedHtml(text);
  const older = escaped.replaceAll('&#x27;', '&#39;');
  return [...new Set([text, escaped, older, older.replaceAll('&quot;', '"')])];
}

/** A value as JSON for a script element; no text in it can end the element. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/**
 * The text that HTML without elements spells; a reference that is not known stays.
 * @example plainOfHtml('a &amp; b&#39;s') // 'a & b\'s'
 */
export function plainOfHtml(html: string): string {
  return html.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return SIGNS[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

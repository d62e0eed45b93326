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

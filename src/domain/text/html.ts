/** Characters that HTML writes differently, in the spelling of React's renderer. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * Text as it is written in HTML, in elements and in quoted attributes.
 * @example escapedHtml('"a" < b') // '&quot;a&quot; &lt; b'
 */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** The spellings of a text in HTML that this site has written, older ones included. */
export function htmlSpellings(text: string): string[] {
  const escaped = escapedHtml(text);
  const older = escaped.replaceAll('&#x27;', '&#39;');
  return [...new Set([text, escaped, older, older.replaceAll('&quot;', '"')])];
}

/** A value as JSON within a script element, which no text in it can end. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

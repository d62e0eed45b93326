import { htmlSpellings } from '../../../platform/text/html.ts';

/** The text without an email address or other words, in every spelling they may have in text, links, HTML and JSON. */
export function withoutWords(text: string, words: string): string {
  const spellings = new Set([
    words,
    encodeURIComponent(words),
    encodeURI(words),
    words.replaceAll('+', '%2B'),
    ...htmlSpellings(words),
    JSON.stringify(words).slice(1, -1),
  ]);
  const pattern = [...spellings].map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'giu'), '[erased]');
}

/** The same, for text that may be JSON: names of fields stay. */
export function withoutWordsIn(text: string, words: string): string {
  if (!text.startsWith('{')) return withoutWords(text, words);
  try {
    return JSON.stringify(
      JSON.parse(text, (_, value) => (typeof value === 'string' ? withoutWords(value, words) : value)),
    );
  } catch {
    return withoutWords(text, words);
  }
}

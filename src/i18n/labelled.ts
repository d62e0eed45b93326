import type { Language } from './languages.ts';

/**
 * A label with its value on one line. French has a non-breaking space before the colon. A label that is a question
 * keeps its question mark instead.
 * @example labelled('Prénom', 'Anne', 'fr') // 'Prénom : Anne'
 */
export function labelled(label: string, value: string | number, language: Language): string {
  if (/[?!:]$/.test(label)) return `${label} ${value}`;
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`;
}

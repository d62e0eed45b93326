import type { Language } from './languages.ts';

/** Text in several languages, keyed by language code: `{ "nl": "Huis", "fr": "Maison" }`. */
export type Localized = Readonly<Record<string, string>>;

/**
 * The text in a language: that language, else its upper-case code, else empty. Only own properties are read, so
 * `__proto__` and `constructor` find nothing.
 * @example localized({ nl: 'Huis', FR: 'Maison' }, 'fr') // 'Maison'
 * @example localized({ nl: 'Huis' }, 'de') // ''
 */
export function localized(text: Localized | null | undefined, language: Language): string {
  if (text === null || typeof text !== 'object') return '';
  for (const key of [language, language.toUpperCase()]) {
    if (Object.hasOwn(text, key) && typeof text[key] === 'string' && text[key] !== '') return text[key];
  }
  return '';
}

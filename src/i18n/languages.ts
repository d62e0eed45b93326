/** A two-letter language code in lower case, as in a path: `nl`, `fr`. */
export type Language = string;

/** The languages for which the product has labels. */
export const LABEL_LANGUAGES = ['nl', 'fr', 'en', 'de'] as const;

/** The languages that a site offers: the default one and all enabled ones, in the order of the switcher. */
export interface LanguageSettings {
  defaultLanguage: Language;
  enabledLanguages: readonly Language[];
}

const TWO_LETTERS = /^[a-z]{2}$/;

/** Whether `code` has the form of a language code; it need not be enabled. */
export function isLanguageCode(code: unknown): code is Language {
  return typeof code === 'string' && TWO_LETTERS.test(code);
}

/**
 * The language that a path selects: its first segment if that is an enabled language, else null.
 * @example languageOfPath('/fr/a-vendre/', { defaultLanguage: 'nl', enabledLanguages: ['nl', 'fr'] }) // 'fr'
 */
export function languageOfPath(path: string, settings: LanguageSettings): Language | null {
  const first = path.split('/')[1] ?? '';
  return isLanguageCode(first) && settings.enabledLanguages.includes(first) ? first : null;
}

/**
 * The language for a visitor whose path names none: the remembered choice, then the first enabled language that the
 * browser accepts, then the default.
 * @example negotiatedLanguage({ remembered: null, accepted: ['fr-BE', 'fr', 'en'] }, settings) // 'fr'
 */
export function negotiatedLanguage(
  criteria: { remembered: string | null; accepted: readonly string[] },
  settings: LanguageSettings,
): Language {
  const enabled = (code: string) => settings.enabledLanguages.includes(code);
  if (criteria.remembered && enabled(criteria.remembered)) return criteria.remembered;
  const codes = criteria.accepted.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
  return codes.find(enabled) ?? settings.defaultLanguage;
}

/**
 * The name of a language, with a capital: in itself, or in another language.
 * @example languageName('nl') // 'Nederlands'
 * @example languageName('fr', 'nl') // 'Frans'
 */
export function languageName(language: Language, inLanguage: Language = language): string {
  const key = `${language} ${inLanguage}`;
  const known = NAMES.get(key);
  if (known) return known;
  const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;
  const capital = name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
  NAMES.set(key, capital);
  return capital;
}

const NAMES = new Map<string, string>();

/** Text in several languages, keyed by language code: `{ "nl": "Huis", "fr": "Maison" }`. */
export type Localized = Readonly<Record<string, string>>;

/** The texts of a value that has one per language, without what is no text; null for any other value. */
export function localizedOf(value: unknown): Localized | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  // An object of other things is none.
  return texts.length > 0 || Object.keys(value).length === 0 ? Object.fromEntries(texts) : null;
}

/**
 * The text in a language: that language, else its upper-case code, else empty. Only own properties are read, so
 * `__proto__` and `constructor` find nothing.
 * @example localized({ nl: 'Huis', FR: 'Maison' }, 'fr') // 'Maison'
 * @example localized({ nl: 'Huis' }, 'de') // ''
 */
export function localized(text: Readonly<Record<string, unknown>> | null | undefined, language: Language): string {
  if (text === null || typeof text !== 'object') return '';
  for (const key of [language, language.toUpperCase()]) {
    if (Object.hasOwn(text, key) && typeof text[key] === 'string' && text[key] !== '') return text[key];
  }
  return '';
}

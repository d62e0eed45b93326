/** A two-letter language code in lower case, as it stands in an address: `nl`, `fr`. */
export type Language = string;

/** Which languages a site offers: the default one and all that are enabled, in the order of the switcher. */
export interface LanguageSettings {
  defaultLanguage: Language;
  enabledLanguages: readonly Language[];
}

const TWO_LETTERS = /^[a-z]{2}$/;

/** Whether `code` has the form of a language code; says nothing about being enabled. */
export function isLanguageCode(code: unknown): code is Language {
  return typeof code === 'string' && TWO_LETTERS.test(code);
}

/**
 * The language an address selects: its first segment, when that is an enabled language, else null.
 * @example languageOfPath('/fr/a-vendre/', { defaultLanguage: 'nl', enabledLanguages: ['nl', 'fr'] }) // 'fr'
 */
export function languageOfPath(path: string, settings: LanguageSettings): Language | null {
  const first = path.split('/')[1] ?? '';
  return isLanguageCode(first) && settings.enabledLanguages.includes(first) ? first : null;
}

/**
 * The language for a visitor whose address names none: remembered choice, then `Accept-Language`, then the default.
 * @example negotiatedLanguage({ remembered: null, accept: 'fr-BE,fr;q=0.9,en;q=0.8' }, settings) // 'fr'
 */
export function negotiatedLanguage(
  criteria: { remembered: string | null; accept: string | null },
  settings: LanguageSettings,
): Language {
  if (criteria.remembered && settings.enabledLanguages.includes(criteria.remembered)) return criteria.remembered;
  const wanted = (criteria.accept ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const quality = Number(options.find((option) => /^\s*q=/i.test(option))?.split('=')[1] ?? 1);
      return { code: tag.split('-')[0]?.toLowerCase() ?? '', quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ code, quality }) => quality > 0 && settings.enabledLanguages.includes(code))
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.code ?? settings.defaultLanguage;
}

/** The name of a language in that language itself (`nl` gives `Nederlands`), with a capital. */
export function languageName(language: Language): string {
  const known = NAMES.get(language);
  if (known) return known;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const capital = name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  NAMES.set(language, capital);
  return capital;
}

const NAMES = new Map<Language, string>();

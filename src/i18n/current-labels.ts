import de from './default-labels/de.json' with { type: 'json' };
import en from './default-labels/en.json' with { type: 'json' };
import fr from './default-labels/fr.json' with { type: 'json' };
import nl from './default-labels/nl.json' with { type: 'json' };
import type { Language } from './languages.ts';

/** Labels of one language: key to text with `{name}` placeholders. */
export type LabelFile = Readonly<Record<string, string>>;

const DEFAULTS: Readonly<Record<Language, LabelFile>> = { nl, fr, en, de };

/** Parts of label keys that were renamed in November 2026; the old keys are read until November 2027. */
const RENAMED: readonly (readonly [old: RegExp, current: string])[] = [
  [/^NEWS_REQUESTS$/, 'NEWS_LEADS'],
  [/(^|_)VISITS(?=_|$)/, '$1VIEWINGS'],
  [/(^|_)VISIT(?=_|$)/, '$1VIEWING'],
  [/(^|_)HOMES(?=_|$)/, '$1PROPERTIES'],
  [/(^|_)HOME(?=_)/, '$1PROPERTY'],
  [/(^|_)(SAVE|SAVED|REMOVE|VIEW)_HOME$/, '$1$2_PROPERTY'],
];

/**
 * The labels that the product has for a language; null for a language that only a content folder can have.
 * @example defaultLabels('nl')?.FOR_SALE // 'Te koop'
 */
export const defaultLabels = (language: Language): LabelFile | null => DEFAULTS[language] ?? null;

/**
 * The present key of a label.
 * @example currentLabelKey('PLAN_A_VISIT') // 'PLAN_A_VIEWING'
 */
export const currentLabelKey = (key: string): string =>
  RENAMED.reduce((name, [old, current]) => name.replace(old, current), key);

/** The labels of a language: those of the product, with the texts that an agency wrote in its own file instead. */
export function currentLabels(language: Language, own: LabelFile): LabelFile {
  const { $schema: _schema, ...texts } = own;
  const renamed = Object.entries(texts).map(([key, text]) => [currentLabelKey(key), text] as const);
  return { ...defaultLabels(language), ...Object.fromEntries(renamed), ...texts };
}

/** The labels of a version with those that were added since an earlier program made it. */
export const completeLabels = (labels: Readonly<Record<Language, LabelFile>>): Record<Language, LabelFile> =>
  Object.fromEntries(Object.entries(labels).map(([language, own]) => [language, currentLabels(language, own)]));

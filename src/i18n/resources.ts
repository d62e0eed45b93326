import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './languages.ts';

/** Labels of one language as they stand in content/labels/<code>.json: key to text with `{name}` places. */
export type LabelFile = Readonly<Record<string, string>>;

/**
 * Settings of i18next that make it read our labels: `{x}` for places, one flat list of keys, no escaping (Astro
 * escapes).
 */
export const I18NEXT_OPTIONS = {
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
} as const;

/**
 * Reads the label files of some languages below a content folder; a missing file is an empty list, which the content
 * check reports.
 */
export function readLabels(contentDir: string, languages: readonly Language[]): Record<Language, LabelFile> {
  return Object.fromEntries(
    languages.map((language) => {
      try {
        return [
          language,
          JSON.parse(readFileSync(join(contentDir, 'labels', `${language}.json`), 'utf8')) as LabelFile,
        ];
      } catch {
        return [language, {}];
      }
    }),
  );
}

const PLURAL = /_(ZERO|ONE|TWO|FEW|MANY|OTHER)$/;

/**
 * Labels as i18next wants them: plural endings in lower case (`_ONE` becomes `_one`); ZONING_OTHER, which has no
 * `_ONE`, is no plural.
 */
export function i18nextResources(
  labels: Readonly<Record<Language, LabelFile>>,
): Record<Language, { translation: LabelFile }> {
  return Object.fromEntries(
    Object.entries(labels).map(([language, file]) => [
      language,
      {
        translation: Object.fromEntries(
          Object.entries(file).map(([key, text]) => {
            const isPlural = Object.hasOwn(file, key.replace(PLURAL, '_ONE'));
            return [isPlural ? key.replace(PLURAL, (ending) => ending.toLowerCase()) : key, text];
          }),
        ),
      },
    ]),
  );
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentLabels, type LabelFile } from './current-labels.ts';
import { type Language, localizedOf } from './languages.ts';

/**
 * Settings that make i18next read our labels: `{x}` for placeholders, one flat list of keys, no escaping (Astro
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
 * The labels of the given languages: those of the product, changed by the files in `labels/` of a content folder. The
 * content check reports a file that cannot be read and a language without labels.
 */
export function readLabels(contentDir: string, languages: readonly Language[]): Record<Language, LabelFile> {
  return Object.fromEntries(
    languages.map((language) => [language, currentLabels(language, ownLabels(contentDir, language))]),
  );
}

function ownLabels(contentDir: string, language: Language): LabelFile {
  try {
    // A decoder leaves out the byte order mark that some editors write.
    const text = new TextDecoder().decode(readFileSync(join(contentDir, 'labels', `${language}.json`)));
    return localizedOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

const PLURAL = /_(ZERO|ONE|TWO|FEW|MANY|OTHER)$/;

/**
 * Labels in the form that i18next requires: plural endings in lower case (`_ONE` becomes `_one`). ZONING_OTHER has no
 * `_ONE` and therefore is not a plural.
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

import type dutch from './default-labels/nl.json';
import type { Language, Localized } from './languages.ts';

type Keys = keyof typeof dutch;
type PluralKey = Keys extends infer K ? (K extends `${infer Stem}_OTHER` ? Stem : never) : never;

/** A key of the label files; keys with `_ONE` and `_OTHER` are looked up without that ending and with `count`. */
export type LabelKey = Keys | PluralKey;

/** Returns the text of a label in one language, with its placeholders `{name}` filled in. */
export type Translate = (key: LabelKey, values?: Readonly<Record<string, string | number>>) => string;

/** A sentence that is stored as its label, and read in the language of whoever reads it. */
export interface Remark {
  label: LabelKey;
  /** What its places hold; several remarks are separated by commas, names have a text per language. */
  values?: Readonly<Record<string, string | number | Remark | readonly Remark[] | { names: Localized }>>;
}

/**
 * A label with its value on one line. French has a non-breaking space before the colon. A label that is a question
 * keeps its question mark instead.
 * @example labelled('Prénom', 'Anne', 'fr') // 'Prénom : Anne'
 */
export function labelled(label: string, value: string | number, language: Language): string {
  if (/[?!:]$/.test(label)) return `${label} ${value}`;
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`;
}

import type dutch from './default-labels/nl.json';
import type { Localized } from './languages.ts';

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

import { defaultLabels } from './current-labels.ts';
import type { LabelKey, Remark, Translate } from './label-key.ts';
import { openLabels } from './labels.server.ts';
import { type Language, localized } from './languages.ts';

export type { Remark };

/** Makes a remark; parts of one too, such as the name of a unit. */
export const remark = (label: LabelKey, values?: Remark['values']): Remark => ({ label, ...(values && { values }) });

/** Whether a value is a remark. */
export const isRemark = (value: unknown): value is Remark =>
  value !== null && typeof value === 'object' && 'label' in value && String(value.label).startsWith('REMARK_');

/** A text that is in nobody's language: the words of a vendor or of the system. */
export const quoted = (text: string): Remark => remark('REMARK_TEXT', { text });

/**
 * A remark in words.
 * @example remarkIn(remark('REMARK_NO_PHOTOS'), 'nl', t) // 'dit heeft geen foto’s'
 */
export function remarkIn({ label, values = {} }: Remark, language: Language, t: Translate): string {
  const wordsOf = (value: NonNullable<Remark['values']>[string]): string | number => {
    if (typeof value !== 'object') return value;
    if ('names' in value) return localized(value.names, language) || localized(value.names, 'en');
    if ('label' in value) return remarkIn(value, language, t);
    return value.map((one) => remarkIn(one, language, t)).join(', ');
  };
  return t(label, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wordsOf(value)])));
}

let english: Translate | null = null;

/** A remark for the command line and for logs. */
export function inEnglish(said: Remark): string {
  english ??= openLabels({ en: defaultLabels('en') ?? {} })('en');
  return remarkIn(said, 'en', english);
}

/** Each remark once. */
export const distinct = (remarks: readonly Remark[]): Remark[] => [
  ...new Map(remarks.map((one) => [JSON.stringify(one), one])).values(),
];

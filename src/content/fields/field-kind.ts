import type { LabelKey } from '../../i18n/label-key.ts';

/** How a field of a content file is written in a form of the studio. */
export const FIELD_KINDS = [
  'text',
  'long',
  'markdown',
  'css',
  'localized',
  'number',
  'money',
  'area',
  'yesNo',
  'choice',
  'choices',
  'types',
  'date',
  'reference',
  'slug',
  'condition',
  'link',
  'path',
  'lines',
  'spans',
  'pictures',
  'documents',
  'hidden',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** What a reference names. */
export const REFERENCES = [
  'member',
  'office',
  'project',
  'property',
  'article',
  'route',
  'page',
  'town',
  'country',
  'type',
  'image',
  'relation',
  'form',
] as const;
export type Reference = (typeof REFERENCES)[number];

/** What a schema says about its form, beside its shape: `z.string().meta({ kind: 'long' })`. */
export interface FieldMeta {
  kind?: FieldKind;
  /** What a reference names. */
  of?: Reference;
  /** How a text per language is written; one line without it. */
  as?: 'long' | 'markdown';
  /** Key of the label; without it the key follows from the name of the field. */
  label?: LabelKey;
  /** Keys of the labels of the values of a choice, which need no label file of their own. */
  choices?: Readonly<Record<string, LabelKey>>;
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}

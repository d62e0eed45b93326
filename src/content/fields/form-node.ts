import * as z from 'zod';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { FieldKind, FieldMeta, Reference } from './field-kind.ts';

interface Named {
  /** Key of the label that names it. */
  label: LabelKey;
  /** Whether the file may lack it. */
  isOptional: boolean;
}

/** A field with one value. */
export interface FormLeaf extends Named {
  type: 'leaf';
  kind: FieldKind;
  of: Reference | null;
  /** Values of a choice with the keys of their labels. */
  choices: readonly { value: string | number; label: LabelKey }[];
  /** The value that an absent field has. */
  fallback: unknown;
  /** What the items of `lines` are. */
  items: 'text' | 'number' | 'pair' | null;
  /** Whether a text may also be a number, or a text per language. */
  also: 'number' | 'localized' | null;
}

/** A text per language. */
export interface FormText extends Named {
  type: 'text';
  as: 'line' | 'long' | 'markdown';
}

/** Fields that belong together. */
export interface FormGroup extends Named {
  type: 'group';
  fields: ReadonlyMap<string, FormNode>;
}

/** Things in an order. */
export interface FormList extends Named {
  type: 'list';
  item: FormNode;
}

/** Things by a key that an editor chooses. */
export interface FormTable extends Named {
  type: 'table';
  item: FormNode;
  /** What the keys name. */
  of: Reference | null;
}

/** A part of the form of a content file, made from its schema. */
export type FormNode = FormLeaf | FormText | FormGroup | FormList | FormTable;

interface Seen {
  schema: Schema;
  meta: FieldMeta;
  isOptional: boolean;
  fallback: unknown;
}

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/** What a schema is made of: every schema is one of the kinds of Zod. */
const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def;
/** What `meta` has stored of a schema. */
const metaOf = (schema: Schema): FieldMeta => z.globalRegistry.get(schema) ?? {};

/** The form of a content file; fields that are hidden are not in it. */
export const formOf = (schema: Schema): FormNode => nodeOf(schema, 'File');

/** A name in the form of a key: `metadataTitle` becomes `METADATA_TITLE`. */
export const keyOfName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

const labelKey = (prefix: 'FIELD' | 'CHOICE', name: string): LabelKey => `${prefix}_${keyOfName(name)}` as LabelKey;

function nodeOf(schema: Schema, name: string): FormNode {
  const seen = withoutWraps(schema);
  const { meta, isOptional } = seen;
  const def = defOf(seen.schema);
  const named: Named = { label: meta.label ?? labelKey('FIELD', name), isOptional };
  if (meta.kind && meta.kind !== 'localized') return leafOf(seen, named, meta.kind, def);
  if (meta.kind === 'localized') return { ...named, type: 'text', as: meta.as ?? 'line' };
  switch (def.type) {
    case 'object':
      return { ...named, type: 'group', fields: fieldsOf(def.shape) };
    case 'array':
      return arrayOf(seen, named, def, name);
    case 'record':
      return recordOf(named, def, name, meta.of ?? null);
    default:
      return leafOf(seen, named, kindOf(def), def);
  }
}

function fieldsOf(shape: Readonly<Record<string, Schema>>): Map<string, FormNode> {
  const fields = Object.entries(shape).flatMap(([name, schema]): [string, FormNode][] =>
    name === '$schema' || withoutWraps(schema).meta.kind === 'hidden' ? [] : [[name, nodeOf(schema, name)]],
  );
  return new Map(fields);
}

function withoutWraps(schema: Schema): Seen {
  let [inner, meta, isOptional] = [schema, metaOf(schema), false];
  let fallback: unknown;
  for (let def = defOf(inner); ; def = defOf(inner)) {
    if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault') isOptional = true;
    if (def.type === 'default') fallback ??= def.defaultValue;
    const next = 'innerType' in def ? def.innerType : def.type === 'pipe' ? def.in : undefined;
    if (!next) return { schema: inner, meta, isOptional, fallback };
    inner = next;
    meta = { ...metaOf(inner), ...meta };
  }
}

function arrayOf(seen: Seen, named: Named, def: z.core.$ZodArrayDef, name: string): FormNode {
  const item = withoutWraps(def.element);
  const inner = defOf(item.schema);
  if (inner.type === 'enum') return leafOf({ ...seen, schema: item.schema }, named, 'choices', inner);
  if (item.meta.kind === 'reference' || inner.type === 'string' || inner.type === 'union' || inner.type === 'number')
    return leafOf({ ...seen, meta: { ...item.meta, ...seen.meta } }, named, 'lines', def);
  if (inner.type === 'tuple') return leafOf(seen, named, 'lines', def);
  const fields = inner.type === 'object' ? Object.keys(inner.shape) : [];
  if (fields.join() === 'from,to') return leafOf(seen, named, 'spans', def);
  return { ...named, type: 'list', item: nodeOf(def.element, name) };
}

function recordOf(named: Named, def: z.core.$ZodRecordDef, name: string, of: Reference | null): FormNode {
  const keys = defOf(def.keyType);
  if (keys.type !== 'enum') return { ...named, type: 'table', item: nodeOf(def.valueType, name), of };
  const fields = weekFromMonday(Object.values(keys.entries)).map(
    (key) => [String(key), { ...nodeOf(def.valueType, String(key)), isOptional: true }] as const,
  );
  return { ...named, type: 'group', fields: new Map(fields) };
}

/** Days of the week as people here count them; other keys keep their order. */
function weekFromMonday(keys: readonly (string | number)[]): (string | number)[] {
  return keys[0] === 'Sunday' && keys.length === 7 ? [...keys.slice(1), keys[0]] : [...keys];
}

const KINDS: Readonly<Partial<Record<Def['type'], FieldKind>>> = {
  boolean: 'yesNo',
  literal: 'yesNo',
  number: 'number',
  enum: 'choice',
};
const kindOf = (def: Def): FieldKind => KINDS[def.type] ?? 'text';

function leafOf({ schema, meta, fallback }: Seen, named: Named, kind: FieldKind, def: Def): FormLeaf {
  const values =
    'entries' in def
      ? Object.values(def.entries)
      : Object.keys(meta.choices ?? {}).map((key) => (def.type === 'number' ? Number(key) : key));
  const inner = def.type === 'array' ? defOf(withoutWraps(def.element).schema) : null;
  const own = defOf(schema);
  const options = (own.type === 'union' ? own.options : []).map((one) => defOf(withoutWraps(one).schema).type);
  return {
    ...named,
    type: 'leaf',
    kind,
    of: meta.of ?? null,
    choices: values.map((value) => ({
      value,
      label: meta.choices?.[String(value)] ?? labelKey('CHOICE', String(value)),
    })),
    fallback,
    items: inner ? (inner.type === 'tuple' ? 'pair' : inner.type === 'number' ? 'number' : 'text') : null,
    also: options.includes('number') ? 'number' : options.includes('record') ? 'localized' : null,
  };
}

import * as z from 'zod';
import type { FieldKind } from '../../content/fields/field-kind.ts';
import { dateText, localizedText } from '../../content/fields/fields.ts';
import { ATTRIBUTES, type Attribute, type AttributeKind } from './attributes.ts';

function valueSchemaOf({ kind, choices }: Attribute): z.core.$ZodType {
  switch (kind) {
    case 'area':
    case 'length':
    case 'money':
    case 'monthly':
    case 'kWh':
    case 'kWhM2':
    case 'kgCO2':
      return z.number().nonnegative();
    case 'count':
    case 'years':
      return z.number().int().nonnegative();
    case 'number':
      return z.number();
    case 'year':
      return z.number().int().min(1200).max(2100);
    case 'yesNo':
      return z.boolean();
    case 'date':
      return dateText;
    case 'choice':
      return z.enum(Object.keys(choices ?? {}));
    case 'text':
      return z.union([z.string(), localizedText]);
  }
}

/** How an attribute is written in a form; without an entry it is a number. */
const KINDS: Readonly<Partial<Record<AttributeKind, FieldKind>>> = {
  area: 'area',
  money: 'money',
  monthly: 'money',
  text: 'text',
  date: 'date',
  yesNo: 'yesNo',
  choice: 'choice',
};

/** The allowed values of an attribute, in plain words for editors. */
const UNIT_WORDS: Readonly<Record<AttributeKind, string>> = {
  area: 'm2',
  length: 'metres',
  count: 'a whole number',
  years: 'a number of years',
  number: 'a number',
  year: 'a year',
  money: 'euros',
  monthly: 'euros a month',
  text: 'text',
  date: 'a date such as 2026-10-11',
  yesNo: 'true or false',
  choice: 'one of',
  kWhM2: 'kWh per m2 and year',
  kWh: 'kWh a year',
  kgCO2: 'kg CO2 per m2 and year',
};

/** `PlanningPermit` as "Planning permit". */
const inWords = (key: string) =>
  key.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

/** A copy of a schema with something that is known of it. */
function known<S extends z.core.$ZodType>(schema: S, facts: z.core.GlobalMeta): S {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, facts);
  return copy;
}

/** The fields of all attributes as Zod shapes, each optional and described for editors. */
export const attributeFields: Record<string, z.ZodOptional> = Object.fromEntries(
  ATTRIBUTES.map((attribute) => [
    attribute.key,
    known(
      z.optional(
        known(valueSchemaOf(attribute), {
          kind: KINDS[attribute.kind] ?? 'number',
          label: attribute.label,
          ...(attribute.choices && { choices: attribute.choices }),
        }),
      ),
      {
        description:
          `${attribute.about ?? inWords(attribute.key)}; ` +
          `${[UNIT_WORDS[attribute.kind], Object.keys(attribute.choices ?? {}).join(', ')].join(' ').trim()}`,
      },
    ),
  ]),
);

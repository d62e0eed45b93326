import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { demoPortal, ownerImport, portalImport } from '../../features/owner/portal-import.ts';
import { article, member, testimonial } from '../../features/page/article.ts';
import { page, routeRow } from '../../features/page/page.ts';
import { city, propertyType } from '../../features/place/region.ts';
import { project } from '../../features/property/project.ts';
import { propertySchema } from '../../features/property/property.ts';
import { defaultLabels } from '../../i18n/current-labels.ts';
import { type FormNode, formOf } from '../fields/form-node.ts';
import { SETTINGS } from '../settings/settings.ts';

/** A kind of content file: the name of its JSON Schema, the files it describes, and the schema. */
interface ContentSchema {
  name: string;
  /** Folder or file below the content folder; a folder ends in a slash. */
  where: string;
  schema: z.core.$ZodType;
}

/** A label file: the labels of the product that an agency words differently; each key shows its Dutch text. */
const labelFile = z.looseObject(
  Object.fromEntries(
    Object.entries(defaultLabels('nl') ?? {}).map(([key, text]) => [key, z.string().optional().describe(text)]),
  ),
);

/** One row: schemas are compared with the widest kind of schema, and not with each other, which takes seconds. */
const kind = (name: string, where: string, schema: z.core.$ZodType): ContentSchema => ({ name, where, schema });

/** Every kind of content file with a schema, one row each. */
export const CONTENT_SCHEMAS: readonly ContentSchema[] = [
  kind('property', 'properties/', propertySchema),
  kind('project', 'projects/', project),
  kind('page', 'menu/', page),
  kind('article', 'articles/', article),
  kind('member', 'category/team/', member),
  kind('testimonial', 'testimonials/', testimonial),
  kind('demo-portal', 'demo/portal.json', demoPortal),
  kind('routes', 'routes.json', z.array(routeRow)),
  kind('property-types', 'property-types.json', z.array(propertyType)),
  kind('cities', 'cities.json', z.array(city)),
  kind('labels', 'labels/', labelFile),
  ...Object.entries<z.core.$ZodType>(SETTINGS).map(([name, schema]) =>
    kind(`settings-${name}`, `settings/${name}.json`, schema),
  ),
];

/** The kind of a content file, by its path below the content folder; null for a file that nothing reads. */
export function contentSchemaOf(file: string): ContentSchema | null {
  return (
    CONTENT_SCHEMAS.find(({ where }) =>
      where.endsWith('/') ? file.startsWith(where) && /^[^/]+\.json$/.test(file.slice(where.length)) : file === where,
    ) ?? null
  );
}

const forms = new Map<string, FormNode>();

/** The form of a content file, made once per kind; null for a file without a schema. */
export function formOfFile(file: string): FormNode | null {
  const found = contentSchemaOf(file);
  if (!found) return null;
  const form = forms.get(found.name) ?? formOf(found.schema);
  forms.set(found.name, form);
  return form;
}

/** Reads the data of a content file by its schema; undefined for a file that nothing reads. */
export function parseContent(file: string, data: unknown, { reportInput = false } = {}) {
  const schema = contentSchemaOf(file)?.schema;
  return schema && z.safeParse(schema, data, { reportInput });
}

/** A JSON Schema, or whether any value is allowed. */
type Node = z.core.JSONSchema._JSONSchema;

const made = new Map<string, z.core.JSONSchema.BaseSchema>();

/** What a schema says about the form of the studio is no JSON Schema. */
function withoutForm({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const name of ['kind', 'of', 'as', 'label', 'choices']) delete jsonSchema[name];
}

/** The JSON Schema of a kind of content. */
function jsonSchemaOf({ name, schema }: ContentSchema): z.core.JSONSchema.BaseSchema {
  const known =
    made.get(name) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutForm });
  made.set(name, known);
  return known;
}

/** The parts of a JSON Schema that describe the value at a path; several when the schema allows alternatives. */
function nodesAt(node: Node, path: readonly PropertyKey[]): z.core.JSONSchema.JSONSchema[] {
  const [key, ...rest] = path;
  if (typeof node === 'boolean') return [];
  if (key === undefined) return [node];
  const options = alternativesOf(node);
  return options.flatMap((option) => {
    const below =
      typeof key === 'number'
        ? Array.isArray(option.items)
          ? option.items[key]
          : option.items
        : ((option.properties && Object.hasOwn(option.properties, key) ? option.properties[String(key)] : undefined) ??
          option.additionalProperties);
    return below ? nodesAt(below, rest) : [];
  });
}

/** A JSON Schema with those of which it allows any. */
const alternativesOf = (node: z.core.JSONSchema.JSONSchema): z.core.JSONSchema.JSONSchema[] => [
  node,
  ...(node.anyOf ?? []).filter((one) => typeof one === 'object'),
];

/** The description of a field in plain words, by its path of keys and numbers in the file. */
export function aboutField(file: string, path: readonly PropertyKey[]): string | undefined {
  const kind = contentSchemaOf(file);
  if (!kind) return undefined;
  return nodesAt(jsonSchemaOf(kind), path).find(({ description }) => description)?.description;
}

/** The names of the fields that are allowed in the group at a path. */
export function fieldsAt(file: string, path: readonly PropertyKey[]): string[] {
  const kind = contentSchemaOf(file);
  if (!kind) return [];
  return nodesAt(jsonSchemaOf(kind), path)
    .flatMap(alternativesOf)
    .flatMap(({ properties }) => Object.keys(properties ?? {}));
}

/** Files that commands import and that are not part of the content. */
const IMPORT_SCHEMAS: readonly ContentSchema[] = [
  kind('portal-import', '', portalImport),
  kind('owners-import', '', ownerImport),
];

/** Writes the JSON Schema of each kind of content file and of each import into `schemas/` of a content folder. */
export function writeSchemas(contentDir: string): { folder: string; names: string[] } {
  const folder = join(contentDir, 'schemas');
  mkdirSync(folder, { recursive: true });
  const all = [...CONTENT_SCHEMAS, ...IMPORT_SCHEMAS];
  for (const schema of all)
    writeFileSync(join(folder, `${schema.name}.json`), `${JSON.stringify(jsonSchemaOf(schema), null, 2)}\n`);
  return { folder, names: all.map(({ name }) => name) };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { propertySchema } from '../property/property.ts';

/** A property as its file has it now. */
export interface StoredProperty {
  data: Record<string, unknown>;
  text: string;
  /** Whether it is in content/gone/: no longer shown, but kept. */
  isGone: boolean;
}

/** All properties of a content folder by ID, those in content/gone/ included. */
export function readPropertyFiles(contentDir: string): Map<number, StoredProperty> {
  const properties = new Map<number, StoredProperty>();
  for (const [folder, isGone] of [
    ['gone', true],
    ['properties', false],
  ] as const) {
    const path = join(contentDir, folder);
    if (!existsSync(path)) continue;
    for (const file of readdirSync(path).filter((name) => /^\d+\.json$/.test(name))) {
      const text = readFileSync(join(path, file), 'utf8');
      properties.set(Number.parseInt(file, 10), { data: JSON.parse(text) as Record<string, unknown>, text, isGone });
    }
  }
  return properties;
}

/** Fields of a property in the order in which its file has them. */
const ORDER = new Map(Object.keys(propertySchema.shape).map((key, at) => [key, at]));

/** The fields that an editor took over from the CRM. */
export const takenFields = (data: Readonly<Record<string, unknown>> | null): ReadonlySet<string> =>
  new Set(Array.isArray(data?.EditorFields) ? data.EditorFields.map(String) : []);

/**
 * The new content of a property's file: the export decides its own fields, editors decide all others, those they
 * took over (`EditorFields`) and those they changed since the last import (`edited`). The order is
 * always the same, so that a second import writes the same bytes.
 */
export function mergedProperty(
  existing: Readonly<Record<string, unknown>> | null,
  facts: Readonly<Record<string, unknown>>,
  { source, owned, edited }: { source: string; owned: ReadonlySet<string>; edited: ReadonlySet<string> },
): Record<string, unknown> {
  const taken = new Set([...edited, ...takenFields(existing)]);
  const kept = Object.entries(existing ?? {}).filter(([key]) => !owned.has(key) || taken.has(key));
  // What the export has no field for gets its value once, when the property is new.
  const given = Object.entries(facts).filter(
    ([key]) => !taken.has(key) && (owned.has(key) || existing?.[key] === undefined),
  );
  const all = {
    ...{ $schema: '../schemas/property.json', ...Object.fromEntries(kept), ...Object.fromEntries(given) },
    ...{ ID: facts.ID, Source: source },
  };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (ORDER.get(a) ?? Number.MAX_SAFE_INTEGER) - (ORDER.get(b) ?? Number.MAX_SAFE_INTEGER)),
  );
}

/** The place of a new field among those of a file: behind the last one that comes before it in the schema. */
export function placeOfField(keys: readonly string[], key: string): number {
  const own = ORDER.get(key) ?? Number.MAX_SAFE_INTEGER;
  return keys.findLastIndex((other) => (ORDER.get(other) ?? -1) < own) + 1;
}

/** Names of the fields that differ; the order of members is no difference. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
}

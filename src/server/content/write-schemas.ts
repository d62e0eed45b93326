import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_SCHEMAS, jsonSchemaOf } from './content-schemas.ts';

/** Writes the JSON Schema of each kind of content file into `schemas/` of a content folder. */
export function writeSchemas(contentDir: string): { folder: string; names: string[] } {
  const folder = join(contentDir, 'schemas');
  mkdirSync(folder, { recursive: true });
  for (const schema of CONTENT_SCHEMAS)
    writeFileSync(join(folder, `${schema.name}.json`), `${JSON.stringify(jsonSchemaOf(schema), null, 2)}\n`);
  return { folder, names: CONTENT_SCHEMAS.map(({ name }) => name) };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerImport, portalImport } from '../../../domain/owners/portal-import.ts';
import { CONTENT_SCHEMAS, type ContentSchema, jsonSchemaOf } from './content-schemas.ts';

/** Files that commands import and that are not part of the content. */
const IMPORT_SCHEMAS: readonly ContentSchema[] = [
  { name: 'portal-import', where: '', schema: portalImport },
  { name: 'owners-import', where: '', schema: ownerImport },
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

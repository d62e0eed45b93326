import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { withPresentNames } from '../server/catalogue/content/renamed.ts';
import { OwnerError } from '../server/services/owners/auth/manage-accounts.ts';

/**
 * Reads a JSON file for an import; reports every mistake with its position in the file. `kind` selects the old names
 * of fields that are read too.
 */
export function readImportFile<T>(file: string, schema: z.ZodType<T>, kind: 'portal-import' | 'owners-import'): T {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OwnerError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const result = schema.safeParse(withPresentNames(kind, data).data);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`);
  throw new OwnerError(`${lines.join('\n')}\nNothing was imported.`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Property, propertySchema } from '../../../domain/property/property.ts';

/** Reads a property as editors wrote it, hidden facts included; null when the file is missing or invalid. */
export function readPropertyFile(contentDir: string, propertyId: string): Property | null {
  if (!/^\d{1,12}$/.test(propertyId)) return null;
  try {
    const result = propertySchema.safeParse(
      JSON.parse(readFileSync(join(contentDir, 'properties', `${propertyId}.json`), 'utf8')),
    );
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

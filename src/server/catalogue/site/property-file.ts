import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Property, property } from '../../../domain/property/property.ts';

/** What editors wrote of a home, hidden facts included; null when there is no such file, or it cannot be used. */
export function homeContent(contentDir: string, homeId: string): Property | null {
  if (!/^\d{1,12}$/.test(homeId)) return null;
  try {
    const result = property.safeParse(JSON.parse(readFileSync(join(contentDir, 'properties', `${homeId}.json`), 'utf8')));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

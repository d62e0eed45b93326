import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file that lets the schedule start an import before its time. */
export const importDueFile = (dataDir: string, source: string): string => join(dataDir, 'import', `${source}.due`);

/** Lets the schedule of this machine import from a CRM within a minute. */
export async function markImportDue(dataDir: string, source: string): Promise<void> {
  await mkdir(join(dataDir, 'import'), { recursive: true });
  await writeFile(importDueFile(dataDir, source), '');
}

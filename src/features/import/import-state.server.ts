import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parsed, textList, textsByName } from '../../platform/values/parsed.ts';

const fieldNames = textList.readonly();

/** The state of an importer, stored in DATA_DIR/import/{importer}.json. */
export const importState = z.object({
  /** When its last successful import ended; null when there was none. */
  goodAt: z.string().nullable(),
  /** When it was last tried; absent in states of earlier versions. */
  triedAt: z.string().optional(),
  /** Why the last import failed; null when it succeeded. */
  alarm: z.string().nullable(),
  /** After this number of hours without a successful import it is a warning. */
  maxAgeHours: z.number(),
  /** Fields of a property that the last import decided; absent in states of earlier versions. */
  owned: fieldNames.optional(),
  /** The same for a table, which decides its own columns only; absent in states of earlier versions. */
  columns: fieldNames.optional().catch(undefined),
  /** The keys of the units that each project had, of a CRM that sends projects with their units. */
  units: z.record(z.string(), fieldNames).optional().catch(undefined),
  /** What the last table called the columns of these fields. */
  headings: textsByName.optional().catch(undefined),
});
export type ImportState = Readonly<z.infer<typeof importState>>;

/** The state of one importer; null when it never ran or its state cannot be read. */
export function readImportState(dataDir: string, name: string): ImportState | null {
  try {
    return parsed(importState, readFileSync(join(dataDir, 'import', `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}

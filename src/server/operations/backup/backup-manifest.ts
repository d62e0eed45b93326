import * as z from 'zod';

/** One table of a backup: its name, its number of rows, and the sha-256 of its lines. */
const tableFacts = z.object({ name: z.string().regex(/^[a-z_0-9]+$/i), rows: z.number().int(), sha256: z.string() });

/** The manifest of a backup, first in the archive. */
export const backupFacts = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of migrations that had been applied. */
  schema: z.number().int(),
  /** In the order in which they can be filled: referenced tables come first. */
  tables: z.array(tableFacts),
  content: z.boolean(),
});
export type BackupFacts = z.infer<typeof backupFacts>;

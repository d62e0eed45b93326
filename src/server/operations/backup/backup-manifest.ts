import * as z from 'zod';

/** One table of a backup: its name, its rows, and the sha-256 of its lines. */
const tableFacts = z.object({ name: z.string().regex(/^[a-z_0-9]+$/i), rows: z.number().int(), sha256: z.string() });

/** What a backup says about itself, first in the archive. */
export const backupFacts = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of steps the tables had seen. */
  schema: z.number().int(),
  /** In the order in which they can be filled: what is referred to comes first. */
  tables: z.array(tableFacts),
  content: z.boolean(),
});
export type BackupFacts = z.infer<typeof backupFacts>;

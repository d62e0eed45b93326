import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomically } from '../files/write-atomically.ts';

const entrySchema = z.object({
  bytes: z.number(),
  mtimeMs: z.number(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
  tone: z.string().optional(),
});
const fileSchema = z.object({ format: z.literal(1), entries: z.array(z.tuple([z.string(), entrySchema])) });

/** The index entry of one file; width and height are 0 for a video and for a picture that cannot be used. */
export type MediaIndexEntry = z.infer<typeof entrySchema>;

/** The index on disk: a cache that is rebuilt when it is missing or unreadable. */
export interface MediaIndexFile {
  load(): Promise<Map<string, MediaIndexEntry>>;
  /** Merges the changes into the file; null removes a path. */
  save(changes: Map<string, MediaIndexEntry | null>): Promise<void>;
}

/** Opens the index in a file, which is read on first use. */
export function openMediaIndexFile(file: string): MediaIndexFile {
  async function load(): Promise<Map<string, MediaIndexEntry>> {
    try {
      return new Map(fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).entries);
    } catch {
      return new Map();
    }
  }

  // Read again before writing, because the build and other workers write to the same file.
  async function save(changes: Map<string, MediaIndexEntry | null>): Promise<void> {
    const entries = await load();
    for (const [path, entry] of changes) {
      if (entry) entries.set(path, entry);
      else entries.delete(path);
    }
    await writeAtomically(file, JSON.stringify({ format: 1, entries: [...entries] }));
  }

  return { load, save };
}

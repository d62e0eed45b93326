import { join } from 'node:path';
import { type Publisher, readWhole, writeWhole } from './publish-progress.ts';

/** When a version became the live one, and by whom. */
export interface Published extends Publisher {
  at: string;
}

const NAME = 'published.json';

/** Remembers in the folder of a version that it became the live one. */
export function writePublished(versionDir: string, by: Publisher): void {
  try {
    writeWhole(join(versionDir, NAME), { ...by, at: new Date().toISOString() } satisfies Published);
  } catch {
    // What is shown stays shown although this cannot be remembered.
  }
}

/** When a version became the live one; null for one of an earlier program. */
export const readPublished = (versionDir: string): Published | null => readWhole<Published>(join(versionDir, NAME));

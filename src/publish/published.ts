import { join } from 'node:path';
import { type Publisher, readWhole, writeWhole } from './publish-progress.ts';

/** When a version became the live one, and by whom. */
export interface Published extends Publisher {
  at: string;
  /** When it was last published; a rollback that shows it again does not change this. */
  publishedAt?: string;
  /** Set by a rollback, until its content is published again. */
  isRolledBack?: boolean;
}

const NAME = 'published.json';

/** Remembers in the folder of a version that it became the live one, by a publish or a rollback. */
export function writePublished(versionDir: string, by: Publisher, how: 'publish' | 'rollback' = 'publish'): void {
  const at = new Date().toISOString();
  const publishedAt = how === 'publish' ? at : (publishedAtOf(versionDir) ?? at);
  try {
    writeWhole(join(versionDir, NAME), { ...by, at, publishedAt } satisfies Published);
  } catch {
    // What is shown stays shown although this cannot be remembered.
  }
}

/** When a version became the live one; null for one of an earlier program. */
export const readPublished = (versionDir: string): Published | null => readWhole<Published>(join(versionDir, NAME));

/** When a version was last published, rollbacks aside; null for one of an earlier program or that never became live. */
export function publishedAtOf(versionDir: string): string | null {
  const { at, publishedAt } = readPublished(versionDir) ?? {};
  return publishedAt ?? at ?? null;
}

/** Marks a version that a rollback took back, or one whose content was published again. */
export function markRolledBack(versionDir: string, isRolledBack: boolean): void {
  const published = readPublished(versionDir);
  if (published && (published.isRolledBack ?? false) !== isRolledBack)
    writeWhole(join(versionDir, NAME), { ...published, isRolledBack } satisfies Published);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A home as its file has it now. */
export interface StoredHome {
  data: Record<string, unknown>;
  text: string;
  /** Whether it lies in content/gone/: no longer shown, but not forgotten. */
  isGone: boolean;
}

/** All homes of a content folder by their number, those that are gone included. */
export function readHomes(contentDir: string): Map<number, StoredHome> {
  const homes = new Map<number, StoredHome>();
  for (const [folder, isGone] of [
    ['gone', true],
    ['properties', false],
  ] as const) {
    const path = join(contentDir, folder);
    if (!existsSync(path)) continue;
    for (const file of readdirSync(path).filter((name) => /^\d+\.json$/.test(name))) {
      const text = readFileSync(join(path, file), 'utf8');
      homes.set(Number.parseInt(file, 10), { data: JSON.parse(text) as Record<string, unknown>, text, isGone });
    }
  }
  return homes;
}

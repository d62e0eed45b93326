import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ASIDE = /^\.(.+)\.before$/;
/** Replacing a file takes microseconds: one that lies aside for longer was left by a process that was killed. */
const [LEFT_MS, LOOK_MS] = [2000, 100];

/**
 * Waits until no program is in the middle of replacing a content file, and puts back what a killed one took away.
 * Returns the files that were put back.
 */
export async function settleContent(contentDir: string): Promise<string[]> {
  const back: string[] = [];
  for (const { aside, file } of filesAside(contentDir, '')) {
    const [from, to] = [join(contentDir, aside), join(contentDir, file)];
    const sinceMs = () => Date.now() - (statSync(from, { throwIfNoEntry: false })?.ctimeMs ?? 0);
    while (existsSync(from) && sinceMs() < LEFT_MS) await pause(LOOK_MS);
    if (!existsSync(from)) continue;
    if (existsSync(to)) rmSync(from, { force: true });
    else {
      renameSync(from, to);
      back.push(file);
    }
  }
  return back;
}

function filesAside(contentDir: string, folder: string): { aside: string; file: string }[] {
  return readdirSync(join(contentDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || path === 'media' ? [] : filesAside(contentDir, path);
    const name = ASIDE.exec(entry.name)?.[1];
    return name ? [{ aside: path, file: join(folder, name) }] : [];
  });
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { editedText, type PlaceOfKey } from './edit-text.ts';
import { readJson } from './read-json.ts';

/** Where content is changed. */
export interface ContentFolders {
  contentDir: string;
  dataDir: string;
}

const STALE_MS = 10_000;
const ATTEMPTS = 50;

/**
 * Changes a content file, the only way in which programs do it: it is locked and read again, `change` gives its new
 * data from the present data (null = there is no file), and only the lines of values that differ are written.
 * `undefined` leaves the file as it is, `null` removes it. `place` is that of a new field. Returns whether the file has
 * changed; throws when it is no valid JSON.
 */
export async function changeFile(
  { contentDir, dataDir }: ContentFolders,
  file: string,
  change: (present: unknown) => unknown,
  place?: PlaceOfKey,
): Promise<boolean> {
  const full = insideOf(contentDir, file);
  const release = await locked(dataDir, full);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [state, before] = [stateOf(full), textOf(full)];
      const present = before === null ? null : dataOf(file, full);
      const next = change(present);
      if (next === undefined) return false;
      const after = next === null ? null : textWith(before, present, next, place);
      if (after === before) return false;
      // An editor saves without a lock: what was saved meanwhile is read again.
      if (stateOf(full) !== state) continue;
      if (after === null) rmSync(full);
      else await writeAtomically(full, after);
      return true;
    }
    throw new Error(`${file} changes all the time: nothing was written`);
  } finally {
    await release();
  }
}

function insideOf(contentDir: string, file: string): string {
  const [root, full] = [resolve(contentDir), resolve(contentDir, file)];
  if (!full.startsWith(`${root}/`) && !full.startsWith(`${root}\\`))
    throw new Error(`${file} is not in the content folder`);
  return full;
}

/** Locks in DATA_DIR, because the content folder holds nothing but content. */
function locked(dataDir: string, full: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(full).digest('hex').slice(0, 20);
  const lockfilePath = join(dataDir, 'locks', name);
  mkdirSync(dirname(lockfilePath), { recursive: true });
  return lock(full, {
    realpath: false,
    stale: STALE_MS,
    lockfilePath,
    retries: { forever: true, minTimeout: 5, maxTimeout: 50 },
  });
}

function stateOf(full: string): string {
  const facts = statSync(full, { throwIfNoEntry: false, bigint: true });
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs}` : '';
}

const textOf = (full: string): string | null =>
  statSync(full, { throwIfNoEntry: false }) ? readFileSync(full, 'utf8') : null;

function dataOf(file: string, full: string): unknown {
  const { data, problem } = readJson(file, readFileSync(full));
  if (problem) throw new Error(`${file} cannot be changed, because it is no valid JSON: ${problem.found}`);
  return data;
}

function textWith(before: string | null, present: unknown, next: unknown, place?: PlaceOfKey): string {
  if (before === null) return `${JSON.stringify(next, null, 2)}\n`;
  return editedText(before, present, next, place);
}

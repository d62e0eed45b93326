import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/server/platform/database/database.ts';
import { contentVersions, textOfVersion } from '../../src/server/services/content-history/content-history.ts';
import { recordFolder } from '../../src/server/services/content-history/record-folder.ts';
import { startChild } from './child.ts';
import { testFolder } from './folder.ts';

const FILES = ['a.json', 'b.json', 'c.json'];
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/**
 * Two programs and an editor change the same three files at the same time; in each round one program is killed at a
 * random moment and another one starts. Returns the accepted values that are neither in a file nor in its history, and
 * how many there were of each.
 */
export async function editAtOnce(rounds: number): Promise<{ lost: string[]; programs: number; editor: number }> {
  const root = testFolder();
  const folders = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const path = (file: string) => join(folders.contentDir, file);
  for (const file of FILES) writeFileSync(path(file), '{\n  "start": 1\n}\n');
  await (await openDatabase(folders)).close();

  const accepted: string[] = [];
  let from = 0;
  const program = (name: string) => startChild('child-edits.ts', { ...folders, files: FILES, name, from });
  const note = (lines: readonly string[]) =>
    accepted.push(...lines.flatMap((line) => (line.startsWith('accepted ') ? [line.slice('accepted '.length)] : [])));
  const steady = program('feed');
  await steady.says('ready');
  let isOver = false;
  // As sed -i: reads, writes beside, renames. It knows no lock, and each value is a field of its own.
  const editing = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const file = FILES[number % FILES.length]!;
      // A file is missing for a moment while it is replaced.
      const text = textOf(path(file));
      if (text === null) continue;
      const data = JSON.parse(text) as object;
      writeFileSync(path('edited.tmp'), JSON.stringify({ ...data, [`by-hand-${number}`]: `hand-${number}` }));
      renameSync(path('edited.tmp'), path(file));
      accepted.push(`${file} hand-${number}`);
      await pause(40 + Math.random() * 40);
    }
  })();
  for (let round = 0; round < rounds; round += 1) {
    const killed = program('killed');
    await killed.says('accepted');
    await pause(Math.random() * 120);
    killed.process.kill('SIGKILL');
    await killed.ended;
    note(killed.lines);
    from += 1000;
  }
  isOver = true;
  await editing;
  steady.process.kill('SIGKILL');
  await steady.ended;
  note(steady.lines);

  const database = await openDatabase(folders);
  try {
    await recordFolder(database, folders);
    const known = new Set<string>();
    for (const file of FILES) {
      const versions = await contentVersions(database, { file, most: EVERYTHING });
      for (const { number } of versions)
        for (const [, value] of ((await textOfVersion(database, file, number)) ?? '').matchAll(/"([a-z]+-\d+)"/g))
          known.add(`${file} ${value}`);
    }
    const editor = accepted.filter((value) => value.includes(' hand-')).length;
    return { lost: accepted.filter((value) => !known.has(value)), programs: accepted.length - editor, editor };
  } finally {
    await database.close();
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

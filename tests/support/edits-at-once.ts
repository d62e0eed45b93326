import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contentVersions, textOfVersion } from '../../src/content/history/content-history.server.ts';
import { recordFolder } from '../../src/content/history/content-writer.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { startChild } from './child.ts';
import { testFolder } from './folder.ts';

const FILES = ['a.json', 'b.json', 'c.json'];
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/**
 * Two programs, the studio and an editor by hand change the same three files at the same time; in each round one
 * program is killed at a random moment and another one starts. Returns the accepted values that are neither in a file
 * nor in its history, the values of the studio that replaced another one than its form showed, and how many there were
 * of each.
 */
export async function editAtOnce(
  rounds: number,
): Promise<{ lost: string[]; replaced: string[]; programs: number; editor: number; refused: number }> {
  const root = testFolder();
  const folders = { contentDir: join(root, 'content'), dataDir: join(root, 'data') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const path = (file: string) => join(folders.contentDir, file);
  for (const file of FILES) writeFileSync(path(file), '{\n  "start": 1\n}\n');
  await (await openDatabase(folders)).close();

  const accepted: string[] = [];
  let from = 0;
  const program = (name: string, isStudio = false) =>
    startChild('child-edits.ts', { ...folders, files: FILES, name, from, isStudio });
  const note = (lines: readonly string[]) =>
    accepted.push(...lines.flatMap((line) => (line.startsWith('accepted ') ? [line.slice('accepted '.length)] : [])));
  const steady = program('feed');
  const studio = program('studio', true);
  await Promise.all([steady.says('ready'), studio.says('ready')]);
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
    const killed = program('killed', round % 2 === 1);
    await killed.says('accepted');
    await pause(Math.random() * 120);
    killed.process.kill('SIGKILL');
    await killed.ended;
    note(killed.lines);
    from += 1000;
  }
  isOver = true;
  await editing;
  for (const one of [steady, studio]) {
    one.process.kill('SIGKILL');
    await one.ended;
    note(one.lines);
  }

  const database = await openDatabase(folders);
  try {
    await recordFolder(database, folders);
    const known = new Set<string>();
    const replaced: string[] = [];
    for (const file of FILES) {
      const versions = await contentVersions(database, { file, most: EVERYTHING });
      let before: string | null = null;
      for (const { number, source, why } of versions.toReversed()) {
        const text = (await textOfVersion(database, file, number)) ?? '';
        for (const [, value] of text.matchAll(/"([a-z]+-\d+)"/g)) known.add(`${file} ${value}`);
        const shared = /"shared": ?"([^"]+)"/.exec(text)?.[1] ?? null;
        if (source === 'studio' && JSON.parse(why) !== before) replaced.push(`${file} ${number}: ${before}`);
        before = shared;
      }
    }
    const editor = accepted.filter((value) => value.includes(' hand-')).length;
    const lost = accepted.filter((value) => !known.has(value));
    const refused = studio.lines.filter((line) => line.startsWith('refused ')).length;
    return { lost, replaced, programs: accepted.length - editor, editor, refused };
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

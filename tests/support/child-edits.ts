import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeFile } from '../../src/content/changes/change-file.server.ts';
import { saveEdit } from '../../src/content/changes/save-edit.server.ts';
import { contentWriterOf } from '../../src/content/history/content-writer.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';

/**
 * A program that changes its own fields of content files until it is killed, as an importer does, or as the studio does
 * with forms that were opened a moment ago. It says each value that was accepted. All of them write the field `shared`.
 */
const { contentDir, dataDir, files, name, from, isStudio } = JSON.parse(process.argv[2]!) as {
  contentDir: string;
  dataDir: string;
  files: string[];
  name: string;
  from: number;
  isStudio: boolean;
};
const database = await openDatabase({ dataDir });
const writer = contentWriterOf(database, { contentDir, dataDir });
const by = { who: name, source: 'import', why: 'test' } as const;
console.log('ready');

/** Opens a form, writes in it for a while, and saves it: what others changed meanwhile stays. */
async function saveForm(file: string, value: string): Promise<void> {
  let base: Record<string, unknown>;
  try {
    base = JSON.parse(readFileSync(join(contentDir, file), 'utf8')) as Record<string, unknown>;
  } catch {
    // Another program replaces the file at this moment.
    return;
  }
  await pause(Math.random() * 30);
  const wanted = { ...base, [name]: value, shared: value };
  const author = { who: name, source: 'studio', why: JSON.stringify(base.shared ?? null) } as const;
  const saved = await saveEdit(writer, { file, row: null, base, wanted }, author, () => null);
  if (saved.ok) console.log(`accepted ${file} ${value}`);
  else console.log(`refused ${file} ${value}`);
}

for (let number = from; ; number += 1) {
  const [file, value] = [files[number % files.length]!, `${name}-${number}`];
  if (isStudio) await saveForm(file, value);
  else {
    await changeFile(writer, file, by, (present) => ({ ...(present as object), [name]: value, shared: value }));
    console.log(`accepted ${file} ${value}`);
  }
  await pause(Math.random() * 20);
}

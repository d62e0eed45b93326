import { setTimeout as pause } from 'node:timers/promises';
import { changeFile } from '../../src/server/catalogue/changes/change-file.ts';
import { openDatabase } from '../../src/server/platform/database/database.ts';
import { contentWriterOf } from '../../src/server/services/content-history/content-writer.ts';

/**
 * A program that changes its own fields of content files until it is killed, as an importer does. It says each value
 * that was accepted.
 */
const { contentDir, dataDir, files, name, from } = JSON.parse(process.argv[2]!) as {
  contentDir: string;
  dataDir: string;
  files: string[];
  name: string;
  from: number;
};
const database = await openDatabase({ dataDir });
const writer = contentWriterOf(database, { contentDir, dataDir });
const by = { who: name, source: 'import', why: 'test' } as const;
console.log('ready');
for (let number = from; ; number += 1) {
  const [file, value] = [files[number % files.length]!, `${name}-${number}`];
  await changeFile(writer, file, by, (present) => ({ ...(present as object), [name]: value }));
  console.log(`accepted ${file} ${value}`);
  await pause(Math.random() * 20);
}

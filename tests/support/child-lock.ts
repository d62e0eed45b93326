import { DatabaseSync } from 'node:sqlite';

/** Holds an exclusive lock on a file for a number of milliseconds. */
const { file, durationMs } = JSON.parse(process.argv[2]!);
const handle = new DatabaseSync(file);
handle.exec('begin exclusive');
console.log('locked');
setTimeout(() => {
  handle.exec('rollback');
  handle.close();
}, durationMs);

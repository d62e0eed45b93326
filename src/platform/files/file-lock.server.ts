import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { recordOf } from '../values/values.ts';

const SQLITE_BUSY = 5;
const [SHORTEST_MS, LONGEST_MS] = [2, 20];

/**
 * Does something while no other process of this machine, and nothing else in this process, holds the lock of a file.
 * The file is an empty database of SQLite: the system releases its lock in the moment in which a process ends, however
 * it ends.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!isTaken(handle)) await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    return await work();
  } finally {
    handle.close();
  }
}

function isTaken(handle: DatabaseSync): boolean {
  try {
    handle.exec('begin exclusive');
    return true;
  } catch (error) {
    if (recordOf(error).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

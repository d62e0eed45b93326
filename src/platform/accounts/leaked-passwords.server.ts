import { createHash } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../log/error-facts.ts';

/** Bytes of each stored hash: two of a thousand million passwords share them by chance once in ten thousand lists. */
const WIDTH = 8;
const LINE = /^([0-9A-F]{16,40})(?::\d+)?$/i;
const LINES_AT_ONCE = 8192;

/** The installed list of leaked passwords: the beginnings of their SHA-1 hashes, in order. */
export const leakedPasswordsFile = (dataDir: string): string => join(dataDir, 'leaked-passwords.bin');

/** Whether a password is in the installed list; false without a list. */
export function hasLeaked(dataDir: string, password: string): boolean {
  const wanted = createHash('sha1').update(password, 'utf8').digest().subarray(0, WIDTH);
  let file: number;
  try {
    file = openSync(leakedPasswordsFile(dataDir), 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  try {
    const here = Buffer.alloc(WIDTH);
    let [low, high] = [0, Math.floor(fstatSync(file).size / WIDTH) - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      readSync(file, here, 0, WIDTH, middle * WIDTH);
      const order = Buffer.compare(here, wanted);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/**
 * Installs a list of leaked passwords: one SHA-1 hash in hexadecimal per line, at least 16 digits, in order, with or
 * without ":count" behind it. Returns the number of hashes. A list that cannot be used changes nothing, and the error
 * names its line.
 */
export async function installLeakedPasswords(dataDir: string, file: string): Promise<number> {
  const target = leakedPasswordsFile(dataDir);
  const unfinished = `${target}.${process.pid}.tmp`;
  let count = 0;
  try {
    await pipeline(Readable.from(packed(file, () => (count += 1))), createWriteStream(unfinished, { mode: 0o600 }));
    if (count === 0) throw new Error(`${file} holds no hashes. Nothing was installed.`);
    await rename(unfinished, target);
    return count;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* packed(file: string, counted: () => void): AsyncGenerator<Buffer> {
  let [at, before, parts]: [number, Buffer, Buffer[]] = [0, Buffer.alloc(0), []];
  for await (const text of createInterface({
    input: createReadStream(file, 'latin1'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    at += 1;
    const line = text.trim();
    if (!line) continue;
    const hash = Buffer.from((LINE.exec(line)?.[1] ?? '').slice(0, WIDTH * 2), 'hex');
    if (hash.length < WIDTH)
      throw new Error(`${file}, line ${at}: expected a SHA-1 hash in hexadecimal, found "${line.slice(0, 50)}".`);
    const order = Buffer.compare(before, hash);
    if (order > 0)
      throw new Error(`${file}, line ${at}: the hashes are not in order. Take the list "ordered by hash".`);
    if (order === 0) continue;
    before = hash;
    counted();
    parts.push(hash);
    if (parts.length < LINES_AT_ONCE) continue;
    yield Buffer.concat(parts);
    parts = [];
  }
  yield Buffer.concat(parts);
}

/** The number of hashes of the installed list and the day of its installation; null without a list. */
export async function leakedPasswordsStatus(dataDir: string): Promise<{ count: number; installedAt: string } | null> {
  const found = await stat(leakedPasswordsFile(dataDir)).catch(() => null);
  return found && { count: Math.floor(found.size / WIDTH), installedAt: found.mtime.toISOString() };
}

/** Removes the list; false when there was none. */
export async function removeLeakedPasswords(dataDir: string): Promise<boolean> {
  const status = await leakedPasswordsStatus(dataDir);
  await rm(leakedPasswordsFile(dataDir), { force: true });
  return status !== null;
}

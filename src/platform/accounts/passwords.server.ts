import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../database/database.server.ts';
import { newId } from '../database/new-id.server.ts';
import { errorCode } from '../log/error-facts.ts';
import { type AccountKind, PASSWORD_LENGTH } from './account-auth.server.ts';

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

/**
 * A password that needs fewer guesses is in a list, repeats itself, follows the keyboard or is made of the
 * person's own data.
 */
const FEWEST_GUESSES = 1e8;

/** Why a new password is refused: as `passwordProblem` says, or because it is in the installed list of leaked ones. */
export async function newPasswordProblem(
  { dataDir }: Pick<Database, 'dataDir'>,
  password: string,
  known: readonly string[] = [],
): Promise<'short' | 'long' | 'common' | 'leaked' | null> {
  return (await passwordProblem(password, known)) ?? (hasLeaked(dataDir, password) ? 'leaked' : null);
}

/** Why a password is refused; there are no rules about its characters. */
export async function passwordProblem(
  password: string,
  known: readonly string[] = [],
): Promise<'short' | 'long' | 'common' | null> {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least) return 'short';
  if (password.length > PASSWORD_LENGTH.most) return 'long';
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  strength ??= openStrength();
  return (await strength)(password, words).guesses < FEWEST_GUESSES ? 'common' : null;
}

let strength: ReturnType<typeof openStrength> | null = null;

/** What estimates a password. Its lists of words are loaded with the first password: most processes judge none. */
async function openStrength() {
  const { zxcvbn, zxcvbnOptions } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
  return zxcvbn;
}

/** Sets the password of an account where no mail can be sent, stored as the login library would store it. */
export async function storePassword(
  { db }: Database,
  { tables }: AccountKind,
  accountId: string,
  password: string,
): Promise<void> {
  const now = new Date().toISOString();
  const hash = await hashPassword(password);
  await db.deleteFrom(tables.credentials).where('user_id', '=', accountId).execute();
  await db
    .insertInto(tables.credentials)
    .values({
      id: newId(),
      account_id: accountId,
      provider_id: 'credential',
      user_id: accountId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

const DAY_MS = 86_400_000;

/**
 * Stores a token with which a first password can be set, and returns it; it works as one of the login library's own.
 * `prefix` tells it from those.
 */
export async function storePasswordToken(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  accountId: string,
  days: number,
  prefix = '',
): Promise<string> {
  const token = prefix + randomBytes(24).toString('base64url');
  const now = new Date();
  await db
    .insertInto(tables.tokens)
    .values({
      id: newId(),
      identifier: storedTokenOf(token),
      value: accountId,
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** The stored form of a password token: hashed as the login library does it. */
export function storedTokenOf(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

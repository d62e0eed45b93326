import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, storedKey } from '../database/database.server.ts';
import type { Environment } from '../environment/environment.server.ts';
import { errorCode } from '../log/error-facts.ts';

/** The key in DATA_DIR, created on first use (mode 600). */
export function secretKey(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // Two processes may start at once: only one can write, and both read the result.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(
      `${file} holds no usable key: restore it from a backup, or remove it to have a new one (links ` +
        `already sent stop working)`,
    );
  return key;
}

/**
 * The key that signs links and tokens: SECRET, else the one that all processes on PostgreSQL share, else the file in
 * DATA_DIR.
 */
export async function secretOf(
  { secret, databaseUrl, dataDir }: Pick<Environment, 'secret' | 'databaseUrl' | 'dataDir'>,
  database: Database | null,
): Promise<string> {
  if (secret) return secret;
  return databaseUrl && database ? storedKey(database, 'secret') : secretKey(dataDir);
}

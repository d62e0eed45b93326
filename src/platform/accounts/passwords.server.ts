import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../database/database.server.ts';
import { newId } from '../database/new-id.server.ts';
import { type AccountKind, PASSWORD_LENGTH } from './account-auth.server.ts';
import { hasLeaked } from './leaked-passwords.server.ts';

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

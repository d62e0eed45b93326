import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { PASSWORD_LENGTH } from './owner-auth.ts';

zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
/**
 * A password that needs fewer guesses is in a list, repeats itself, follows the keyboard or is made of the owner's
 * data.
 */
const FEWEST_GUESSES = 1e8;

/** Why a password is refused; there are no rules about its characters. */
export function passwordProblem(password: string, known: readonly string[] = []): 'short' | 'long' | 'common' | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least) return 'short';
  if (password.length > PASSWORD_LENGTH.most) return 'long';
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  return zxcvbn(password, words).guesses < FEWEST_GUESSES ? 'common' : null;
}

/** Sets the password of an account where no mail can be sent, stored as the login library would store it. */
export async function setOwnerPassword({ db }: Database, ownerId: string, password: string): Promise<void> {
  const now = new Date().toISOString();
  const hash = await hashPassword(password);
  await db.deleteFrom('owner_credentials').where('user_id', '=', ownerId).execute();
  await db
    .insertInto('owner_credentials')
    .values({
      id: newId(),
      account_id: ownerId,
      provider_id: 'credential',
      user_id: ownerId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

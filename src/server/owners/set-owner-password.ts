import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';

/** Gives an account its password where no mail can, as the login library would store it. */
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

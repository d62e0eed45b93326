import type { Database } from '../database/database.ts';
import type { OwnerRow } from '../database/owner-schema.ts';
import { normalisedEmail } from '../requests/normalised-email.ts';

/** The account of a mail address, or null. */
export async function findOwner({ db }: Pick<Database, 'db'>, email: string): Promise<OwnerRow | null> {
  const row = await db.selectFrom('owners').selectAll().where('email', '=', normalisedEmail(email)).executeTakeFirst();
  return row ?? null;
}

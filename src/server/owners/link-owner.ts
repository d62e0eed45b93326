import type { Database } from '../database/database.ts';
import { linkHomes } from './add-owner.ts';
import { findOwner } from './find-owner.ts';

/** Lets an account see a home, or with no role takes it away; it holds from the next request on. */
export async function linkOwner(
  database: Database,
  email: string,
  homeId: string,
  role: 'owner' | 'co-owner' | 'representative' | null,
): Promise<'done' | 'no-user'> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return 'no-user';
    if (role) await linkHomes(db, owner.id, [{ id: homeId, role }]);
    else await db.deleteFrom('owner_homes').where('owner_id', '=', owner.id).where('home_id', '=', homeId).execute();
    return 'done';
  });
}

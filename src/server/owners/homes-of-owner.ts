import type { Database } from '../database/database.ts';
import type { Owner } from './owner.ts';

/** The numbers of the homes an owner may see, oldest link first. */
export async function homesOfOwner({ db }: Pick<Database, 'db'>, owner: Pick<Owner, 'id'>): Promise<string[]> {
  const rows = await db
    .selectFrom('owner_homes')
    .innerJoin('owners', 'owners.id', 'owner_homes.owner_id')
    .select('owner_homes.home_id')
    .where('owner_homes.owner_id', '=', owner.id)
    .where('owners.disabled_at', 'is', null)
    .orderBy('owner_homes.created_at')
    .orderBy('owner_homes.home_id')
    .execute();
  return rows.map(({ home_id }) => home_id);
}

import type { Database } from '../../../platform/database/database.ts';
import type { Owner } from '../auth/owner.ts';

declare const proven: unique symbol;

/** A home of which it was decided that this owner may see everything; nothing else can make one. */
export interface OwnedHome {
  readonly id: string;
  readonly ownerId: string;
  readonly role: 'owner' | 'co-owner' | 'representative';
  readonly [proven]: true;
}

/**
 * Decides whether an owner may see a home: the only way in for pages, exports and posts alike. Whatever is not exactly
 * the number of a home linked to an account that is open gives null.
 */
export async function ownedHome(
  { db }: Pick<Database, 'db'>,
  owner: Pick<Owner, 'id'>,
  homeId: string,
): Promise<OwnedHome | null> {
  if (!/^[1-9]\d{0,11}$/.test(homeId)) return null;
  const link = await db
    .selectFrom('owner_homes')
    .innerJoin('owners', 'owners.id', 'owner_homes.owner_id')
    .select(['owner_homes.home_id', 'owner_homes.role'])
    .where('owner_homes.owner_id', '=', owner.id)
    .where('owner_homes.home_id', '=', homeId)
    .where('owners.disabled_at', 'is', null)
    .executeTakeFirst();
  return link ? ({ id: link.home_id, ownerId: owner.id, role: link.role } as OwnedHome) : null;
}

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

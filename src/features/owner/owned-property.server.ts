import type { Database } from '../../platform/database/database.server.ts';
import type { OwnerRole } from '../../platform/database/owner-schema.ts';
import type { Owner } from './sessions.server.ts';

declare const proven: unique symbol;

/** A property that this owner may see in full; only `ownedProperty` can create one. */
export interface OwnedProperty {
  readonly id: string;
  readonly ownerId: string;
  readonly role: OwnerRole;
  readonly [proven]: true;
}

/**
 * Decides whether an owner may see a property: the only access for pages, exports and posts alike. Anything but the
 * exact ID of a property linked to an enabled account gives null.
 */
export async function ownedProperty(
  { db }: Pick<Database, 'db'>,
  owner: Pick<Owner, 'id'>,
  propertyId: string,
): Promise<OwnedProperty | null> {
  if (!/^[1-9]\d{0,11}$/.test(propertyId)) return null;
  const link = await db
    .selectFrom('owner_properties')
    .innerJoin('owners', 'owners.id', 'owner_properties.owner_id')
    .select(['owner_properties.property_id', 'owner_properties.role'])
    .where('owner_properties.owner_id', '=', owner.id)
    .where('owner_properties.property_id', '=', propertyId)
    .where('owners.disabled_at', 'is', null)
    .executeTakeFirst();
  return link ? ({ id: link.property_id, ownerId: owner.id, role: link.role } as OwnedProperty) : null;
}

/** The IDs of the properties an owner may see, oldest link first. */
export async function propertiesOfOwner({ db }: Pick<Database, 'db'>, owner: Pick<Owner, 'id'>): Promise<string[]> {
  const rows = await db
    .selectFrom('owner_properties')
    .innerJoin('owners', 'owners.id', 'owner_properties.owner_id')
    .select('owner_properties.property_id')
    .where('owner_properties.owner_id', '=', owner.id)
    .where('owners.disabled_at', 'is', null)
    .orderBy('owner_properties.created_at')
    .orderBy('owner_properties.property_id')
    .execute();
  return rows.map(({ property_id }) => property_id);
}

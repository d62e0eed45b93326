import type { Kysely } from 'kysely';
import type { OwnerRow } from '../database/owner-schema.ts';
import type { Schema } from '../database/schema.ts';

/** An owner as mails address them. */
export type MailedOwner = Pick<OwnerRow, 'id' | 'name' | 'email' | 'language'>;

/** The owners of a property who have an account, by name. */
export const ownersOf = (db: Pick<Kysely<Schema>, 'selectFrom'>, propertyId: string): Promise<MailedOwner[]> =>
  db
    .selectFrom('owner_properties')
    .innerJoin('owners', 'owners.id', 'owner_properties.owner_id')
    .select(['owners.id', 'owners.name', 'owners.email', 'owners.language'])
    .where('owner_properties.property_id', '=', propertyId)
    .where('owners.disabled_at', 'is', null)
    .orderBy('owners.name')
    .execute();

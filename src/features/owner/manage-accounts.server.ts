import { removeFactors } from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { findOwner, linkProperties } from './accounts.server.ts';
import { OWNER_ACCOUNTS } from './owner-accounts.server.ts';

/** A command of the operator that cannot be carried out, with the reason in a plain sentence. */
export class OwnerError extends Error {}

/**
 * Disables or enables an account; disabling ends its sessions at once and invalidates its links. False when there is
 * none.
 */
export async function disableOwner(database: Database, email: string, disabled = true): Promise<boolean> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return false;
    const now = new Date().toISOString();
    await db
      .updateTable('owners')
      .set({ disabled_at: disabled ? now : null, updated_at: now })
      .where('id', '=', owner.id)
      .execute();
    if (disabled) {
      await db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
      await db.deleteFrom('owner_tokens').where('value', '=', owner.id).execute();
    }
    return true;
  });
}

/** Removes the second factor of an account whose owner lost it, and ends its sessions. False when there is none. */
export async function resetFactor(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return false;
    await removeFactors({ db }, OWNER_ACCOUNTS, owner.id);
    await db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
    return true;
  });
}

/** Links a property to an account, or unlinks it when no role is given; effective from the next request. */
export async function linkOwner(
  database: Database,
  email: string,
  propertyId: string,
  role: 'owner' | 'co-owner' | 'representative' | null,
): Promise<'done' | 'no-user'> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return 'no-user';
    if (role) await linkProperties(db, owner.id, [{ id: propertyId, role }]);
    else
      await db
        .deleteFrom('owner_properties')
        .where('owner_id', '=', owner.id)
        .where('property_id', '=', propertyId)
        .execute();
    return 'done';
  });
}

/** An account as the operator sees it. */
export interface ListedOwner {
  id: string;
  email: string;
  name: string;
  language: string;
  digest: 'weekly' | 'off';
  disabled: boolean;
  hasPassword: boolean;
  hasFactor: boolean;
  seenAt: string | null;
  properties: { id: string; role: string }[];
}

/** Lists all accounts with their properties, by email address. */
export async function listOwners({ db }: Database): Promise<ListedOwner[]> {
  const owners = await db.selectFrom('owners').selectAll().orderBy('email').execute();
  const links = await db.selectFrom('owner_properties').selectAll().orderBy('property_id').execute();
  const withPassword = new Set(
    (await db.selectFrom('owner_credentials').select('user_id').where('password', 'is not', null).execute()).map(
      ({ user_id }) => user_id,
    ),
  );
  const withPasskey = new Set(
    (await db.selectFrom('owner_passkeys').select('account_id').execute()).map(({ account_id }) => account_id),
  );
  return owners.map((owner) => ({
    id: owner.id,
    email: owner.email,
    name: owner.name,
    language: owner.language,
    digest: owner.digest,
    disabled: owner.disabled_at !== null,
    hasPassword: withPassword.has(owner.id),
    hasFactor: owner.totp_key !== null || withPasskey.has(owner.id),
    seenAt: owner.seen_at,
    properties: links
      .filter(({ owner_id }) => owner_id === owner.id)
      .map(({ property_id, role }) => ({ id: property_id, role })),
  }));
}

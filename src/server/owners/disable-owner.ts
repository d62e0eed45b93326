import type { Database } from '../database/database.ts';
import { findOwner } from './find-owner.ts';

/** Closes or opens an account; closing ends its sessions at once and voids its links. False when there is none. */
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

import type { Database } from '../database/database.ts';
import { storedKey } from '../database/stored-key.ts';

const NAME = 'view-salt-';

/** The salt of a day, the same for all processes; yesterday's is thrown away, so that no mark can ever be traced back. */
export async function viewSalt(database: Database, day: string): Promise<string> {
  const salt = await storedKey(database, NAME + day);
  await database.db
    .deleteFrom('keys')
    .where('name', 'like', `${NAME}%`)
    .where('name', '<', NAME + day)
    .execute();
  return salt;
}

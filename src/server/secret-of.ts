import type { Database } from './database/database.ts';
import { storedKey } from './database/stored-key.ts';
import type { Environment } from './environment.ts';
import { secretKey } from './secret-key.ts';

/** The key that signs links and tokens: SECRET, else the one that all processes on PostgreSQL share, else the file in DATA_DIR. */
export async function secretOf(
  { secret, databaseUrl, dataDir }: Pick<Environment, 'secret' | 'databaseUrl' | 'dataDir'>,
  database: Database | null,
): Promise<string> {
  if (secret) return secret;
  return databaseUrl && database ? storedKey(database, 'secret') : secretKey(dataDir);
}

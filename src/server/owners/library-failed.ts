import type { Database } from '../database/database.ts';
import { StorageProblem } from '../database/storage-problem.ts';

/** Throws what a failure of the login library means: it looks everything up in the database, whose error it keeps to itself. */
export async function libraryFailed(error: unknown, { db }: Database): Promise<never> {
  const { name, status } = error as { name?: string; status?: unknown };
  if (name !== 'APIError' || status !== 'INTERNAL_SERVER_ERROR') throw error;
  // Asked directly, the database says it itself.
  await db.selectFrom('owner_sessions').select('id').limit(1).execute();
  throw new StorageProblem('unreachable', error);
}

import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** The key of this name that all processes on all hosts share; the first caller creates it. */
export async function storedKey({ db }: Database, name: string): Promise<string> {
  const find = () => db.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.value;
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('keys')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!.value;
}

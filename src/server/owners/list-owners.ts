import type { Database } from '../database/database.ts';

/** An account as the operator sees it. */
export interface ListedOwner {
  email: string;
  name: string;
  language: string;
  digest: 'weekly' | 'off';
  disabled: boolean;
  hasPassword: boolean;
  seenAt: string | null;
  homes: { id: string; role: string }[];
}

/** All accounts with their homes, by mail address. */
export async function listOwners({ db }: Database): Promise<ListedOwner[]> {
  const owners = await db.selectFrom('owners').selectAll().orderBy('email').execute();
  const links = await db.selectFrom('owner_homes').selectAll().orderBy('home_id').execute();
  const withPassword = new Set(
    (await db.selectFrom('owner_credentials').select('user_id').where('password', 'is not', null).execute()).map(
      ({ user_id }) => user_id,
    ),
  );
  return owners.map((owner) => ({
    email: owner.email,
    name: owner.name,
    language: owner.language,
    digest: owner.digest,
    disabled: owner.disabled_at !== null,
    hasPassword: withPassword.has(owner.id),
    seenAt: owner.seen_at,
    homes: links.filter(({ owner_id }) => owner_id === owner.id).map(({ home_id, role }) => ({ id: home_id, role })),
  }));
}

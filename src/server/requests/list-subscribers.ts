import type { Database } from '../database/database.ts';

/** A confirmed address of the newsletter. */
export interface Subscriber {
  email: string;
  language: string;
  confirmedAt: string;
}

/** Who confirmed and did not unsubscribe. */
export async function listSubscribers({ db }: Database): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['email', 'language', 'confirmed_at'])
    .where('state', '=', 'confirmed')
    .orderBy('email')
    .execute();
  return rows.map(({ email, language, confirmed_at }) => ({ email, language, confirmedAt: confirmed_at! }));
}

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { signatureOf } from '../../platform/signing/signature.server.ts';

const LENGTH = 22;
/** Tables whose rows make somebody known to the agency, by their column `email`. */
const KNOWN_BY = ['leads', 'viewings', 'saved_searches', 'newsletter', 'owners'] as const;

/** The ID of an email address in URLs: always the same, and meaningless to those who do not know the secret. */
export const personId = (secret: string, emailAddress: string): string =>
  signatureOf(secret, 'person', emailAddress).slice(0, LENGTH);

/**
 * The address with this ID; null when the agency knows nobody with it. The ID is computed from the addresses of now, so
 * that nothing is stored for it and an erased person has none.
 */
export async function addressWithId(db: Kysely<Schema>, secret: string, id: string): Promise<string | null> {
  if (id.length !== LENGTH) return null;
  for (const table of KNOWN_BY) {
    const rows = await db
      .selectFrom(table)
      .select(sql<string>`lower(email)`.as('email'))
      .distinct()
      .where('email', 'is not', null)
      .execute();
    const found = rows.find(({ email }) => personId(secret, email) === id);
    if (found) return found.email;
  }
  return null;
}

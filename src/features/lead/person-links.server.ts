import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { PersonLinkRow } from '../../platform/database/staff-schema.ts';

/**
 * All email addresses of the person with this normalised one, which is the first: those to which links lead, directly
 * or through others. Leads and viewings keep the address that was written, so that a split leaves no trace.
 */
export async function addressesOf(db: Kysely<Schema>, emailAddress: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with recursive person(email) as (
      select cast(${emailAddress} as text)
      union
      select case when person_links.one = person.email then person_links.other else person_links.one end
      from person_links join person on person_links.one = person.email or person_links.other = person.email
    )
    select email from person order by email`.execute(db);
  return [emailAddress, ...rows.map(({ email }) => email).filter((email) => email !== emailAddress)];
}

/** The links between these addresses, the newest first. */
export const linksBetween = ({ db }: Pick<Database, 'db'>, addresses: readonly string[]): Promise<PersonLinkRow[]> =>
  db.selectFrom('person_links').selectAll().where('one', 'in', addresses).orderBy('id', 'desc').execute();

/** Links two addresses as those of one person; false when they are already. */
export async function linkAddresses(
  db: Kysely<Schema>,
  emailAddresses: readonly [string, string],
  who: string,
): Promise<boolean> {
  const [one, other] = [...emailAddresses].sort() as [string, string];
  if ((await addressesOf(db, one)).includes(other)) return false;
  const added = await db
    .insertInto('person_links')
    .values({ id: newId(), one, other, at: new Date().toISOString(), who })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/** Removes one link of a person and returns it; null when these addresses have no such link. */
export async function unlinkAddresses(
  db: Kysely<Schema>,
  addresses: readonly string[],
  id: string,
): Promise<PersonLinkRow | null> {
  const [removed] = await db
    .deleteFrom('person_links')
    .where('id', '=', id)
    .where('one', 'in', addresses)
    .returningAll()
    .execute();
  return removed ?? null;
}

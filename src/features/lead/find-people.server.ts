import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { nameOf, storedValues, textOf } from '../form/form.ts';
import { addressesOf } from './person-links.server.ts';
import { containsTerm, containsTermSql, searchTerms } from './search-terms.server.ts';

/** A person who was found: the address that matches, the other ones of the same person, and a name or nothing. */
export interface FoundPerson {
  email: string;
  others: string[];
  name: string;
}

const MOST_ROWS = 500;
const SHORTEST = 2;
const MOST_WORDS = 5;

/** People whose name, email address and number contain all words of a text, each once; who wrote last is first. */
export async function findPeople({ db }: Pick<Database, 'db'>, text: string, limit = 20): Promise<FoundPerson[]> {
  const terms = searchTerms(text, MOST_WORDS);
  if (terms.flatMap(({ words }) => words).join('').length < SHORTEST) return [];
  const containsAll = (...columns: string[]) => {
    const all = sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    );
    const conditions = terms.map((term) => containsTermSql(sql`(${all})`, term));
    return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  };
  const leads = await db
    .selectFrom('leads')
    .select(['email', 'form_values'])
    .where('email', 'is not', null)
    .where(containsAll('email', 'form_values'))
    .orderBy('id', 'desc')
    .limit(MOST_ROWS)
    .execute();
  const emails = leads
    // The words may be those of a message.
    .filter(({ email, form_values }) => {
      const values = storedValues(form_values);
      const said = `${nameOf(values)} ${email} ${textOf(values, 'phone')}`;
      return terms.every((term) => containsTerm(said, term));
    })
    .map(({ email }) => email);
  for (const table of ['viewings', 'owners', 'saved_searches', 'newsletter'] as const) {
    const columns = { viewings: ['email', 'name', 'phone'], owners: ['email', 'name'] };
    const rows = await db
      .selectFrom(table)
      .select('email')
      .where(containsAll(...(table in columns ? columns[table as keyof typeof columns] : ['email'])))
      .limit(MOST_ROWS)
      .execute();
    emails.push(...rows.map(({ email }) => email));
  }
  const people: FoundPerson[] = [];
  const seen = new Set<string>();
  for (const email of emails) {
    const address = email?.toLowerCase();
    if (!address || seen.has(address)) continue;
    const addresses = await addressesOf(db, address);
    for (const one of addresses) seen.add(one);
    people.push({ email: address, others: addresses.slice(1), name: await nameOfPerson(db, addresses) });
    if (people.length === limit) break;
  }
  return people;
}

/** The name under which somebody with these addresses wrote last; empty when they never gave one. */
export async function nameOfPerson(db: Kysely<Schema>, addresses: readonly string[]): Promise<string> {
  const leads = await db
    .selectFrom('leads')
    .select('form_values')
    .where('email', 'in', addresses)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  for (const { form_values } of leads) {
    const name = nameOf(storedValues(form_values));
    if (name) return name;
  }
  for (const table of ['owners', 'viewings'] as const) {
    const row = await db.selectFrom(table).select('name').where('email', 'in', addresses).limit(1).executeTakeFirst();
    if (row?.name) return row.name;
  }
  return '';
}

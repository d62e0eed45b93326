import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { SavedSearchRow, Schema, ViewingRow } from '../../platform/database/schema.ts';
import type { LeadEntryRow, PersonLinkRow } from '../../platform/database/staff-schema.ts';
import { signatureOf } from '../../platform/signing/signature.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { entriesOf } from '../../platform/values/values.ts';
import { nameOf, storedValues, textOf } from '../form/form.ts';
import { containsTerm, containsTermSql, searchTerms } from './lead-list.server.ts';
import { type Lead, leadOf } from './leads.server.ts';

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
      .where('email', '!=', '')
      .execute();
    const found = rows.find(({ email }) => personId(secret, email) === id);
    if (found) return found.email;
  }
  return null;
}

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
  const [first, second] = emailAddresses;
  const [one, other] = first < second ? [first, second] : [second, first];
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

/** A person who was found: the address that matches, the other ones of the same person, and a name or nothing. */
export interface FoundPerson {
  email: string;
  others: string[];
  name: string;
}

/** The columns by which people are found, by their table; leads are searched by their values too. */
const FOUND_BY = {
  viewings: ['email', 'name', 'phone'],
  owners: ['email', 'name'],
  saved_searches: ['email'],
  newsletter: ['email'],
};
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
  for (const [table, columns] of entriesOf(FOUND_BY)) {
    const rows = await db
      .selectFrom(table)
      .select('email')
      .where(containsAll(...columns))
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

/** Whether a name does not end in an initial, as people sign a testimonial: "An P.". */
const isWhole = (name: string) => !/(?:^|\s)\p{Script=Latin}\.?$/u.test(name.trim());

/** The name under which somebody with these addresses wrote last, rather whole than in initials; empty without one. */
export async function nameOfPerson(db: Kysely<Schema>, addresses: readonly string[]): Promise<string> {
  const leads = await db
    .selectFrom('leads')
    .select('form_values')
    .where('email', 'in', addresses)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  const names = leads.map(({ form_values }) => nameOf(storedValues(form_values))).filter(Boolean);
  const name = names.find(isWhole) ?? names[0];
  if (name) return name;
  for (const table of ['owners', 'viewings'] as const) {
    const row = await db.selectFrom(table).select('name').where('email', 'in', addresses).limit(1).executeTakeFirst();
    if (row?.name) return row.name;
  }
  return '';
}

/** Everything that the agency knows about the person of an email address, newest first. */
export interface PersonStory {
  /** All addresses of the person, or the one that was asked for. */
  addresses: string[];
  leads: (Lead & {
    respondedAt: string | null;
    /** Whether it waits until a day. */
    isSnoozed: boolean;
    /** Replies and notes of the agency, oldest first. */
    entries: Pick<LeadEntryRow, 'kind' | 'who' | 'text' | 'at'>[];
  })[];
  viewings: Pick<ViewingRow, 'id' | 'property_id' | 'starts_at' | 'state' | 'agent_id' | 'email' | 'name'>[];
  savedSearches: {
    state: SavedSearchRow['state'];
    criteria: Record<string, unknown>;
    frequency: string;
    since: string;
  }[];
  openedDocuments: { propertyId: string; document: string; at: string }[];
  owner: { name: string; properties: string[] } | null;
}

const MOST = 50;

/** The story of a person, with all addresses that were merged. */
export async function personStory(
  { db }: Pick<Database, 'db'>,
  given: string,
  nowMs = Date.now(),
): Promise<PersonStory> {
  const addresses = await addressesOf(db, normalisedEmailAddress(given));
  return {
    addresses,
    leads: await leadsOf(db, addresses, nowMs),
    viewings: await db
      .selectFrom('viewings')
      .select(['id', 'property_id', 'starts_at', 'state', 'agent_id', 'email', 'name'])
      .where('email', 'in', addresses)
      .orderBy('starts_at', 'desc')
      .limit(MOST)
      .execute(),
    savedSearches: await searchesOf(db, addresses),
    openedDocuments: await openedBy(db, addresses),
    owner: await ownerWith(db, addresses),
  };
}

async function leadsOf(db: Kysely<Schema>, addresses: string[], nowMs: number): Promise<PersonStory['leads']> {
  const leads = await db
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .selectAll('leads')
    .select(['lead_work.responded_at', 'lead_work.snoozed_until'])
    .where('email', 'in', addresses)
    .orderBy('leads.id', 'desc')
    .limit(MOST)
    .execute();
  const entries = await db
    .selectFrom('lead_entries')
    .select(['lead_id', 'kind', 'who', 'text', 'at'])
    .where('lead_id', 'in', ['', ...leads.map(({ id }) => id)])
    .where('kind', 'in', ['reply', 'note', 'called', 'received', 'mailed', 'forwarded'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  return leads.map((row) => ({
    ...leadOf(row),
    respondedAt: row.responded_at,
    isSnoozed: row.status === 'new' && (row.snoozed_until ?? '') > new Date(nowMs).toISOString(),
    entries: entries.flatMap(({ lead_id, ...entry }) => (lead_id === row.id ? [entry] : [])),
  }));
}

async function searchesOf(db: Kysely<Schema>, addresses: string[]): Promise<PersonStory['savedSearches']> {
  const searches = await db
    .selectFrom('saved_searches')
    .select(['state', 'criteria', 'frequency', 'created_at'])
    .where('email', 'in', addresses)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return searches.map(({ state, criteria, frequency, created_at }) => ({
    ...{ state, frequency, since: created_at },
    criteria: storedValues(criteria),
  }));
}

async function openedBy(db: Kysely<Schema>, addresses: string[]): Promise<PersonStory['openedDocuments']> {
  const openings = await db
    .selectFrom('document_openings')
    .innerJoin('leads', 'leads.id', 'document_openings.lead_id')
    .select(['document_openings.property_id', 'document_openings.document', 'document_openings.at'])
    .where('leads.email', 'in', addresses)
    .orderBy('document_openings.at', 'desc')
    .limit(MOST)
    .execute();
  return openings.map(({ property_id, document, at }) => ({ propertyId: property_id, document, at }));
}

async function ownerWith(db: Kysely<Schema>, addresses: string[]): Promise<PersonStory['owner']> {
  const owners = await db.selectFrom('owners').select(['id', 'name']).where('email', 'in', addresses).execute();
  const [first] = owners;
  if (!first) return null;
  const owned = await db
    .selectFrom('owner_properties')
    .select('property_id')
    .distinct()
    .where(
      'owner_id',
      'in',
      owners.map(({ id }) => id),
    )
    .execute();
  return { name: first.name, properties: owned.map(({ property_id }) => property_id) };
}

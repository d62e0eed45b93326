import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { scrub } from '../../platform/database/scrub.ts';
import { normalisedEmail } from '../../platform/mail/normalised-email.ts';
import { takeOutNames, withoutAddress } from './take-out-names.ts';

/** Removes the files of these mails, where mails are files. */
export async function removeMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(dataDir, 'mail', `${id}.eml`), { force: true });
}

/** How much was known of a person; `mentions` are requests and mails of others that named the address, which was taken out. */
export interface ErasedPerson {
  requests: number;
  mails: number;
  subscribers: number;
  searches: number;
  visits: number;
  owners: number;
  mentions: number;
}

/** Removes everything about the person with this address, from the tables, the file behind them and the mail files. */
export async function erasePerson(database: Database, email: string): Promise<ErasedPerson> {
  const address = normalisedEmail(email);
  const { erased, files } = await database.transaction((transaction) => erase(transaction, address));
  await removeMailFiles(database.dataDir, files);
  await scrub(database, { rewrite: true });
  return erased;
}

async function erase(db: Kysely<Schema>, address: string): Promise<{ erased: ErasedPerson; files: string[] }> {
  const own = db.selectFrom('requests').select('requests.id').where('email', '=', address);
  const mails = await db
    .deleteFrom('outbox')
    .where(({ eb, or, fn }) =>
      or([
        eb('request_id', 'in', own),
        eb(fn('lower', ['to_address']), '=', address),
        eb(fn('lower', ['reply_to']), '=', address),
      ]),
    )
    .returning('id')
    .execute();
  // That a paper was opened stays as a figure of the home; by whom does not.
  await db.updateTable('document_openings').set({ request_id: null }).where('request_id', 'in', own).execute();
  const requests = await db.deleteFrom('requests').where('email', '=', address).executeTakeFirst();
  const subscribers = await db.deleteFrom('newsletter').where('email', '=', address).executeTakeFirst();
  const ownSearches = db.selectFrom('searches').select('searches.id').where('email', '=', address);
  await db.deleteFrom('alerts').where('search_id', 'in', ownSearches).execute();
  const searches = await db.deleteFrom('searches').where('email', '=', address).executeTakeFirst();
  const names = await Promise.all(
    (['bookings', 'owners'] as const).map((table) => db.selectFrom(table).select('name').where('email', '=', address).execute()),
  );
  const ownVisits = db.selectFrom('bookings').select('bookings.id').where('email', '=', address);
  await db.deleteFrom('booking_cells').where('booking_id', 'in', ownVisits).execute();
  await db.deleteFrom('visit_feedback').where('visit_id', 'in', ownVisits).execute();
  const visits = await db.deleteFrom('bookings').where('email', '=', address).executeTakeFirst();
  const owners = await eraseOwner(db, address);
  const entryMentions = await takeOut(db, 'property_entries', ['contact', 'subject', 'comment'], address);
  const requestMentions = await takeOut(db, 'requests', ['page', 'answers', 'campaign'], address);
  const named = await takeOutNames(
    db,
    names.flat().map(({ name }) => name),
  );
  const mailMentions = await takeOut(db, 'outbox', ['subject', 'text', 'html', 'headers', 'attachments', 'last_error'], address);
  return {
    files: [...mails.map(({ id }) => id), ...mailMentions, ...named],
    erased: {
      requests: Number(requests.numDeletedRows),
      mails: mails.length,
      subscribers: Number(subscribers.numDeletedRows),
      searches: Number(searches.numDeletedRows),
      visits: Number(visits.numDeletedRows),
      owners,
      mentions: requestMentions.length + new Set([...mailMentions, ...named]).size + entryMentions.length,
    },
  };
}

/** An owner's account with its logins; how many there were. */
async function eraseOwner(db: Kysely<Schema>, address: string): Promise<number> {
  const own = db.selectFrom('owners').select('owners.id').where('email', '=', address);
  await db.deleteFrom('owner_sessions').where('user_id', 'in', own).execute();
  await db.deleteFrom('owner_credentials').where('user_id', 'in', own).execute();
  await db.deleteFrom('owner_tokens').where('value', 'in', own).execute();
  await db.deleteFrom('owner_properties').where('owner_id', 'in', own).execute();
  const owners = await db.deleteFrom('owners').where('email', '=', address).executeTakeFirst();
  return Number(owners.numDeletedRows);
}

// Another visitor's request must not be lost because it names this person, a friend's address for example.
async function takeOut(
  db: Kysely<Schema>,
  table: 'requests' | 'outbox' | 'property_entries',
  columns: readonly string[],
  address: string,
): Promise<string[]> {
  const all = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  // The part before the @ has other spellings in links; that part and the domain alone find them all.
  const at = address.lastIndexOf('@');
  const like = `%${escaped(address.slice(0, at))}%${escaped(address.slice(at + 1))}%`;
  const { rows } = await sql<
    Record<string, string | null>
  >`select * from ${sql.table(table)} where lower(${all}) like ${like} escape '!'`.execute(db);
  const changed: string[] = [];
  for (const row of rows) {
    const changes = Object.fromEntries(columns.map((column) => [column, row[column] && withoutAddress(row[column], address)]));
    if (columns.every((column) => changes[column] === row[column])) continue;
    const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${changes[column]}`));
    await sql`update ${sql.table(table)} set ${assignments} where id = ${row.id}`.execute(db);
    changed.push(row.id!);
  }
  return changed;
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&').replace(/[^\p{L}\p{N}!%_.-]/gu, '%');
}

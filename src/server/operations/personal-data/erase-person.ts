import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { normalisedEmailAddress } from '../../../domain/text/email-address.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { scrub } from '../../platform/database/scrub.ts';
import { takeOutNames, withoutEmailAddress } from './take-out-names.ts';

/** Removes the files of these mails, where mails are files. */
export async function removeMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(dataDir, 'mail', `${id}.eml`), { force: true });
}

/**
 * Numbers of records that were erased; `mentions` are leads and mails of others from which the email address was
 * removed.
 */
export interface ErasedPerson {
  leads: number;
  mails: number;
  subscribers: number;
  searches: number;
  viewings: number;
  owners: number;
  mentions: number;
}

/**
 * Erases everything about the person with this email address: from the tables, from deleted space in the database file,
 * and the mail files.
 */
export async function erasePerson(database: Database, email: string): Promise<ErasedPerson> {
  const emailAddress = normalisedEmailAddress(email);
  const { erased, files } = await database.transaction((transaction) => erase(transaction, emailAddress));
  await removeMailFiles(database.dataDir, files);
  await scrub(database, { rewrite: true });
  return erased;
}

async function erase(db: Kysely<Schema>, emailAddress: string): Promise<{ erased: ErasedPerson; files: string[] }> {
  const own = db.selectFrom('leads').select('leads.id').where('email', '=', emailAddress);
  const mails = await db
    .deleteFrom('outbox')
    .where(({ eb, or, fn }) =>
      or([
        eb('lead_id', 'in', own),
        eb(fn('lower', ['recipient']), '=', emailAddress),
        eb(fn('lower', ['reply_to']), '=', emailAddress),
      ]),
    )
    .returning('id')
    .execute();
  // The opening of a document stays as a figure of the property; the lead is removed from it.
  await db.updateTable('document_openings').set({ lead_id: null }).where('lead_id', 'in', own).execute();
  const leads = await db.deleteFrom('leads').where('email', '=', emailAddress).executeTakeFirst();
  const subscribers = await db.deleteFrom('newsletter').where('email', '=', emailAddress).executeTakeFirst();
  const ownSearches = db.selectFrom('saved_searches').select('saved_searches.id').where('email', '=', emailAddress);
  await db.deleteFrom('alerts').where('search_id', 'in', ownSearches).execute();
  const searches = await db.deleteFrom('saved_searches').where('email', '=', emailAddress).executeTakeFirst();
  const names = await Promise.all(
    (['viewings', 'owners'] as const).map((table) =>
      db.selectFrom(table).select('name').where('email', '=', emailAddress).execute(),
    ),
  );
  const ownViewings = db.selectFrom('viewings').select('viewings.id').where('email', '=', emailAddress);
  await db.deleteFrom('viewing_cells').where('viewing_id', 'in', ownViewings).execute();
  await db.deleteFrom('viewing_feedback').where('viewing_id', 'in', ownViewings).execute();
  const viewings = await db.deleteFrom('viewings').where('email', '=', emailAddress).executeTakeFirst();
  const owners = await eraseOwner(db, emailAddress);
  const entryMentions = await takeOut(db, 'property_entries', ['contact', 'subject', 'comment'], emailAddress);
  const leadMentions = await takeOut(db, 'leads', ['page', 'form_values', 'campaign'], emailAddress);
  const named = await takeOutNames(
    db,
    names.flat().map(({ name }) => name),
  );
  const mailMentions = await takeOut(
    db,
    'outbox',
    ['subject', 'text', 'html', 'headers', 'attachments', 'last_error'],
    emailAddress,
  );
  return {
    files: [...mails.map(({ id }) => id), ...mailMentions, ...named],
    erased: {
      leads: Number(leads.numDeletedRows),
      mails: mails.length,
      subscribers: Number(subscribers.numDeletedRows),
      searches: Number(searches.numDeletedRows),
      viewings: Number(viewings.numDeletedRows),
      owners,
      mentions: leadMentions.length + new Set([...mailMentions, ...named]).size + entryMentions.length,
    },
  };
}

/** Erases an owner's account with its logins; returns the number of accounts. */
async function eraseOwner(db: Kysely<Schema>, emailAddress: string): Promise<number> {
  const own = db.selectFrom('owners').select('owners.id').where('email', '=', emailAddress);
  await db.deleteFrom('owner_sessions').where('user_id', 'in', own).execute();
  await db.deleteFrom('owner_credentials').where('user_id', 'in', own).execute();
  await db.deleteFrom('owner_tokens').where('value', 'in', own).execute();
  await db.deleteFrom('owner_properties').where('owner_id', 'in', own).execute();
  const owners = await db.deleteFrom('owners').where('email', '=', emailAddress).executeTakeFirst();
  return Number(owners.numDeletedRows);
}

// Another visitor's lead must not be lost because it names this person, for example with a friend's email address.
async function takeOut(
  db: Kysely<Schema>,
  table: 'leads' | 'outbox' | 'property_entries',
  columns: readonly string[],
  emailAddress: string,
): Promise<string[]> {
  const all = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  // Links may encode the part before the @ differently; searching for that part and the domain separately finds all
  // spellings.
  const at = emailAddress.lastIndexOf('@');
  const like = `%${escaped(emailAddress.slice(0, at))}%${escaped(emailAddress.slice(at + 1))}%`;
  const { rows } = await sql<
    Record<string, string | null>
  >`select * from ${sql.table(table)} where lower(${all}) like ${like} escape '!'`.execute(db);
  const changed: string[] = [];
  for (const row of rows) {
    const changes = Object.fromEntries(
      columns.map((column) => [column, row[column] && withoutEmailAddress(row[column], emailAddress)]),
    );
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

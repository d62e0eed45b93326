import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { personalDataTables } from '../../../domain/personal-data.ts';
import type { WebhookTarget } from '../../../domain/settings/webhook-settings.ts';
import { normalisedEmailAddress } from '../../../domain/text/contact-details.ts';
import { htmlSpellings } from '../../../domain/text/html.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { recordErasure } from '../../services/webhooks/record-event.ts';
import { eraseFromHistory, referencesOf } from './erase-from-history.ts';
import { findMentions, type Mention, tracesOf } from './find-mentions.ts';
import { columnOf, type DeletedRows, deleteRows, rowsOfPerson, scrub } from './person-rows.ts';
import { withoutWordsIn } from './take-out-words.ts';
import { type UntoldTarget, untoldTargets } from './untold-targets.ts';

/** Removes the files of these mails, where mails are files. */
export async function removeMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(dataDir, 'mail', `${id}.eml`), { force: true });
}

const SHORTEST_WORDS = 4;

/** What was erased: rows by table, and leads, mails and entries of others from which the person was removed. */
export interface ErasedPerson {
  rows: Readonly<Record<string, number>>;
  mentions: number;
  /** Records of others whose free text may still be about the person: a human decides. */
  left: readonly Mention[];
  /** Webhook targets that may have data of the person and are not told. */
  untold: readonly UntoldTarget[];
}

/**
 * Erases everything about the person with this email address, as `domain/personal-data.ts` says: rows, mentions in
 * texts of others, deleted space in the database file, and mail files. `also`: words that are taken out of texts of
 * others too, such as a name. `targets`: what waits for them is deleted too, and they are told which IDs were erased.
 */
export async function erasePerson(
  database: Database,
  email: string,
  { also = [], targets = [] }: { also?: readonly string[]; targets?: readonly WebhookTarget[] } = {},
): Promise<ErasedPerson> {
  const emailAddress = normalisedEmailAddress(email);
  const short = also.find((words) => words.trim().length < SHORTEST_WORDS);
  if (short !== undefined) throw new Error(`"${short}" is too short: it would be taken out of many texts.`);
  const { erased, mailIds } = await database.transaction((transaction) =>
    erase(transaction, emailAddress, also, targets),
  );
  await removeMailFiles(database.dataDir, mailIds);
  await scrub(database, { rewrite: true });
  return erased;
}

async function erase(
  db: Kysely<Schema>,
  emailAddress: string,
  also: readonly string[],
  targets: readonly WebhookTarget[],
): Promise<{ erased: ErasedPerson; mailIds: string[] }> {
  const names = await namesOf(db, emailAddress);
  const traces = await tracesOf(db, emailAddress);
  const references = await referencesOf(db, emailAddress);
  const known = { references, ...(await idsOf(db, emailAddress)) };
  const untold = await untoldTargets(db, targets, eventsAbout(emailAddress));
  const deleted: DeletedRows = { rows: new Map(), mailIds: [] };
  for (const [table, { emailAddress: columns }] of personalDataTables) {
    const where = columns && rowsOfPerson(table as keyof Schema, emailAddress);
    if (where) await deleteRows(db, table, where, deleted);
  }
  await deleteRows(db, 'outbox', eventsAbout(emailAddress), deleted);
  const changed = new Map<string, string[]>();
  for (const [table, { mentions }] of personalDataTables)
    if (mentions)
      for (const words of [emailAddress, ...also])
        changed.set(table, [...(changed.get(table) ?? []), ...(await takeOut(db, table, mentions, words))]);
  const mails = new Set([...(changed.get('outbox') ?? []), ...(await takeOutNames(db, names))]);
  const history = await eraseFromHistory(db, { traces, references }, [emailAddress, ...also]);
  if (history.deleted > 0) deleted.rows.set('content_versions', history.deleted);
  if (Object.values(known).some((ids) => ids.length > 0)) await recordErasure(db, targets, known);
  const others = [...changed].filter(([table]) => table !== 'outbox').flatMap(([, ids]) => ids);
  return {
    mailIds: [...deleted.mailIds, ...mails],
    erased: {
      rows: Object.fromEntries(deleted.rows),
      mentions: others.length + mails.size + history.changed,
      left: [...(await findMentions(db, traces)), ...history.left],
      untold: [...deleted.rows.values()].some((count) => count > 0) ? untold : [],
    },
  };
}

/** The IDs of viewings and searches under which another system may know the person. */
async function idsOf(db: Kysely<Schema>, emailAddress: string): Promise<{ viewings: string[]; searches: string[] }> {
  const [viewings, searches] = await Promise.all(
    (['viewings', 'saved_searches'] as const).map((table) =>
      db.selectFrom(table).select('id').where('email', '=', emailAddress).orderBy('id').execute(),
    ),
  );
  return { viewings: viewings!.map(({ id }) => id), searches: searches!.map(({ id }) => id) };
}

/** Events about the person; one whose lead ended earlier belongs to no row of the person. */
function eventsAbout(emailAddress: string) {
  const pattern = `%${emailAddress.replace(/[!%_]/g, '!$&')}%`;
  return sql`(target is not null and lower(text) like ${pattern} escape '!')`;
}

/** The names under which the person is stored. */
async function namesOf(db: Kysely<Schema>, emailAddress: string): Promise<string[]> {
  const names: string[] = [];
  for (const [table, { name }] of personalDataTables) {
    const where = name && rowsOfPerson(table as keyof Schema, emailAddress);
    if (!name || !where) continue;
    const found = sql<{
      name: string;
    }>`select ${columnOf(table, name)} as name from ${sql.table(table)} where ${where}`;
    names.push(...(await found.execute(db)).rows.map((row) => row.name));
  }
  return names;
}

// Another visitor's lead must not be lost because it names this person, for example with a friend's email address.
async function takeOut(
  db: Kysely<Schema>,
  table: string,
  columns: readonly string[],
  words: string,
): Promise<string[]> {
  const all = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  // Links may encode the part before the @ differently; searching for that part and the domain separately finds all
  // spellings.
  const like = `%${words.toLowerCase().split('@').map(escaped).join('%')}%`;
  const { rows } = await sql<
    Record<string, string | null>
  >`select * from ${sql.table(table)} where lower(${all}) like ${like} escape '!'`.execute(db);
  const changed: string[] = [];
  for (const row of rows) {
    const changes = Object.fromEntries(
      columns.map((column) => [column, row[column] && withoutWordsIn(row[column], words)]),
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

const PARTS = ['subject', 'text', 'html'] as const;

/**
 * Removes names from mails that belong to no lead, such as the notice to the agency that an owner logged in or that a
 * viewing is over; returns the IDs of the changed mails. Mails of a lead were deleted with it.
 */
async function takeOutNames(db: Kysely<Schema>, names: readonly string[]): Promise<string[]> {
  const changed = new Set<string>();
  for (const name of new Set(names.map((one) => one.trim()).filter((one) => one.length > 2))) {
    const spellings = htmlSpellings(name);
    const rows = await db
      .selectFrom('outbox')
      .select(['id', ...PARTS])
      .where('lead_id', 'is', null)
      .where(({ or, eb }) =>
        or(
          PARTS.flatMap((part) =>
            spellings.map((one) => eb(sql`coalesce(${sql.ref(part)}, '')`, 'like', `%${patternOf(one)}%`)),
          ),
        ),
      )
      .execute();
    for (const { id, ...texts } of rows) {
      const without = (text: string) => spellings.reduce((rest, one) => rest.replaceAll(one, '[erased]'), text);
      const changes = {
        subject: without(texts.subject),
        text: without(texts.text),
        html: texts.html && without(texts.html),
      };
      await db.updateTable('outbox').set(changes).where('id', '=', id).execute();
      changed.add(id);
    }
  }
  return [...changed];
}

// Replaces each character that patterns or HTML encode by a wildcard; the replacement above is exact.
function patternOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '_');
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.server.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { normalisedEmailAddress } from '../../../platform/text/contact-details.ts';
import { addressesOf } from '../../lead/people.server.ts';
import { recordErasure } from '../../webhook/record-event.server.ts';
import { PERSONAL_EVENTS, type WebhookTarget } from '../../webhook/settings.ts';
import { personalDataTables } from '../personal-data.ts';
import { eraseFromHistory, referencesOf } from './erase-from-history.server.ts';
import { findMentions, type Mention, takeOut, takeOutNames, tracesOf } from './mentions.server.ts';
import { columnOf, type DeletedRows, deleteRows, rowsOfPerson, scrub } from './person-rows.server.ts';

/** A webhook target that may have data of an erased person and is not told to erase it. */
interface UntoldTarget {
  name: string;
  /** How many events about the person were sent to it, among those that are still stored. */
  events: number;
}

/**
 * The targets that may have data of a person and do not take `person.erased`, also those that settings/webhooks.json no
 * longer has; `about` selects the events about the person. To be asked before these events are deleted.
 */
async function untoldTargets(
  db: Kysely<Schema>,
  targets: readonly WebhookTarget[],
  about: RawBuilder<unknown>,
): Promise<UntoldTarget[]> {
  const { rows } = await sql<{ name: string; events: number | string }>`
    select target as name, count(*) as events from outbox
    where ${about} and (sent_at is not null or attempts > 0) group by target
  `.execute(db);
  const taken = new Map(rows.map(({ name, events }) => [name, Number(events)]));
  const informed = new Set(targets.filter(({ events }) => events.includes('person.erased')).map(({ name }) => name));
  const takers = targets.filter(({ events }) => events.some((type) => PERSONAL_EVENTS.has(type)));
  return [...new Set([...takers.map(({ name }) => name), ...taken.keys()])]
    .filter((name) => !informed.has(name))
    .map((name) => ({ name, events: taken.get(name) ?? 0 }));
}

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
 * Erases everything about the person with this email address and with those merged with it, as
 * `features/privacy/personal-data.ts` says: rows, mentions in texts of others, deleted space in the database file, and
 * mail files. `also`: words that are taken out of texts of others too, such as a name. `targets`: what waits for them
 * is deleted too, and they are told which IDs were erased.
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

/**
 * Erases one lead with what belongs to it, because who gave no email address cannot be found by one. The webhook
 * targets are told.
 */
export async function eraseLead(
  database: Database,
  { id, reference }: { id: string; reference: string },
  targets: readonly WebhookTarget[],
): Promise<void> {
  const deleted: DeletedRows = { rows: new Map(), mailIds: [] };
  await database.transaction(async (transaction) => {
    const known = { references: [reference], ...(await idsOf(transaction, sql`lead_id = ${id} and email = ''`)) };
    await deleteRows(transaction, 'viewings', sql`viewings.lead_id = ${id} and viewings.email = ''`, deleted);
    await deleteRows(
      transaction,
      'saved_searches',
      sql`saved_searches.lead_id = ${id} and saved_searches.email = ''`,
      deleted,
    );
    await deleteRows(transaction, 'leads', sql`leads.id = ${id}`, deleted);
    await recordErasure(transaction, targets, known);
  });
  await removeMailFiles(database.dataDir, deleted.mailIds);
  await scrub(database, { rewrite: true });
}

async function erase(
  db: Kysely<Schema>,
  emailAddress: string,
  also: readonly string[],
  targets: readonly WebhookTarget[],
): Promise<{ erased: ErasedPerson; mailIds: string[] }> {
  const addresses = await addressesOf(db, emailAddress);
  const names = await namesOf(db, addresses);
  const traces = await tracesOf(db, addresses);
  const references = await referencesOf(db, addresses);
  const known = { references, ...(await idsOf(db, sql`email in (${sql.join(addresses)})`)) };
  const untold = await untoldTargets(db, targets, eventsAbout(addresses));
  const deleted: DeletedRows = { rows: new Map(), mailIds: [] };
  for (const [table, { emailAddress: columns }] of personalDataTables) {
    const where = columns && rowsOfPerson(table, addresses);
    if (where) await deleteRows(db, table, where, deleted);
  }
  await deleteRows(db, 'outbox', eventsAbout(addresses), deleted);
  await emptyPointers(db, [...addresses, ...references, ...known.viewings]);
  const changed = new Map<string, string[]>();
  for (const [table, { mentions }] of personalDataTables)
    if (mentions)
      for (const words of [...addresses, ...also])
        changed.set(table, [...(changed.get(table) ?? []), ...(await takeOut(db, table, mentions, words))]);
  const mails = new Set([...(changed.get('outbox') ?? []), ...(await takeOutNames(db, names))]);
  const history = await eraseFromHistory(db, { traces, references }, [...addresses, ...also]);
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

/** The IDs of viewings and searches under which another system may know the person whose they are. */
async function idsOf(
  db: Kysely<Schema>,
  isTheirs: RawBuilder<unknown>,
): Promise<{ viewings: string[]; searches: string[] }> {
  const idsIn = async (table: 'viewings' | 'saved_searches') => {
    const rows = await db.selectFrom(table).select('id').where(sql<boolean>`${isTheirs}`).orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  const [viewings, searches] = await Promise.all([idsIn('viewings'), idsIn('saved_searches')]);
  return { viewings, searches };
}

/** Events about the person; one whose lead ended earlier belongs to no row of the person. */
function eventsAbout(addresses: readonly string[]) {
  const isLike = addresses.map((one) => sql`lower(text) like ${`%${one.replace(/[!%_]/g, '!$&')}%`} escape '!'`);
  return sql`(target is not null and (${sql.join(isLike, sql` or `)}))`;
}

/** Lines that name the person, or something of the person, by nothing but a word say no more whom they name. */
async function emptyPointers(db: Kysely<Schema>, words: readonly string[]): Promise<void> {
  for (const [table, { pointer }] of personalDataTables)
    if (pointer)
      await sql`update ${sql.table(table)} set ${sql.ref(pointer.column)} = '[erased]', ${sql.ref(pointer.key)} = null
        where ${sql.ref(pointer.column)} in (${sql.join(words)})`.execute(db);
}

/** The names under which the person is stored. */
async function namesOf(db: Kysely<Schema>, addresses: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const [table, { name }] of personalDataTables) {
    const where = name && rowsOfPerson(table, addresses);
    if (!name || !where) continue;
    const found = sql<{
      name: string;
    }>`select ${columnOf(table, name)} as name from ${sql.table(table)} where ${where}`;
    names.push(...(await found.execute(db)).rows.map((row) => row.name));
  }
  return names;
}

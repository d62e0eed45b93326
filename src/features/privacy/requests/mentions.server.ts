import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { htmlSpellings } from '../../../platform/text/html.ts';
import { present, recordOf } from '../../../platform/values/values.ts';
import { personalDataTables } from '../personal-data.ts';
import { rowsOfPerson } from './person-rows.server.ts';

/** A record of somebody else whose text may be about a person: only a human can tell. */
export interface Mention {
  table: string;
  /** Its reference, property or id, to find it by. */
  record: string;
  /** The words around, as they are stored. */
  words: string;
}

/** How others may call a person in their texts. */
export interface PersonTraces {
  emailAddresses: readonly string[];
  names: readonly string[];
  phones: readonly string[];
}

const SHORTEST_NAME = 4;
const AROUND = 60;

/** Reads the names and telephone numbers under which a person is stored. */
export async function tracesOf(db: Kysely<Schema>, emailAddresses: readonly string[]): Promise<PersonTraces> {
  const mine = (table: keyof Schema) => rowsOfPerson(table, emailAddresses) ?? sql`1 = 0`;
  const leads = await sql<{ form_values: string }>`select form_values from leads where ${mine('leads')}`.execute(db);
  const viewings = await sql<{ name: string; phone: string | null }>`
    select name, phone from viewings where ${mine('viewings')}`.execute(db);
  const owners = await sql<{ name: string }>`select name from owners where ${mine('owners')}`.execute(db);
  const values = leads.rows.map((row) => recordOf(JSON.parse(row.form_values)));
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const names = [
    ...values.flatMap(({ firstName, lastName }) => [text(lastName), `${text(firstName)} ${text(lastName)}`.trim()]),
    ...[...viewings.rows, ...owners.rows].map(({ name }) => text(name)),
  ];
  const phones = [...values.map(({ phone }) => text(phone)), ...viewings.rows.map(({ phone }) => text(phone))];
  return {
    emailAddresses,
    names: [...new Set(names.filter((name) => name.length >= SHORTEST_NAME))],
    phones: [...new Set(phones.map(lastDigits).filter(Boolean))],
  };
}

/** The last eight digits of a telephone number, which it has in every notation; empty for a shorter one. */
const lastDigits = (phone: string) => /\d{8}$/.exec(phone.replace(/\D/g, ''))?.[0] ?? '';

/** The records of others in whose texts the email address, a name or a telephone number of a person stands. */
export async function findMentions(db: Kysely<Schema>, traces: PersonTraces): Promise<Mention[]> {
  const { emailAddresses, names, phones } = traces;
  const likes = [
    ...[...emailAddresses, ...names].map((one) => `%${escaped(one.toLowerCase())}%`),
    ...phones.map((one) => `%${[...one].join('%')}%`),
  ];
  const found: Mention[] = [];
  for (const [table, { mentions }] of personalDataTables) {
    // A mail repeats what a lead or an entry says, and is deleted or rewritten with it.
    if (!mentions || table === 'outbox') continue;
    const own = rowsOfPerson(table, emailAddresses) ?? sql`1 = 0`;
    const all = sql.join(
      mentions.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    );
    const isLike = sql.join(
      likes.map((like) => sql`lower(${all}) like ${like} escape '!'`),
      sql` or `,
    );
    const { rows } = await sql<Record<string, string | null>>`
      select * from ${sql.table(table)} where not (${own}) and (${isLike})`.execute(db);
    for (const row of rows) {
      const words = mentionIn(mentions.map((column) => freeTextOf(row[column] ?? '')).join(' '), traces);
      if (words === null) continue;
      const property = row.property_id ? `property ${row.property_id}` : undefined;
      found.push({ table, record: row.reference ?? property ?? String(row.id), words });
    }
  }
  return found;
}

/** The words around a mention of the person in a text; null when there is none. */
export function mentionIn(text: string, traces: PersonTraces): string | null {
  const hit = patternOf(traces).exec(text);
  if (!hit) return null;
  const words = text.slice(Math.max(0, hit.index - AROUND), hit.index + hit[0].length + AROUND);
  return words.replace(/\s+/g, ' ');
}

/** Fields of a form that describe its own sender, who may have the same name. */
const OWN_FIELDS = new Set(['firstName', 'lastName', 'email', 'phone', 'street', 'city']);

/** A text, or the values of a form that its sender wrote about something else. */
function freeTextOf(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const values = Object.entries(recordOf(JSON.parse(text)));
    return values.flatMap(([name, value]) => (OWN_FIELDS.has(name) ? [] : [String(value)])).join(' ');
  } catch {
    return text;
  }
}

const escaped = (text: string) => text.replace(/[!%_]/g, '!$&');

/** Email address and names as whole words; telephone numbers with or without signs between the digits. */
function patternOf({ emailAddresses, names, phones }: PersonTraces): RegExp {
  const quoted = [...emailAddresses, ...names].map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = quoted.map((one) => `(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`);
  return new RegExp([...words, ...phones.map((one) => [...one].join('[\\s./()-]{0,2}'))].join('|'), 'iu');
}

/** The text without an email address or other words, in every spelling they may have in text, links, HTML and JSON. */
export function withoutWords(text: string, words: string): string {
  const spellings = new Set([
    words,
    encodeURIComponent(words),
    encodeURI(words),
    words.replaceAll('+', '%2B'),
    ...htmlSpellings(words),
    JSON.stringify(words).slice(1, -1),
  ]);
  const pattern = [...spellings].map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'giu'), '[erased]');
}

/** The same, for text that may be JSON: names of fields stay. */
function withoutWordsIn(text: string, words: string): string {
  if (!text.startsWith('{')) return withoutWords(text, words);
  try {
    return JSON.stringify(
      JSON.parse(text, (_, value) => (typeof value === 'string' ? withoutWords(value, words) : value)),
    );
  } catch {
    return withoutWords(text, words);
  }
}

/**
 * Removes words from the texts of others, and returns the IDs of the changed rows. Another visitor's lead must not be
 * lost because it names this person, for example with a friend's email address.
 */
export async function takeOut(
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
  const like = `%${words.toLowerCase().split('@').map(escapedPattern).join('%')}%`;
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
    changed.push(present(row.id, 'id'));
  }
  return changed;
}

function escapedPattern(text: string): string {
  return text.replace(/[!%_]/g, '!$&').replace(/[^\p{L}\p{N}!%_.-]/gu, '%');
}

const PARTS = ['subject', 'text', 'html'] as const;

/**
 * Removes names from mails that belong to no lead, such as the notice to the agency that an owner logged in or that a
 * viewing is over; returns the IDs of the changed mails. Mails of a lead were deleted with it.
 */
export async function takeOutNames(db: Kysely<Schema>, names: readonly string[]): Promise<string[]> {
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
            spellings.map((one) => eb(sql`coalesce(${sql.ref(part)}, '')`, 'like', `%${patternOfWords(one)}%`)),
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
function patternOfWords(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '_');
}

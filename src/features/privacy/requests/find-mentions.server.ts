import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
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
  const values = leads.rows.map((row) => JSON.parse(row.form_values) as Record<string, unknown>);
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
    const own = rowsOfPerson(table as keyof Schema, emailAddresses) ?? sql`1 = 0`;
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
    const values = Object.entries(JSON.parse(text) as Record<string, unknown>);
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

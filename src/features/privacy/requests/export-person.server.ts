import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.server.ts';
import { normalisedEmailAddress } from '../../../platform/text/contact-details.ts';
import { itemAt } from '../../../platform/values/values.ts';
import { addressesOf } from '../../lead/people.server.ts';
import { personalDataTables } from '../personal-data.ts';
import { findInHistory, referencesOf } from './erase-from-history.server.ts';
import { findMentions, type Mention, tracesOf } from './mentions.server.ts';
import { columnOf, rowsOfPerson } from './person-rows.server.ts';

/** All data stored about a person, by kind, for requests for access (GDPR, article 15). */
export interface PersonExport {
  email: string;
  /** All addresses of the person: this one first, then those that staff merged with it. */
  emailAddresses: readonly string[];
  data: Record<string, readonly Readonly<Record<string, unknown>>[]>;
  /** Records of others whose text may be about the person; a human decides what of it is told. */
  mentions: readonly Mention[];
}

/** Columns that hold JSON as text. */
const JSON_COLUMNS = new Set(['form_values', 'campaign', 'criteria']);

/** Reads the columns that `features/privacy/personal-data.ts` names for export. */
export async function exportPerson({ db }: Database, email: string): Promise<PersonExport> {
  const emailAddresses = await addressesOf(db, normalisedEmailAddress(email));
  const traces = await tracesOf(db, emailAddresses);
  const inHistory = await findInHistory(db, { traces, references: await referencesOf(db, emailAddresses) });
  const mentions = [...(await findMentions(db, traces)), ...inHistory];
  const exported: PersonExport = { email: itemAt(emailAddresses, 0), emailAddresses, data: {}, mentions };
  for (const [table, data] of personalDataTables) {
    const where = rowsOfPerson(table, emailAddresses);
    if (!data.exported || !where) continue;
    const columns = sql.join(data.exported.columns.map((column) => columnOf(table, column)));
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${columns} from ${sql.table(table)} where ${where}`.execute(db);
    exported.data[data.exported.as] = rows.map(readable);
  }
  return exported;
}

const readable = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

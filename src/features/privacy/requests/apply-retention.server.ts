import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { withPresentNames } from '../../../content/files/renamed.server.ts';
import { thinHistory } from '../../../content/history/content-history.server.ts';
import { historySettings } from '../../../content/settings/settings.ts';
import type { Database } from '../../../platform/database/database.server.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { ifExists } from '../../../platform/log/error-facts.ts';
import { monthsBefore } from '../../../platform/time/days.ts';
import { recordOf } from '../../../platform/values/values.ts';
import { type Retention, retentionSettings } from '../../form/settings.ts';
import { personalDataTables } from '../personal-data.ts';
import { AUDIT_MONTHS, type RetentionRule } from '../retention-rule.ts';
import { removeMailFiles } from './erase-person.server.ts';
import { type Condition, columnOf, type DeletedRows, deleteRows, scrub } from './person-rows.server.ts';

/** Number of rows deleted because of their age, by table. */
export type RetentionResult = Readonly<Record<string, number>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = /Months$/;

/** Deletes rows that are older than the rules of `features/privacy/personal-data.ts` allow. */
export async function applyRetention(
  database: Database,
  retention: Retention,
  nowMs: number = Date.now(),
): Promise<RetentionResult> {
  const deleted: DeletedRows = { rows: new Map(), mailIds: [] };
  await database.transaction(async (transaction) => {
    for (const [table, data] of personalDataTables) {
      for (const rule of data.retention ?? []) {
        const where = isTooOld(table, rule, retention, nowMs);
        if (rule.forget)
          await sql`update ${sql.table(table)} set ${sql.ref(rule.forget)} = null where ${where}`.execute(transaction);
        else await deleteRows(transaction, table, where, deleted);
      }
    }
    for (const [table, { belongsTo = [], sweep }] of personalDataTables)
      if (sweep) await deleteRows(transaction, table, belongsToNothing(table, belongsTo), deleted);
    for (const [table, { emailAddress = [], endsWithAddresses }] of personalDataTables)
      if (endsWithAddresses) await deleteRows(transaction, table, isWithoutAddress(table, emailAddress), deleted);
  });
  await removeMailFiles(database.dataDir, deleted.mailIds);
  await scrub(database, { rewrite: false });
  return Object.fromEntries(deleted.rows);
}

/** Number of rows by table that are older than the rules allow; 0 for all while the nightly job runs. */
export async function overdueRows(
  { db }: { db: Kysely<Schema> },
  retention: Retention,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const overdue = new Map<string, number>();
  for (const [table, data] of personalDataTables)
    for (const rule of data.retention ?? []) {
      if (rule.keep === 'expired') continue;
      const forgotten = rule.forget ? sql` and ${columnOf(table, rule.forget)} is not null` : sql``;
      const where = sql`${isTooOld(table, rule, retention, nowMs)}${forgotten}`;
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(table)} where ${where}`.execute(db);
      const number = Number(rows[0]?.count ?? 0);
      if (number > 0) overdue.set(table, (overdue.get(table) ?? 0) + number);
    }
  return overdue;
}

function isTooOld(
  table: string,
  { keep, since, unit, states }: RetentionRule,
  retention: Retention,
  nowMs: number,
): Condition {
  const before =
    keep === 'expired'
      ? new Date(nowMs)
      : keep === 'audit'
        ? monthsBefore(nowMs, AUDIT_MONTHS)
        : endOf(nowMs, keep, retention[keep]);
  const limit = unit === 'milliseconds' ? before.getTime() : before.toISOString();
  const isOld = sql`${columnOf(table, since)} < ${limit}`;
  return states ? sql`${isOld} and ${columnOf(table, 'state')} in (${sql.join(states)})` : isOld;
}

function belongsToNothing(table: string, parents: readonly { table: string; column: string }[]): Condition {
  const missing = parents.map(
    (parent) => sql`${columnOf(table, parent.column)} not in (select id from ${sql.table(parent.table)})`,
  );
  return sql.join(missing, sql` and `);
}

/** Rows that link an address that nothing else has; one on the way to others stays as long as they are linked by it. */
function isWithoutAddress(table: string, columns: readonly string[]): Condition {
  const elsewhere = personalDataTables.flatMap(([other, { emailAddress = [], ofStaff }]) =>
    // Mails are kept for days only and repeat addresses of other tables.
    other === table || other === 'outbox' || ofStaff
      ? []
      : emailAddress.map((column) => sql`select lower(${sql.ref(column)}) as address from ${sql.table(other)}`),
  );
  const known = sql.join(elsewhere, sql` union `);
  const links = sql.join(
    columns.map((column) => sql`select ${sql.ref(column)} as address from ${sql.table(table)}`),
    sql` union all `,
  );
  const isLast = (column: string) =>
    sql`${columnOf(table, column)} in (select address from (${links}) as links group by address having count(*) = 1)`;
  const ends = columns.map(
    (column) =>
      sql`(${columnOf(table, column)} not in (
        select address from (${known}) as known where address is not null
      ) and ${isLast(column)})`,
  );
  return sql.join(ends, sql` or `);
}

function endOf(nowMs: number, setting: string, number: number): Date {
  return MONTHS.test(setting) ? monthsBefore(nowMs, number) : new Date(nowMs - number * DAY_MS);
}

/** The retention of this agency: `retention` in settings/forms.json, else 24 months, 90 and 30 days. */
export function retentionOf(contentDir: string): Retention {
  const { retention } = recordOf(settingsIn(contentDir, 'forms'));
  return parsedOr(retentionSettings, retention ?? {}, `${join(contentDir, 'settings/forms.json')} has a "retention"`);
}

/** Deletes what is older than settings/forms.json and settings/history.json allow; rows by table. */
export async function deleteOld(database: Database, contentDir: string): Promise<RetentionResult> {
  const file = join(contentDir, 'settings/history.json');
  const history = parsedOr(historySettings, settingsIn(contentDir, 'history'), `${file} has settings`);
  const content_versions = await thinHistory(database, history);
  return { ...(await applyRetention(database, retentionOf(contentDir))), content_versions };
}

function settingsIn(contentDir: string, name: 'forms' | 'history'): unknown {
  const file = `settings/${name}.json`;
  const text = ifExists(() => readFileSync(join(contentDir, file), 'utf8'));
  return text === null ? {} : withPresentNames(file, JSON.parse(text)).data;
}

function parsedOr<Result>(schema: z.core.$ZodType<Result>, data: unknown, what: string): Result {
  const result = z.safeParse(schema, data);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`${what} that cannot be used: ${problems.join('; ')}`);
}

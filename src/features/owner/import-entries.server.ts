import type { Transaction } from 'kysely';
import { parseDate } from '../../i18n/format.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { PropertyEntryRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { VIEW_SOURCES } from '../statistics/views.ts';
import { OwnerError } from './manage-accounts.server.ts';
import { IMPORT_LISTS, type PortalImport } from './portal-import.ts';

const ROWS = 200;

/**
 * Stores a file of the agency's own system, all or nothing; a file that is imported twice is stored once. Returns the
 * numbers of entries.
 */
export async function importEntries(
  database: Database,
  file: PortalImport,
  isKnown: (propertyId: number) => boolean,
): Promise<{ entries: number; views: number }> {
  const problems = [...Object.keys(IMPORT_LISTS), 'views'].flatMap((list) =>
    file[list as keyof typeof IMPORT_LISTS | 'views'].flatMap(({ property }, at) =>
      isKnown(property) ? [] : [`${list}.${at}.property: there is no property ${property}`],
    ),
  );
  for (const [at, { source }] of file.views.entries())
    if ((VIEW_SOURCES as readonly string[]).includes(source))
      problems.push(
        `views.${at}.source: "${source}" is a name that this site uses itself; write the name of the portal`,
      );
  if (problems.length > 0) throw new OwnerError(`${problems.join('\n')}\nNothing was imported.`);
  const rows = rowsOf(file);
  await database.transaction(async (transaction) => {
    for (let at = 0; at < rows.length; at += ROWS) await upsert(transaction, rows.slice(at, at + ROWS));
    await storeInterests(transaction, file);
    for (let at = 0; at < file.views.length; at += ROWS) {
      // When a file has the same day twice, the last figure counts.
      const days = new Map(
        file.views.slice(at, at + ROWS).map((row) => [`${row.property} ${row.date} ${row.source}`, row]),
      );
      await transaction
        .insertInto('view_counts')
        .values(
          [...days.values()].map(({ property, date, source, views }) => ({
            property_id: String(property),
            day: date,
            source,
            views,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['property_id', 'day', 'source'])
            .doUpdateSet(({ ref }) => ({ views: ref('excluded.views') })),
        )
        .execute();
    }
  });
  return { entries: rows.length, views: file.views.length };
}

function rowsOf(file: PortalImport): PropertyEntryRow[] {
  const created_at = new Date().toISOString();
  const blank = { type: '', contact: '', subject: '', comment: '', status: '', source: '', link: '' };
  const all = Object.entries(IMPORT_LISTS).flatMap(([list, kind]) =>
    file[list as keyof typeof IMPORT_LISTS].map(({ property, id, date, ...facts }) => {
      const { interest: _, ...words } = facts as typeof facts & { interest?: string };
      return {
        ...blank,
        ...words,
        id: newId(),
        property_id: String(property),
        kind,
        external_id: id,
        at: momentOf(date),
        created_at,
      };
    }),
  );
  return [...new Map(all.map((row) => [`${row.property_id} ${row.kind} ${row.external_id}`, row])).values()];
}

/** A day stays a day; a moment is stored in UTC. */
function momentOf(date: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : parseDate(date)!.toISOString();
}

async function upsert(transaction: Transaction<Schema>, rows: PropertyEntryRow[]): Promise<void> {
  await transaction
    .insertInto('property_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['property_id', 'kind', 'external_id']).doUpdateSet(({ ref }) => ({
        at: ref('excluded.at'),
        type: ref('excluded.type'),
        contact: ref('excluded.contact'),
        subject: ref('excluded.subject'),
        comment: ref('excluded.comment'),
        status: ref('excluded.status'),
        source: ref('excluded.source'),
        link: ref('excluded.link'),
      })),
    )
    .execute();
}

/** Stores the visitor's interest with the viewing; feedback given by a mailed link is kept. */
async function storeInterests(transaction: Transaction<Schema>, file: PortalImport): Promise<void> {
  const now = new Date().toISOString();
  for (const { property, id, interest } of file.viewings) {
    if (!interest) continue;
    const viewing = await transaction
      .selectFrom('property_entries')
      .select('id')
      .where('property_id', '=', String(property))
      .where('kind', '=', 'viewing')
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('viewing_feedback')
      .values({
        viewing_id: viewing.id,
        property_id: String(property),
        asked_at: now,
        comment: '',
        interest,
        given_at: now,
      })
      .onConflict((conflict) => conflict.column('viewing_id').doUpdateSet({ interest, given_at: now }))
      .execute();
  }
}

import { type RawBuilder, sql, type Transaction } from 'kysely';
import { readPropertyFile } from '../../content/files/read-content.server.ts';
import { parseDate } from '../../i18n/format.ts';
import type { Localized } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { PropertyEntryRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isOneOf, keysOf, present } from '../../platform/values/values.ts';
import { VIEW_SOURCES } from '../statistics/views.ts';
import { OwnerError } from './accounts.server.ts';
import type { OwnedProperty } from './owned-property.server.ts';
import { IMPORT_LISTS, type PortalImport } from './portal-import.ts';
import type { EntryKind, EntryView, PropertyEntry } from './property-entry.ts';

/** A page of the entries of one kind, and their total number. */
export async function propertyEntries(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  kind: EntryKind,
  { sort, descending, page, size }: EntryView,
): Promise<{ rows: PropertyEntry[]; count: number }> {
  const all = sql.join(
    [entriesOf(property.id, kind), KNOWN[kind]?.(property.id)].filter((part) => part !== undefined),
    sql` union all `,
  );
  const counted = await sql<{ count: number }>`select count(*) as count from (${all}) as found`.execute(db);
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<PropertyEntry>`
    select * from (${all}) as found order by ${sql.ref(sort)} ${direction}, at desc, id
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  return { rows, count: Number(counted.rows[0]?.count ?? 0) };
}

const entriesOf = (propertyId: string, kind: EntryKind): RawBuilder<unknown> => sql`
  select 'entry' as origin, property_entries.id, at, type, contact, subject,
    coalesce(nullif(viewing_feedback.comment, ''), property_entries.comment) as comment,
    status, source, link, coalesce(viewing_feedback.interest, '') as interest
  from property_entries left join viewing_feedback on viewing_feedback.viewing_id = property_entries.id
  where property_entries.property_id = ${propertyId} and kind = ${kind}`;

/** Entries of a kind from the site's own data. */
const KNOWN: Partial<Record<EntryKind, (propertyId: string) => RawBuilder<unknown>>> = {
  viewing: (propertyId) => sql`
    select 'viewing' as origin, viewings.id, starts_at as at, 'viewing' as type, name as contact, '' as subject,
      coalesce(viewing_feedback.comment, '') as comment, state as status, '' as source, '' as link,
      coalesce(viewing_feedback.interest, '') as interest
    from viewings left join viewing_feedback on viewing_feedback.viewing_id = viewings.id
    where viewings.property_id = ${propertyId}`,
  communication: (propertyId) => sql`
    select 'lead' as origin, id, created_at as at, form as type, form_values as contact, '' as subject, '' as comment,
      case when status <> 'handled' and exists (
        select 1 from lead_work where lead_work.lead_id = leads.id and lead_work.responded_at is not null
      ) then 'responded' else status end as status, '' as source, '' as link, '' as interest
    from leads where property_id = ${propertyId}`,
  media: (propertyId) => sql`
    select 'site' as origin, id, first_seen as at, 'site' as type, '' as contact, '' as subject, '' as comment,
      case when status = 'gone' then 'offline' else 'online' end as status, '' as source, '' as link, '' as interest
    from properties where id = ${propertyId}`,
  appearance: (propertyId) => sql`
    select 'alert' as origin, substr(coalesce(sent_at, due_at), 1, 10) as id, substr(coalesce(sent_at,
      due_at), 1, 10) as at,
      'alert' as type, '' as contact, cast(count(*) as text) as subject, '' as comment, '' as status, '' as source,
      '' as link, '' as interest
    from alerts where property_id = ${propertyId} and state <> 'dropped' group by
      substr(coalesce(sent_at, due_at), 1, 10)`,
};

/** A document of a property with the number of times visitors opened it. */
interface PropertyDocument {
  title: Localized;
  file: string;
  openings: number;
  last: string | null;
}

/** The documents of a property that visitors can request. */
export async function propertyDocuments(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  contentDir: string,
): Promise<PropertyDocument[]> {
  const rows = await db
    .selectFrom('document_openings')
    .select(['document', sql<number>`count(*)`.as('openings'), sql<string>`max(at)`.as('last')])
    .where('property_id', '=', property.id)
    .groupBy('document')
    .execute();
  return (readPropertyFile(contentDir, property.id)?.Documents ?? []).map(({ Title, File }) => {
    const opened = rows.find(({ document }) => document === File);
    return { title: Title, file: File, openings: Number(opened?.openings ?? 0), last: opened?.last ?? null };
  });
}

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
  const problems = [...keysOf(IMPORT_LISTS), 'views' as const].flatMap((list) =>
    file[list].flatMap(({ property }, at) =>
      isKnown(property) ? [] : [`${list}.${at}.property: there is no property ${property}`],
    ),
  );
  for (const [at, { source }] of file.views.entries())
    if (isOneOf(VIEW_SOURCES, source))
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
  const all = keysOf(IMPORT_LISTS).flatMap((list) =>
    file[list].map(({ property, id, date, ...facts }) => {
      const { interest: _, ...words } = { interest: '', ...facts };
      return {
        ...blank,
        ...words,
        id: newId(),
        property_id: String(property),
        kind: IMPORT_LISTS[list],
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
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : present(parseDate(date), date).toISOString();
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

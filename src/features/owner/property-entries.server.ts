import { type RawBuilder, sql } from 'kysely';
import { readPropertyFile } from '../../content/files/read-content.server.ts';
import type { Localized } from '../../i18n/localized.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OwnedProperty } from './owned-property.server.ts';
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

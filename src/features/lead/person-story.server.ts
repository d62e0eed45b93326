import type { Database } from '../../platform/database/database.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { LeadEntryRow } from '../../platform/database/staff-schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { type Lead, leadOf } from './leads.server.ts';
import { addressesOf } from './person-links.server.ts';

/** Everything that the agency knows about the person of an email address, newest first. */
export interface PersonStory {
  /** All addresses of the person, or the one that was asked for. */
  addresses: string[];
  leads: (Lead & {
    respondedAt: string | null;
    /** Whether it waits until a day. */
    isSnoozed: boolean;
    /** Replies and notes of the agency, oldest first. */
    entries: Pick<LeadEntryRow, 'kind' | 'who' | 'text' | 'at'>[];
  })[];
  viewings: Pick<ViewingRow, 'id' | 'property_id' | 'starts_at' | 'state' | 'agent_id' | 'email' | 'name'>[];
  savedSearches: { state: string; criteria: Record<string, unknown>; frequency: string; since: string }[];
  openedDocuments: { propertyId: string; document: string; at: string }[];
  owner: { name: string; properties: string[] } | null;
}

const MOST = 50;

/** The story of a person, with all addresses that were merged. */
export async function personStory(
  { db }: Pick<Database, 'db'>,
  given: string,
  nowMs = Date.now(),
): Promise<PersonStory> {
  const addresses = await addressesOf(db, normalisedEmailAddress(given));
  const leads = await db
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .selectAll('leads')
    .select(['lead_work.responded_at', 'lead_work.snoozed_until'])
    .where('email', 'in', addresses)
    .orderBy('leads.id', 'desc')
    .limit(MOST)
    .execute();
  const entries = await db
    .selectFrom('lead_entries')
    .select(['lead_id', 'kind', 'who', 'text', 'at'])
    .where('lead_id', 'in', ['', ...leads.map(({ id }) => id)])
    .where('kind', 'in', ['reply', 'note'])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const viewings = await db
    .selectFrom('viewings')
    .select(['id', 'property_id', 'starts_at', 'state', 'agent_id', 'email', 'name'])
    .where('email', 'in', addresses)
    .orderBy('starts_at', 'desc')
    .limit(MOST)
    .execute();
  const searches = await db
    .selectFrom('saved_searches')
    .select(['state', 'criteria', 'frequency', 'created_at'])
    .where('email', 'in', addresses)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const openings = await db
    .selectFrom('document_openings')
    .innerJoin('leads', 'leads.id', 'document_openings.lead_id')
    .select(['document_openings.property_id', 'document_openings.document', 'document_openings.at'])
    .where('leads.email', 'in', addresses)
    .orderBy('document_openings.at', 'desc')
    .limit(MOST)
    .execute();
  const owners = await db.selectFrom('owners').select(['id', 'name']).where('email', 'in', addresses).execute();
  const ids = owners.map(({ id }) => id);
  const owned = ids.length
    ? await db.selectFrom('owner_properties').select('property_id').distinct().where('owner_id', 'in', ids).execute()
    : [];
  return {
    addresses,
    leads: leads.map((row) => ({
      ...leadOf(row),
      respondedAt: row.responded_at,
      isSnoozed: row.status === 'new' && (row.snoozed_until ?? '') > new Date(nowMs).toISOString(),
      entries: entries.flatMap(({ lead_id, ...entry }) => (lead_id === row.id ? [entry] : [])),
    })),
    viewings,
    savedSearches: searches.map(({ state, criteria, frequency, created_at }) => ({
      ...{ state, frequency, since: created_at },
      criteria: JSON.parse(criteria) as Record<string, unknown>,
    })),
    openedDocuments: openings.map(({ property_id, document, at }) => ({ propertyId: property_id, document, at })),
    owner: owners[0] ? { name: owners[0].name, properties: owned.map(({ property_id }) => property_id) } : null,
  };
}

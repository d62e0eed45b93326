import { normalisedEmailAddress } from '../../../domain/text/contact-details.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import { type Lead, leadOf } from './leads.ts';

/** Everything that the agency knows about the person of an email address, newest first. */
export interface PersonStory {
  leads: Lead[];
  viewings: Pick<ViewingRow, 'id' | 'property_id' | 'starts_at' | 'state' | 'agent_id'>[];
  savedSearches: { state: string; criteria: Record<string, unknown>; frequency: string; since: string }[];
  openedDocuments: { propertyId: string; document: string; at: string }[];
  owner: { name: string; properties: string[] } | null;
}

const MOST = 50;

/** The story of a person. */
export async function personStory({ db }: Pick<Database, 'db'>, given: string): Promise<PersonStory> {
  const email = normalisedEmailAddress(given);
  const leads = await db
    .selectFrom('leads')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  const viewings = await db
    .selectFrom('viewings')
    .select(['id', 'property_id', 'starts_at', 'state', 'agent_id'])
    .where('email', '=', email)
    .orderBy('starts_at', 'desc')
    .limit(MOST)
    .execute();
  const searches = await db
    .selectFrom('saved_searches')
    .select(['state', 'criteria', 'frequency', 'created_at'])
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const openings = await db
    .selectFrom('document_openings')
    .innerJoin('leads', 'leads.id', 'document_openings.lead_id')
    .select(['document_openings.property_id', 'document_openings.document', 'document_openings.at'])
    .where('leads.email', '=', email)
    .orderBy('document_openings.at', 'desc')
    .limit(MOST)
    .execute();
  const owner = await db.selectFrom('owners').select(['id', 'name']).where('email', '=', email).executeTakeFirst();
  const owned = owner
    ? await db.selectFrom('owner_properties').select('property_id').where('owner_id', '=', owner.id).execute()
    : [];
  return {
    leads: leads.map(leadOf),
    viewings,
    savedSearches: searches.map(({ state, criteria, frequency, created_at }) => ({
      ...{ state, frequency, since: created_at },
      criteria: JSON.parse(criteria) as Record<string, unknown>,
    })),
    openedDocuments: openings.map(({ property_id, document, at }) => ({ propertyId: property_id, document, at })),
    owner: owner ? { name: owner.name, properties: owned.map(({ property_id }) => property_id) } : null,
  };
}

/** People whose name or email address contains a text, by their email address. */
export async function findPeople(
  { db }: Pick<Database, 'db'>,
  text: string,
  limit = 20,
): Promise<{ email: string; lead: Lead }[]> {
  const pattern = `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  if (pattern.length < 4) return [];
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('email', 'is not', null)
    .where(({ eb, or, fn }) => or([eb('email', 'like', pattern), eb(fn('lower', ['form_values']), 'like', pattern)]))
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const people = new Map<string, Lead>();
  for (const row of rows) if (row.email && !people.has(row.email)) people.set(row.email, leadOf(row));
  return [...people].slice(0, limit).map(([email, lead]) => ({ email, lead }));
}

import type { Transaction } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import type { Listing } from '../property/listing.ts';
import { busyAt } from './busy-agent.server.ts';
import { occupy } from './occupy.server.ts';
import { agentOf, allStarts, viewingOf } from './viewing-slots.ts';

interface Visitor {
  leadId: string;
  listing: Listing;
  startsAt: string;
  language: string;
  name: string;
  email: string;
  phone: string | null;
}

const HOUR_MS = 3_600_000;
/** A viewing booked this late needs no reminder, because its confirmation serves as one. */
const REMINDED_ANYWAY_MS = 36 * HOUR_MS;

/** Books a viewing within the transaction of its lead; null when that time is no longer free or was never available. */
export async function bookViewing(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  site: Site,
  { leadId, listing, startsAt, language, name, email, phone }: Visitor,
  nowMs = Date.now(),
): Promise<ViewingRow | null> {
  const settings = site.settings.viewings;
  if (!allStarts(settings, listing, nowMs, busyAt(site, listing, nowMs)).includes(startsAt)) return null;
  const { capacity, lengthMinutes } = viewingOf(settings, listing.id, startsAt);
  const isConfirmed = settings.confirm === 'auto';
  const viewing: ViewingRow = {
    id: newId(nowMs),
    lead_id: leadId,
    property_id: String(listing.id),
    agent_id: agentOf(listing),
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + lengthMinutes * 60_000).toISOString(),
    state: isConfirmed ? 'confirmed' : 'requested',
    language,
    name,
    email: normalisedEmailAddress(email),
    phone,
    held_until: isConfirmed ? null : new Date(nowMs + settings.holdHours * HOUR_MS).toISOString(),
    reminded_at: Date.parse(startsAt) - nowMs < REMINDED_ANYWAY_MS ? new Date(nowMs).toISOString() : null,
    sequence: 0,
    created_at: new Date(nowMs).toISOString(),
  };
  const { agent_id, property_id } = viewing;
  const place = { viewingId: viewing.id, agent_id, property_id, starts_at: startsAt, lengthMinutes, capacity };
  if (!(await occupy(transaction, engine, place, nowMs))) return null;
  await transaction.insertInto('viewings').values(viewing).execute();
  return viewing;
}

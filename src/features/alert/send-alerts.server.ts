import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { PropertyEventRow } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { storedValues } from '../form/form.ts';
import { searchCriteriaOf } from '../listing/search-criteria.ts';
import { isAvailable } from '../property/property-state.ts';
import { type AlertedListing, alertMail } from './alert-mail.server.ts';

export interface AlertParts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
}

/**
 * Puts one mail per saved search with due alerts into the outbox; returns the number of mails. The alerts and their
 * mail are stored in one transaction, so a crash loses or duplicates none.
 */
export async function sendAlerts(parts: AlertParts, nowMs = Date.now()): Promise<number> {
  const now = new Date(nowMs).toISOString();
  const due = await parts.database.db
    .selectFrom('alerts')
    .select('search_id')
    .distinct()
    .where('state', '=', 'due')
    .where('due_at', '<=', now)
    .execute();
  let mails = 0;
  for (const { search_id } of due) if (await tell(parts, search_id, now, nowMs)) mails += 1;
  return mails;
}

function tell(
  { database, site, secret, siteUrl }: AlertParts,
  searchId: string,
  now: string,
  nowMs: number,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // The first process to mark them sends them: another process finds none left.
    const taken = await transaction
      .updateTable('alerts')
      .set({ state: 'queued', sent_at: now })
      .where('search_id', '=', searchId)
      .where('state', '=', 'due')
      .where('due_at', '<=', now)
      .returning(['property_id', 'event_id'])
      .execute();
    const search = await transaction
      .selectFrom('saved_searches')
      .selectAll()
      .where('id', '=', searchId)
      .executeTakeFirst();
    if (taken.length === 0 || search?.state !== 'confirmed') return false;
    const events = await transaction
      .selectFrom('property_events')
      .selectAll()
      .where(
        'id',
        'in',
        taken.map(({ event_id }) => event_id),
      )
      .orderBy('at', 'desc')
      .execute();
    const criteria = searchCriteriaOf(storedValues(search.criteria), site.cities);
    const properties: AlertedListing[] = [];
    const isUndone = undonePrices(events, site);
    for (const event of events) {
      if (isUndone(event)) continue;
      const listing = site.listing(Number(event.property_id));
      // A property that has been sold since is left out, unless it is followed. Of several events the latest counts.
      const isMailed = listing && (isAvailable(listing) || criteria.follows.includes(listing.id));
      if (listing && isMailed && !properties.some((other) => other.listing.id === listing.id))
        properties.push({ listing, event });
    }
    if (properties.length === 0) return false;
    const mail = alertMail({
      site,
      siteUrl,
      secret,
      search,
      criteria,
      properties,
    });
    await enqueue(transaction, [mail], { leadId: search.lead_id, nowMs });
    return true;
  });
}

/** Which events tell of a price that is what it was before them: a slip that was corrected is no news. */
function undonePrices(events: readonly PropertyEventRow[], site: Site): (event: PropertyEventRow) => boolean {
  const isPrice = ({ kind }: PropertyEventRow) => kind === 'price-cut' || kind === 'price-rise';
  // The first one of a property, which stands last, has the price that people know.
  const known = new Map(events.filter(isPrice).map((event) => [event.property_id, event.old_price]));
  return (event) => {
    const price = site.listing(Number(event.property_id))?.price ?? null;
    return isPrice(event) && price !== null && Number(known.get(event.property_id)) === price;
  };
}

import { setImmediate as breathe } from 'node:timers/promises';
import type { Site } from '../../content/site/site.ts';
import { parseDate } from '../../i18n/format.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { AlertRow, PropertyEventRow } from '../../platform/database/schema.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { storedValues } from '../form/form.ts';
import { matches } from '../listing/matching.ts';
import { type SearchCriteria, searchCriteriaOf } from '../listing/search-criteria.ts';
import type { City } from '../place/region.ts';
import { isAvailable } from '../property/property-state.ts';
import { WEEKDAYS } from '../viewing/settings.ts';
import type { AlertSettings } from './settings.ts';

const DAY_MS = 86_400_000;
/** For how long an alert waits, so that a slip can be corrected before many people read of it. */
export const ALERT_WAIT_MS = 10 * 60_000;

/**
 * When alerts of this frequency are due next, in milliseconds since 1970; the hour is Brussels time, clock changes
 * included.
 */
export function nextDigestMs(
  frequency: 'instantly' | 'daily' | 'weekly',
  { digestHour, digestDay }: Pick<AlertSettings, 'digestHour' | 'digestDay'>,
  nowMs: number,
): number {
  if (frequency === 'instantly') return nowMs + ALERT_WAIT_MS;
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = brusselsDay(nowMs + ahead * DAY_MS);
    if (frequency === 'weekly' && WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] !== digestDay) continue;
    const moment = parseDate(`${day} ${String(digestHour).padStart(2, '0')}:00`)?.getTime() ?? 0;
    if (moment > nowMs) return moment;
  }
  return nowMs + DAY_MS;
}

const AT_ONCE = 100;
const TURN_MS = 8;

interface Seeker {
  id: string;
  confirmedAt: string;
  frequency: 'instantly' | 'daily' | 'weekly';
  criteria: SearchCriteria;
}

/**
 * Records which saved searches are to be alerted to property events; returns the number of alerts added. An event is
 * matched completely or not at all, and a second run adds nothing: after a crash the job simply runs again.
 */
export async function matchEvents(
  database: Database,
  site: Pick<Site, 'listing' | 'cities'>,
  settings: AlertSettings,
  nowMs = Date.now(),
): Promise<number> {
  const kinds: PropertyEventRow['kind'][] = [
    'new',
    ...(settings.priceCuts ? (['price-cut'] as const) : []),
    ...(settings.backOnMarket ? (['back'] as const) : []),
  ];
  const events = await database.db
    .selectFrom('property_events')
    .selectAll()
    .where('matched_at', 'is', null)
    .orderBy('at')
    .execute();
  if (events.length === 0) return 0;
  const seekers = await confirmedSeekers(database, site.cities);
  let added = 0;
  let turn = performance.now();
  for (const event of events) {
    const listing = site.listing(Number(event.property_id));
    const isForSearches = listing !== null && kinds.includes(event.kind) && isAvailable(listing);
    const found: AlertRow[] = [];
    if (listing) {
      for (const seeker of seekers) {
        // Pages wait while this runs, so it yields regularly.
        if (performance.now() - turn > TURN_MS) {
          await breathe();
          turn = performance.now();
        }
        const { criteria } = seeker;
        // Who follows a property hears of everything that happens to it, also that it is sold.
        const isFound =
          criteria.follows.length > 0
            ? criteria.follows.includes(listing.id)
            : isForSearches && matches(listing, criteria);
        if (seeker.confirmedAt <= event.at && isFound) found.push(alertFor(seeker, event, settings, nowMs));
      }
    }
    added += await keep(database, event, found, nowMs);
  }
  return added;
}

async function confirmedSeekers({ db }: Database, cities: readonly City[]): Promise<Seeker[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['id', 'confirmed_at', 'frequency', 'criteria'])
    .where('state', '=', 'confirmed')
    .execute();
  const seekers: Seeker[] = [];
  let turn = performance.now();
  for (const { id, confirmed_at, frequency, criteria: stored } of rows) {
    // The towns around a town take longest.
    if (performance.now() - turn > TURN_MS) {
      await breathe();
      turn = performance.now();
    }
    const criteria = searchCriteriaOf(storedValues(stored), cities);
    seekers.push({ id, confirmedAt: confirmed_at ?? '', frequency, criteria });
  }
  return seekers;
}

function alertFor(seeker: Seeker, event: PropertyEventRow, settings: AlertSettings, nowMs: number): AlertRow {
  return {
    search_id: seeker.id,
    property_id: event.property_id,
    event_id: event.id,
    state: 'due',
    due_at: new Date(nextDigestMs(seeker.frequency, settings, nowMs)).toISOString(),
    created_at: new Date(nowMs).toISOString(),
    sent_at: null,
  };
}

function keep(
  database: Database,
  event: PropertyEventRow,
  alerts: readonly AlertRow[],
  nowMs: number,
): Promise<number> {
  return database.transaction(async (transaction) => {
    let added = 0;
    for (let at = 0; at < alerts.length; at += AT_ONCE) {
      const rows = await transaction
        .insertInto('alerts')
        .values(alerts.slice(at, at + AT_ONCE))
        .onConflict((conflict) => conflict.doNothing())
        .returning('search_id')
        .execute();
      added += rows.length;
    }
    await transaction
      .updateTable('property_events')
      .set({ matched_at: new Date(nowMs).toISOString() })
      .where('id', '=', event.id)
      .execute();
    return added;
  });
}

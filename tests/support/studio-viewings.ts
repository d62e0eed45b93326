import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { viewingSettings } from '../../src/features/viewing/settings.ts';
import { allStarts, cellsOf } from '../../src/features/viewing/viewing-slots.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import type { ViewingRow } from '../../src/platform/database/schema.ts';
import type { LiveSite } from './live-site.ts';

/** An agent of the agency of the tests, and a property of that agent. */
export const AGENT = 'bram-de-ridder';
export const AGENT_PROPERTY = 35141;

/** The starts of viewings of a property that the hours allow, a day by itself, from tomorrow on. */
export function startsByDay({ contentDir }: Pick<LiveSite, 'contentDir'>, property = AGENT_PROPERTY, agent = AGENT) {
  const settings = viewingSettings.parse(JSON.parse(readFileSync(join(contentDir, 'settings/viewings.json'), 'utf8')));
  const starts = allStarts({ ...settings, leadHours: 24 }, { id: property, manager: agent, gone: false }, Date.now());
  return [...Map.groupBy(starts, (start) => start.slice(0, 10)).values()].filter(({ length }) => length > 3);
}

/** Stores a viewing of half an hour in a database, with its time taken; returns its ID. */
export async function storeViewing(
  database: Database,
  startsAt: string,
  changes: Partial<ViewingRow> = {},
): Promise<string> {
  const row: ViewingRow = {
    id: newId(),
    lead_id: null,
    property_id: String(AGENT_PROPERTY),
    agent_id: AGENT,
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + 30 * 60_000).toISOString(),
    state: 'confirmed',
    language: 'fr',
    name: 'Anna Peeters',
    email: 'anna@visitor.example',
    phone: null,
    held_until: null,
    reminded_at: null,
    sequence: 0,
    created_at: new Date().toISOString(),
    ...changes,
  };
  const { id, agent_id, property_id, starts_at } = row;
  await database.db.insertInto('viewings').values(row).execute();
  await database.db
    .insertInto('viewing_cells')
    .values(cellsOf(starts_at, 30).map((cell) => ({ agent_id, cell, seat: 0, viewing_id: id, property_id, starts_at })))
    .execute();
  return id;
}

/** Stores a viewing on a live site. */
export async function putViewing({ dataDir }: Pick<LiveSite, 'dataDir'>, startsAt: string, changes = {}) {
  const database = await openDatabase({ dataDir });
  const id = await storeViewing(database, startsAt, changes);
  await database.close();
  return id;
}

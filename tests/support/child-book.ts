import type { Site } from '../../src/content/site/site.ts';
import { bookViewing } from '../../src/features/viewing/book-viewing.server.ts';
import { viewingSettings } from '../../src/features/viewing/settings.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';

/** Books every given time once per visitor as fast as it can, and prints how many it got. */
const { storage, settings, listings, starts, visitors, nowMs } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const site = { settings: { viewings: viewingSettings.parse(settings) }, listing: () => null } as unknown as Site;
console.log('ready');
await new Promise((resolve) => setTimeout(resolve, Math.max(0, nowMs + 1500 - Date.now())));
const tries = (starts as string[]).flatMap((startsAt) =>
  Array.from({ length: visitors }, async (_, at) => {
    const listing = listings[at % listings.length];
    const visitor = {
      leadId: newId(),
      listing,
      startsAt,
      language: 'nl',
      name: 'An',
      email: `an${at}@example.be`,
      phone: null,
    };
    const viewing = await database
      .transaction((transaction) => bookViewing(transaction, database.engine, site, visitor, nowMs))
      .catch((error: Error) => error);
    if (viewing instanceof Error) console.log(`error ${viewing.message}`);
    else if (viewing) console.log(`booked ${startsAt} ${listing.id}`);
  }),
);
await Promise.all(tries);
await database.close();

import { beforeAll, describe, expect, test } from 'vitest';
import { hiddenPropertyIds, recordCatalogue } from '../../src/features/property/history.server.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let sample: Listing;
beforeAll(() => {
  sample = agencySite().listings.find(({ goal, gone }) => goal === 'sale' && !gone)!;
});

const house = (id: number, changes: Partial<Listing> = {}): Listing => ({
  ...sample,
  ...{ id, price: 400_000, previousPrice: null, news: null, meaning: 'none', gone: false },
  ...changes,
});
const first = () => [house(1), house(2), house(3), house(4)];
/** Cheaper, sold, removed, added; 4 stays. */
const second = () => [house(1, { price: 380_000 }), house(2, { meaning: 'sold', gone: true }), house(4), house(5)];

describe.each(ENGINES)('the catalogue after the one that this process recorded, on %s', (engine: Engine) => {
  const recorded = async (before: boolean, between: readonly Listing[][] = []) => {
    const { database } = await openStorage(engine);
    const start = first();
    // The order of catalogues is that of their moments.
    const startMs = Date.now() - 60_000;
    for (const [at, listings] of [start, ...between].entries())
      await recordCatalogue(database, listings, { nowMs: startMs + at * 1000 });
    const result = await recordCatalogue(database, second(), before ? { before: start } : {});
    const rows = await database.db.selectFrom('properties').select(['id', 'status', 'price']).orderBy('id').execute();
    const events = result?.events.map(({ property_id, kind, old_price }) => [property_id, kind, old_price]).sort();
    return { events, rows };
  };

  test('is compared where it differs, with the same result as a whole comparison', async () => {
    const [partly, whole] = [await recorded(true), await recorded(false)];
    expect(partly).toEqual(whole);
    expect(partly.events?.map(([id]) => id).sort()).toEqual(['1', '2', '3', '5']);
    expect(partly.rows.find(({ id }) => id === '3')?.status).toBe('gone');
  });

  test.each([
    ['of the same millisecond', 0],
    ['after the clock was set back', -3_600_000],
  ])('is the latest one: %s', async (_, laterMs) => {
    const { database } = await openStorage(engine);
    const nowMs = Date.now();
    await recordCatalogue(database, first(), { nowMs });
    await recordCatalogue(database, second(), { nowMs: nowMs + laterMs });
    expect(await recordCatalogue(database, second(), { nowMs: nowMs + laterMs })).toBeNull();
    expect(await recordCatalogue(database, first(), { nowMs: nowMs + laterMs })).toEqual({ events: [], first: false });
  });

  test('counts how long a property is sold from the day that the agency gives, else from now', async () => {
    const { database } = await openStorage(engine);
    const sold = { meaning: 'sold', gone: true } as const;
    const nowMs = Date.parse('2026-11-25T12:00:00Z');
    await recordCatalogue(database, [house(1, sold), house(2, { ...sold, goneOn: '2026-09-01' })], { nowMs });
    const rows = await database.db.selectFrom('properties').select(['id', 'sold_since']).orderBy('id').execute();
    expect(rows.map(({ sold_since }) => sold_since?.slice(0, 10))).toEqual(['2026-11-25', '2026-09-01']);
    expect(await hiddenPropertyIds(database, 60, nowMs)).toEqual(new Set([2]));
  });

  test('is compared as a whole when another process recorded one in between', async () => {
    const between = [[house(1, { price: 390_000 }), house(2), house(3), house(4, { price: 1 })]];
    expect(await recorded(true, between)).toEqual(await recorded(false, between));
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { goneListing, pastOf, recordCatalogue } from '../../src/features/property/history.server.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

const DAY_MS = 86_400_000;

describe.each(ENGINES)('the history of properties on %s', (engine: Engine) => {
  const house = (id: number, changes: Partial<Listing> = {}): Listing => ({
    ...agency.listings.find(({ goal, gone }) => goal === 'sale' && !gone)!,
    ...{ id, city: { nl: 'Grimbergen', fr: 'Grimbergen' }, price: 400_000, previousPrice: null },
    ...{ meaning: 'none', gone: false },
    ...changes,
  });

  test('a property that left keeps its public facts, and an unknown number has none', async () => {
    const { database } = await openStorage(engine);
    await recordCatalogue(database, [house(1), house(2)]);
    await recordCatalogue(database, [house(1)]);
    expect(await goneListing(database, 2)).toMatchObject({ id: 2, city: { nl: 'Grimbergen' } });
    expect(await goneListing(database, 3)).toBeNull();
  });

  test('a build receives properties sold too long ago and recently lowered prices', async () => {
    const { database } = await openStorage(engine);
    const now = Date.now();
    const old = now - 100 * DAY_MS;
    await recordCatalogue(database, [house(1), house(2), house(3)], { nowMs: old - 2 });
    await recordCatalogue(
      database,
      [house(1, { price: 390_000 }), house(2, { meaning: 'sold', gone: true }), house(3)],
      { nowMs: old - 1 },
    );
    await recordCatalogue(
      database,
      [house(1, { price: 390_000 }), house(2, { meaning: 'sold', gone: true }), house(3, { price: 350_000 })],
      { nowMs: now },
    );
    expect(await pastOf(database, agency.settings, now)).toEqual({
      expired: [2],
      news: { 3: { kind: 'price-cut', previousPrice: 400_000 } },
      seen: {
        1: { status: 'open', price: 390_000 },
        2: { status: 'sold', price: 400_000 },
        3: { status: 'open', price: 350_000 },
      },
    });
    const { alerts } = agency.settings;
    const settings = { ...agency.settings, alerts: { ...alerts, badges: false } };
    expect(await pastOf(database, settings, now)).toEqual({ expired: [2], news: {}, seen: {} });
  });
});

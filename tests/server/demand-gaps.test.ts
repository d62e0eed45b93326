import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bound } from '../../src/content/site/ctx.server.ts';
import { createSite, type Site } from '../../src/content/site/site.ts';
import * as demand from '../../src/features/alert/demand.server.ts';
import { demandGaps, largestGap } from '../../src/features/alert/demand.server.ts';
import { sendLeadReport } from '../../src/features/lead/lead-report.server.ts';
import { recordCatalogue } from '../../src/features/property/history.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { putSearch } from '../support/saved-search.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const NOW = new Date('2026-11-20T12:00:00Z');
const MEISE = { goal: 'sale', types: ['house'], zips: '1860', maxPrice: '385000' };

describe.each(ENGINES)('what is searched and not on offer, on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  const searched = (
    place: string,
    searches: number,
    { typeKey = 'house', maxPrice = 400_000, day = '2026-11-18', hits = 'none', goal = 'sale' } = {},
  ) =>
    database.db
      .insertInto('search_counts')
      .values({ day, goal, place, type_key: typeKey, max_price: maxPrice, hits, searches })
      .execute();
  const gaps = async (filter: Partial<Parameters<typeof demandGaps>[2]> = {}) =>
    (await demandGaps(database, site, { weeks: 4, ...filter }, NOW)).map(
      ({ place, searches, people, offered }) => [place, searches, people, offered] as const,
    );

  test('searches and saved searches of one kind are one row, beside what is on offer', async () => {
    await searched('1860', 34);
    await putSearch(database, MEISE);
    await putSearch(database, { ...MEISE, maxPrice: '310000' }, { email: 'tom@visitor.example' });
    await putSearch(database, { ...MEISE, minBedrooms: '9' });
    expect(await gaps()).toEqual([['1860', 34, 2, 0]]);
  });

  test('what is missing most comes first: searches and people for each property on offer', async () => {
    await searched('1851', 60);
    await searched('1731', 20);
    await putSearch(database, { ...MEISE, zips: '1700' });
    // 60 searches for one property on offer, 20 and one person for none.
    expect(await gaps()).toEqual([
      ['1851', 60, 0, 1],
      ['1731', 20, 0, 0],
      ['1700', 0, 1, 0],
    ]);
    await searched('1731', 11, { day: '2026-11-17' });
    expect((await gaps()).map(([place]) => place)).toEqual(['1731', '1851', '1700']);
  });

  test('filters are the goal, the place, the type, the period and how much is on offer', async () => {
    await searched('1860', 9);
    await searched('1860', 9, { typeKey: 'land', maxPrice: 0 });
    await searched('1851', 9);
    await searched('', 9, { maxPrice: 0 });
    await searched('1730', 9, { goal: 'rent', maxPrice: 1000, day: '2026-08-31' });
    const places = async (filter: Parameters<typeof gaps>[0]) => (await gaps(filter)).map(([place]) => place);
    expect(await places({ place: '1860' })).toEqual(['1860', '1860']);
    expect(await places({ typeKey: 'land' })).toEqual(['1860']);
    expect(await places({ offer: 'none' })).toEqual(['1860', '1860']);
    expect(await places({ offer: 'few' })).toEqual(['1860', '1860', '1851']);
    expect(await places({})).toEqual(['1860', '1860', '1851', '']);
    expect(await places({ goal: 'rent' })).toEqual([]);
    expect(await places({ goal: 'rent', weeks: 13 })).toEqual(['1730']);
  });

  test('a region counts the properties of its places, and a search without a goal those of both', async () => {
    await searched('brussels', 9, { goal: 'both', typeKey: 'apartment', maxPrice: 0 });
    expect(await gaps()).toEqual([['brussels', 9, 0, 2]]);
  });

  test('the weekly mail says the largest gap and where leads came from', async () => {
    await searched('1860', 34);
    await putSearch(database, MEISE);
    await database.db
      .updateTable('leads')
      .set({ created_at: '2026-11-18T09:00:00.000Z', source: 'saved-search', form: 'contact-me' })
      .execute();
    const parts = { site, studioOrigin: MAIL_SITE, gap: () => largestGap(database, site, NOW) };
    await sendLeadReport(database, parts, new Date('2026-11-17T09:00:00+01:00'));
    expect(await sendLeadReport(database, parts, new Date('2026-11-23T09:00:00+01:00'))).toBe(true);
    const mail = await database.db
      .selectFrom('outbox')
      .select('text')
      .where('kind', '=', 'lead-report')
      .executeTakeFirstOrThrow();
    const text = mail.text.replace(/\s+/g, ' ');
    expect(text).toContain(
      'Huis, te koop, 1860 Meise, tot € 400.000: 34 keer gezocht, 1 persoon met een zoekopdracht, 0 panden in aanbod',
    );
    expect(text).toMatch(/Bronnen:? zoekopdracht 1/);
  });

  test('without searches the mail has no line about them', async () => {
    expect(await largestGap(database, site, NOW)).toBeNull();
  });
});

describe('who is looking for it', () => {
  test('a property of a minute ago comes first with its seekers, before anything was recorded of it', async () => {
    const { database } = await openStorage('sqlite');
    await recordCatalogue(database, site.listings, { nowMs: Date.parse('2026-11-01') });
    const known = site.listing(35109)!;
    const fresh = { ...known, id: 99_001, zip: '1702', city: { nl: 'Groot-Bijgaarden' }, created: '2019-01-01' };
    let listings = site.listings;
    const live = new Proxy({} as Site, { get: (_none, name) => Reflect.get(createSite({ ...site, listings }), name) });
    const seekers = bound({ database, site: live }, demand);
    await putSearch(database, { goal: 'sale', types: ['house'], zips: '1702' });
    expect((await seekers.newest(3)).map(({ count }) => count)).not.toContain(1);
    expect(seekers.sought('99001', null)).toBeNull();
    listings = [...site.listings, fresh];
    expect((await seekers.newest(3))[0]).toMatchObject({ sought: { listing: { id: 99_001 } }, count: 1 });
    const found = await seekers.of(seekers.sought('99001', null)!);
    expect(found).toMatchObject([{ name: 'Els Peeters', phone: null }]);
  });

  test('a project is sought by those who seek one of its units, and one without units by its place', async () => {
    const { database } = await openStorage('sqlite');
    const seekers = bound({ database, site }, demand);
    await putSearch(
      database,
      { goal: 'sale', types: ['house'], zips: '1860', maxPrice: '600000' },
      { email: 'a@v.example' },
    );
    await putSearch(database, { goal: 'sale', types: ['land'], zips: '1860' }, { email: 'b@v.example' });
    await putSearch(database, { goal: 'sale', types: ['land'], zips: '1840' }, { email: 'c@v.example' });
    await putSearch(database, { goal: 'rent', types: ['land'], zips: '1840' }, { email: 'd@v.example' });
    await putSearch(database, { goal: 'sale', types: ['land'] }, { email: 'e@v.example' });
    const emails = async (project: string) =>
      (await seekers.of(seekers.sought(null, project)!)).map(({ email }) => email);
    expect(await emails('801')).toEqual(['a@v.example']);
    expect(await emails('803')).toEqual(['c@v.example']);
    expect(seekers.sought(null, '999')).toBeNull();
  });

  test('only those who agreed to be called have a number, and they come first', async () => {
    const { database } = await openStorage('sqlite');
    const seekers = bound({ database, site }, demand);
    const fits = { goal: 'sale', types: ['house'], zips: '1851' };
    await putSearch(database, fits, { email: 'call@v.example', calls: true, at: '2026-11-01T09:00:00.000Z' });
    await putSearch(database, fits, { email: 'call@v.example', at: '2026-11-19T09:00:00.000Z' });
    await putSearch(database, fits, { email: 'mail@v.example', at: '2026-11-19T09:00:00.000Z' });
    const found = await seekers.of(seekers.sought('35109', null)!);
    expect(found.map(({ email, phone }) => [email, phone])).toEqual([
      ['call@v.example', '0475 12 34 56'],
      ['mail@v.example', null],
    ]);
  });
});

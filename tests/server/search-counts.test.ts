import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import type { PortalSettings } from '../../src/features/owner/settings.ts';
import {
  forgetSearches,
  openSearchCounter,
  searchedPage,
  searchesByKind,
} from '../../src/features/statistics/searches.server.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOUSE = '/nl/te-koop/?city=Meise%7C1860&type=1&maxPrice=390000';

function counter(database: Database, changes: Partial<PortalSettings> = {}) {
  const errors: object[] = [];
  const searches = openSearchCounter({
    database,
    settings: { countSearches: true, respectSignals: true, ...changes },
    log: { error: (facts: object) => void errors.push(facts) },
    flushMs: 3_600_000,
  });
  let visitors = 0;
  const see = (path: string, { ipAddress = '', headers = {} as Record<string, string> } = {}) => {
    visitors += 1;
    searches.see({
      page: searchedPage(site, path),
      ipAddress: ipAddress || `10.0.${visitors >> 8}.${visitors & 255}`,
      headers: new Headers({ 'user-agent': BROWSER, ...headers }),
    });
  };
  return { searches, see, errors };
}

const rows = async ({ db }: Database) =>
  (await db.selectFrom('search_counts').selectAll().orderBy('place').orderBy('type_key').execute()).map(
    ({ day: _day, ...row }) => row,
  );

describe.each(ENGINES)('counts of searches on %s', (engine) => {
  test('a search is a place, a type, a price band and how much was found', async () => {
    const { database } = await openStorage(engine);
    const { searches, see } = counter(database);
    for (let time = 0; time < 3; time += 1) see(HOUSE);
    await searches.flush();
    see(HOUSE);
    await searches.flush();
    expect(await rows(database)).toEqual([
      { goal: 'sale', place: '1860', type_key: 'house', max_price: 400_000, hits: 'none', searches: 4 },
    ]);
    const house = { goal: 'sale', place: '1860', typeKey: 'house', maxPrice: 400_000 };
    expect(await searchesByKind(database, 1)).toEqual([{ ...house, searches: 4, unfound: 4 }]);
  });

  test('two processes that write at once lose none', async () => {
    const { database, options } = await openStorage(engine);
    const second = await openDatabase(options);
    const [one, other] = [counter(database), counter(second)];
    const paths = site.cities.slice(0, 40).map(({ Zip }) => `/nl/te-koop/?city=x|${Zip}`);
    for (const path of paths) for (const { see } of [one, other]) see(path);
    await Promise.all([one.searches.close(), other.searches.close()]);
    await second.close();
    expect((await rows(database)).reduce((sum, row) => sum + row.searches, 0)).toBe(80);
    expect([...one.errors, ...other.errors]).toEqual([]);
  });

  test('fewer than three in a week are not shown, whatever the period', async () => {
    const { database } = await openStorage(engine);
    const put = (day: string, place: string, hits: string, searches: number) =>
      database.db
        .insertInto('search_counts')
        .values({ day, goal: 'rent', place, type_key: '', max_price: 0, hits, searches })
        .execute();
    // Weeks from 16 to 22 and from 9 to 15 November.
    await put('2026-11-16', '1860', 'none', 2);
    await put('2026-11-22', '1860', 'many', 1);
    await put('2026-11-15', '1860', 'none', 2);
    await put('2026-11-09', '1730', 'none', 2);
    await put('2026-11-18', '1730', 'none', 2);
    const now = new Date('2026-11-20T12:00:00Z');
    const kind = { goal: 'rent', typeKey: '', maxPrice: null };
    expect(await searchesByKind(database, 2, now)).toEqual([{ ...kind, place: '1860', searches: 3, unfound: 0 }]);
    await put('2026-11-19', '1860', 'none', 1);
    expect(await searchesByKind(database, 52, now)).toEqual([{ ...kind, place: '1860', searches: 4, unfound: 3 }]);
  });

  test('numbers end after 13 months', async () => {
    const { database } = await openStorage(engine);
    const row = { goal: 'sale', place: '1860', type_key: '', max_price: 0, hits: 'none', searches: 9 };
    await database.db
      .insertInto('search_counts')
      .values(['2025-10-19', '2025-10-21'].map((day) => ({ ...row, day })))
      .execute();
    expect(await forgetSearches(database, new Date('2026-11-20T12:00:00Z'))).toBe(1);
    expect(await database.db.selectFrom('search_counts').select('day').execute()).toEqual([{ day: '2025-10-21' }]);
  });
});

test.each([
  ['/nl/te-koop/meise/', [['sale', '1860', '']], 3],
  ['/fr/a-vendre/meise/', [['sale', '1860', '']], 3],
  ['/nl/te-koop/huizen/', [['sale', '', 'house']], 12],
  ['/nl/te-koop/meise/huizen/', [['sale', '1860', 'house']], 3],
  ['/nl/te-huur/?region=flanders', [['rent', 'flanders', '']], 3],
  ['/nl/te-koop/', [], 0],
  ['/nl/te-koop/?city=Meise|1860&page=2', [], 0],
  ['/nl/te-koop/?city=Meise|1860&sort=price-asc', [], 0],
  ['/nl/te-koop/?city=Jan Peeters', [], 0],
  ['/nl/te-koop/nergens/', [], 0],
  ['/nl/contact/?city=Meise|1860', [], 0],
  ['/nl/zoeken/?q=huis in meise van Xyzzy', [['both', '1860', 'house']], 3],
  ['/nl/zoeken/?q=huis te koop in meise xyzzy', [['sale', '1860', 'house']], 3],
  ['/nl/zoeken/?q=Xyzzy Qwert', [], 0],
  ['/nl/zoeken/?q=35187', [], 0],
  ['/nl/zoeken/', [], 0],
] as const)('%s asks for %j', (path, kinds, hits) => {
  const page = searchedPage(site, path);
  expect(page.kinds.map(({ goal, place, typeKey }) => [goal, place, typeKey])).toEqual(kinds);
  expect(page.hits).toBe(hits);
});

test('robots, prefetches and those who do not want to be followed are not counted', async () => {
  const { database } = await openStorage('sqlite');
  const { searches, see } = counter(database);
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const left: Record<string, string>[] = [
    { 'user-agent': robot },
    { 'user-agent': '' },
    { 'sec-purpose': 'prefetch' },
    { dnt: '1' },
    { 'sec-gpc': '1' },
  ];
  for (const headers of left) see(HOUSE, { headers });
  const off = counter(database, { countSearches: false });
  off.see(HOUSE);
  await Promise.all([searches.flush(), off.searches.flush()]);
  expect(await rows(database)).toEqual([]);
});

test('one IP address counts the same search once in half an hour, and cannot inflate the figures', async () => {
  const { database } = await openStorage('sqlite');
  const { searches, see } = counter(database);
  for (let time = 0; time < 50; time += 1) see(HOUSE, { ipAddress: '192.0.2.1' });
  see('/nl/te-koop/?city=Asse|1730', { ipAddress: '192.0.2.1' });
  for (let time = 0; time < 500; time += 1)
    see(`/nl/te-koop/?city=x|${site.cities[time % site.cities.length]!.Zip}`, { ipAddress: '192.0.2.2' });
  await searches.flush();
  const all = await rows(database);
  expect(all.find(({ type_key }) => type_key === 'house')?.searches).toBe(1);
  expect(all.reduce((sum, row) => sum + row.searches, 0)).toBeLessThanOrEqual(62);
});

test('nothing of a visitor and nothing that was typed is stored', async () => {
  const { database } = await openStorage('sqlite');
  const { searches, see } = counter(database);
  see('/nl/zoeken/?q=huis in meise van Jan Geheim', { ipAddress: '192.0.2.77' });
  see('/nl/te-koop/?city=Geheim|1860&type=geheim&maxPrice=123457&utm_source=geheim', { ipAddress: '192.0.2.77' });
  await searches.flush();
  const all = JSON.stringify(await database.db.selectFrom('search_counts').selectAll().execute());
  expect(JSON.parse(all)).toHaveLength(2);
  expect(all).not.toMatch(/geheim|192\.0\.2|Firefox|123457/i);
});

test('a locked or missing table costs nothing, and the numbers count afterwards', async () => {
  const { database } = await openStorage('sqlite');
  const { searches, see, errors } = counter(database);
  await database.db.schema.alterTable('search_counts').renameTo('away').execute();
  see(HOUSE);
  await searches.flush();
  see(HOUSE);
  await database.db.schema.alterTable('away').renameTo('search_counts').execute();
  await searches.flush();
  expect(errors).toHaveLength(1);
  expect((await rows(database)).map((row) => row.searches)).toEqual([2]);
});

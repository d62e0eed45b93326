import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import type { PortalSettings } from '../../src/features/owner/settings.ts';
import { viewFigures } from '../../src/features/statistics/view-figures.server.ts';
import { forgetMarks, openViewCounter, propertyOfPath } from '../../src/features/statistics/views.server.ts';
import { dayBefore } from '../../src/features/statistics/views.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.server.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';
import { OWN_PROPERTY, withPortal } from '../support/portal.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
let page: string;
beforeAll(() => {
  site = agencySite();
  page = MAIL_SITE + site.listingPath(site.listing(Number(OWN_PROPERTY))!, 'nl');
});

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

function counter(database: Database, changes: Partial<PortalSettings> = {}) {
  const errors: object[] = [];
  const views = openViewCounter({
    database,
    settings: withPortal(site, changes).settings.portal,
    propertyAt: (path) => propertyOfPath(path, site),
    log: { error: (facts: object) => void errors.push(facts) },
    flushMs: 3_600_000,
  });
  const see = (ipAddress: string, more: { headers?: Record<string, string>; page?: string; referrer?: string } = {}) =>
    views.see({
      page: more.page ?? page,
      referrer: more.referrer ?? '',
      ipAddress,
      headers: new Headers({ 'user-agent': BROWSER, ...more.headers }),
    });
  return { views, see, errors };
}

const total = async (database: Database) => (await viewFigures(database, OWN_PROPERTY)).total;
const stranger = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

describe.each(ENGINES)('views of properties on %s', (engine) => {
  test('a visitor who returns on the same day counts once, in any process', async () => {
    const { database, options } = await openStorage(engine);
    const second = await openDatabase(options);
    const [one, other] = [counter(database), counter(second)];
    for (const { see } of [one, one, other, other]) see('192.0.2.1');
    one.see('192.0.2.2');
    await Promise.all([one.views.flush(), other.views.flush()]);
    expect(await total(database)).toBe(2);
    await second.close();
    expect([...one.errors, ...other.errors]).toEqual([]);
  });

  test('a thousand views need few writes, and two processes writing at once lose none', async () => {
    const { database, options } = await openStorage(engine);
    const second = await openDatabase(options);
    const [one, other] = [counter(database), counter(second)];
    for (let number = 0; number < 1000; number += 1) (number % 2 ? one : other).see(stranger(number));
    await Promise.all([one.views.close(), other.views.close()]);
    expect(await total(database)).toBe(1000);
    await second.close();
  });

  test('figures cover today, this week, this month and all time, by source', async () => {
    const { database } = await openStorage(engine);
    const rows = [
      ['2026-11-18', 'direct', 5],
      ['2026-11-18', 'Portaal A', 7],
      ['2026-11-16', 'search', 3],
      ['2026-11-15', 'direct', 2],
      ['2026-10-31', 'direct', 11],
      ['2025-01-01', 'Portaal A', 100],
    ] as const;
    await database.db
      .insertInto('view_counts')
      .values(rows.map(([day, source, views]) => ({ property_id: OWN_PROPERTY, day, source, views })))
      .execute();
    const {
      today,
      week,
      month,
      total: all,
      sources,
      days,
    } = await viewFigures(database, OWN_PROPERTY, new Date('2026-11-18T12:00:00Z'));
    expect({ today, week, month, all }).toEqual({ today: 12, week: 15, month: 17, all: 128 });
    expect(sources.map(({ source, total: sum }) => [source, sum])).toEqual([
      ['Portaal A', 107],
      ['direct', 18],
      ['search', 3],
    ]);
    expect(days).toHaveLength(30);
    expect([days[0]?.day, days.at(-1)]).toEqual(['2026-10-20', { day: '2026-11-18', views: 12 }]);
  });

  test('marks of visitors are deleted after two days, and the sums stay', async () => {
    const { database } = await openStorage(engine);
    const { views, see } = counter(database);
    see('192.0.2.1');
    await views.flush();
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
    expect(await forgetMarks(database)).toBe(0);
    expect(await forgetMarks(database, inTwoDays)).toBe(1);
    expect(await database.db.selectFrom('view_marks').selectAll().execute()).toEqual([]);
    expect(await total(database)).toBe(1);
  });
});

test('robots, prefetches, previews, other pages and unknown properties are not counted', async () => {
  const { database } = await openStorage('sqlite');
  const { views, see } = counter(database);
  see('192.0.2.1', {
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  });
  see('192.0.2.2', { headers: { 'user-agent': '' } });
  see('192.0.2.3', { headers: { 'sec-purpose': 'prefetch;prerender' } });
  for (const [at, other] of [
    `${MAIL_SITE}/nl/`,
    page.replace('/nl/', '/nl/preview/'),
    page.replace(OWN_PROPERTY, '1'),
    `${page}x/`,
    'nonsense',
  ].entries())
    see(`192.0.2.${10 + at}`, { page: other });
  await views.flush();
  expect(await database.db.selectFrom('view_counts').selectAll().execute()).toEqual([]);
});

test.each(['dnt', 'sec-gpc'])('visitors who send %s are counted only where the settings say so', async (signal) => {
  const { database } = await openStorage('sqlite');
  const [respecting, other] = [counter(database), counter(database, { respectSignals: false })];
  respecting.see('192.0.2.1', { headers: { [signal]: '1' } });
  await respecting.views.flush();
  expect(await total(database)).toBe(0);
  other.see('192.0.2.1', { headers: { [signal]: '1' } });
  await other.views.flush();
  expect(await total(database)).toBe(1);
});

test('a single IP address cannot inflate the figures', async () => {
  const { database } = await openStorage('sqlite');
  const { views, see } = counter(database);
  for (let number = 0; number < 500; number += 1)
    see('192.0.2.1', { headers: { 'user-agent': `${BROWSER} ${number}` } });
  await views.flush();
  expect(await total(database)).toBeLessThanOrEqual(60);
});

test('a stored view names no visitor, and the salt of yesterday is deleted', async () => {
  const { database } = await openStorage('sqlite');
  await database.db
    .insertInto('keys')
    .values({ name: `view-salt-${dayBefore(brusselsDay(new Date()), 1)}`, value: 'old' })
    .execute();
  const { views, see } = counter(database);
  see('192.0.2.77', { referrer: 'https://www.google.be/search?q=secret' });
  await views.flush();
  const all = JSON.stringify([
    await database.db.selectFrom('view_counts').selectAll().execute(),
    await database.db.selectFrom('view_marks').selectAll().execute(),
  ]);
  expect(all).not.toMatch(/192\.0\.2\.77|Firefox|secret|google/);
  expect(await database.db.selectFrom('keys').select('name').where('name', 'like', 'view-salt-%').execute()).toEqual([
    { name: `view-salt-${brusselsDay(new Date())}` },
  ]);
});

test('views stay in memory while the storage fails, and count afterwards', async () => {
  const { database } = await openStorage('sqlite');
  const { views, see, errors } = counter(database);
  await database.db.schema.alterTable('view_marks').renameTo('away').execute();
  see('192.0.2.1');
  await views.flush();
  await database.db.schema.alterTable('away').renameTo('view_marks').execute();
  await views.flush();
  expect([errors.length, await total(database)]).toEqual([1, 1]);
});

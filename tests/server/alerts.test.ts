import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { sendAlerts } from '../../src/features/alert/mails.server.ts';
import { ALERT_WAIT_MS, matchEvents, nextDigestMs } from '../../src/features/alert/match-events.server.ts';
import { countSeekers } from '../../src/features/alert/saved-searches.server.ts';
import { recordCatalogue } from '../../src/features/property/history.server.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite, follower, linksIn, MAIL_SITE, poster, SECRET, stored } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

const DAY_MS = 86_400_000;

describe.each(ENGINES)('saved searches and their alerts on %s', (engine: Engine) => {
  /** The agency with other properties, and what a server does when that catalogue goes live. */
  const open = async () => {
    const { database } = await openStorage(engine);
    const siteWith = (listings: Listing[]) => createSite({ ...agency, listings });
    const goLive = async (site: Site, nowMs = Date.now()) => {
      const recorded = await recordCatalogue(database, site.listings, { nowMs });
      await matchEvents(database, site, site.settings.alerts, nowMs);
      const later = nowMs + ALERT_WAIT_MS;
      const sent = await sendAlerts({ database, site, secret: SECRET, siteUrl: MAIL_SITE }, later);
      return { events: recorded?.events.map(({ property_id, kind }) => `${property_id} ${kind}`) ?? null, sent };
    };
    const alerts = async () =>
      (await stored(database)).mails
        .filter(({ kind }) => kind === 'alert')
        .map((mail) => ({ ...mail, text: mail.text.replaceAll('\u00a0', ' ') }));
    const follow = follower({ database, site: agency });
    /** Saves a search for houses in Grimbergen and confirms it. */
    const seek = async (changes: Record<string, unknown> = {}) => {
      await poster({ database, site: agency }).post('demand-register', changes);
      const mail = (await stored(database)).mails.filter(({ kind }) => kind === 'search-confirm').at(-1)!;
      const confirm = linksIn(mail).find((token) => readMailLink(SECRET, token)?.do === 'confirm-search')!;
      return { mail, confirm: () => follow(confirm) };
    };
    const house = (id: number, changes: Partial<Listing> = {}): Listing => ({
      ...agency.listings.find(({ goal, typeKeys, gone }) => goal === 'sale' && typeKeys.includes('house') && !gone)!,
      id,
      zip: '1850',
      city: { nl: 'Grimbergen', fr: 'Grimbergen' },
      price: 400_000,
      previousPrice: null,
      meaning: 'none',
      gone: false,
      ...changes,
    });
    return { database, siteWith, goLive, alerts, follow, seek, house };
  };

  test('the first catalogue sends nothing; a later property is sent once, to confirmed searches', async () => {
    const { siteWith, goLive, alerts, seek, house } = await open();
    const first = await seek({ frequency: 'instantly', email: 'an@example.be' });
    await first.confirm();
    await seek({ frequency: 'instantly', email: 'nooit@example.be' });
    expect(await goLive(siteWith([house(1)]))).toEqual({ events: [], sent: 0 });
    const later = siteWith([house(1), house(2), house(3, { zip: '9000', city: { nl: 'Gent' } })]);
    expect(await goLive(later)).toEqual({ events: ['2 new', '3 new'], sent: 1 });
    expect(await goLive(later)).toEqual({ events: null, sent: 0 });
    const [mail, ...more] = await alerts();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'an@example.be', subject: expect.stringMatching(/^Nieuw: /) });
    for (const words of ['€ 400.000', ' uw zoekopdracht: Grimbergen, ', later.listingPath(house(2), 'nl')])
      expect(mail!.text).toContain(words);
    expect(mail!.html).toMatch(/<img alt="[^"]*" src="https:\/\/www\.proefhof\.example\/media\/[^"]+width=600/);
  });

  test('a lower price and a failed sale are sent with the old price, a higher price is not', async () => {
    const { siteWith, goLive, alerts, seek, house } = await open();
    await (await seek({ frequency: 'instantly' })).confirm();
    await goLive(siteWith([house(1), house(2, { meaning: 'sold', gone: true }), house(3)]));
    await goLive(siteWith([house(1, { price: 380_000 }), house(2), house(3, { price: 420_000 })]));
    const [mail] = await alerts();
    expect(mail!.subject).toBe('2 panden die bij uw zoekopdracht passen');
    expect(mail!.text).toMatch(/Prijs verlaagd\n.*: https:.*\n.*€ 380\.000.*€ 400\.000/);
    expect(mail!.text).toContain('Opnieuw beschikbaar\n');
    expect(mail!.text).not.toContain('€ 420.000');
  });

  test('going back to an earlier version and forward again sends nothing', async () => {
    const { siteWith, goLive, alerts, seek, house } = await open();
    await (await seek({ frequency: 'instantly' })).confirm();
    const dear = siteWith([house(1, { price: 420_000 })]);
    await goLive(siteWith([house(1)]));
    await goLive(dear);
    expect(await goLive(siteWith([house(1)]))).toEqual({ events: [], sent: 0 });
    expect(await goLive(dear)).toEqual({ events: [], sent: 0 });
    expect(await alerts()).toEqual([]);
  });

  test('a digest waits for its hour, omits what was sold meanwhile and is sent once', async () => {
    const { siteWith, goLive, alerts, seek, house, database } = await open();
    await (await seek({ frequency: 'daily' })).confirm();
    // Just after an hour of digests, so that none becomes due while the test runs at whatever time of the day.
    const soon = nextDigestMs('daily', agency.settings.alerts, Date.now()) + 1;
    await goLive(siteWith([house(1)]), soon);
    expect(await goLive(siteWith([house(1), house(2), house(3)]), soon + 1)).toMatchObject({ sent: 0 });
    const site = siteWith([house(1), house(2), house(3, { meaning: 'sold', gone: true })]);
    await goLive(site, soon + 2);
    const parts = { database, site, secret: SECRET, siteUrl: MAIL_SITE };
    expect(await sendAlerts(parts, soon + 2 * DAY_MS)).toBe(1);
    expect(await sendAlerts(parts, soon + 2 * DAY_MS)).toBe(0);
    const [mail] = await alerts();
    expect(mail!.text).toContain(site.listingPath(house(2), 'nl'));
    expect(mail!.text).not.toContain(site.listingPath(house(3), 'nl'));
  });

  test('a price that was a slip and is mended within minutes is no news', async () => {
    const { siteWith, goLive, alerts, seek, house, database } = await open();
    await (await seek({ frequency: 'instantly' })).confirm();
    const now = Date.now() + 60_000;
    await goLive(siteWith([house(1)]), now - ALERT_WAIT_MS);
    const before = (await alerts()).length;
    for (const [at, price] of [
      [1000, 40_000],
      [2000, 400_000],
    ] as const) {
      const site = siteWith([house(1, { price })]);
      await recordCatalogue(database, site.listings, { nowMs: now + at });
      await matchEvents(database, site, { ...site.settings.alerts, priceCuts: true }, now + at);
    }
    await goLive(siteWith([house(1)]), now + ALERT_WAIT_MS);
    expect(await alerts()).toHaveLength(before);
  });

  test('two processes that go live at once and a repeated step alert nobody twice', async () => {
    const { siteWith, alerts, seek, house, database } = await open();
    await (await seek({ frequency: 'instantly' })).confirm();
    await recordCatalogue(database, [house(1)]);
    const site = siteWith([house(1), house(2)]);
    const both = await Promise.all([
      recordCatalogue(database, site.listings),
      recordCatalogue(database, site.listings),
    ]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    const match = () => matchEvents(database, site, site.settings.alerts);
    await Promise.all([match(), match()]);
    // As after a crash between storing the alerts and marking them as stored.
    await database.db.updateTable('property_events').set({ matched_at: null }).execute();
    await match();
    const parts = { database, site, secret: SECRET, siteUrl: MAIL_SITE };
    const send = () => sendAlerts(parts, Date.now() + ALERT_WAIT_MS);
    await Promise.all([send(), send()]);
    expect(await alerts()).toHaveLength(1);
  });

  test('a saved search is changed by its link and ended by one click, and an old link is invalid', async () => {
    const { siteWith, goLive, alerts, seek, follow, house, database } = await open();
    const { mail, confirm } = await seek({ frequency: 'instantly' });
    await confirm();
    expect(await confirm()).toEqual({ ok: true, did: 'confirm-search' });
    await goLive(siteWith([house(1)]));
    const change = linksIn(mail).find((token) => readMailLink(SECRET, token)?.do === 'change-search')!;
    await poster({ database, site: agency }).post('demand-register', {
      frequency: 'instantly',
      towns: ['1860|meise'],
      search: change,
    });
    const searches = await database.db.selectFrom('saved_searches').select(['state']).orderBy('created_at').execute();
    expect(searches.map(({ state }) => state)).toEqual(['ended', 'confirmed']);
    expect(await goLive(siteWith([house(1), house(2)]))).toMatchObject({ sent: 0 });
    await goLive(siteWith([house(1), house(2), house(4, { zip: '1860', city: { nl: 'Meise' } })]));
    const [alert] = await alerts();
    const headers = JSON.parse(alert!.headers) as Record<string, string>;
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick = ''] = /\/api\/m\/([\w.-]+)>/.exec(headers['List-Unsubscribe']!)!;
    expect(await follow(oneClick)).toEqual({ ok: true, did: 'end-search' });
    expect(await confirm()).toEqual({ ok: false });
    await goLive(siteWith([house(1), house(2), house(5, { zip: '1860', city: { nl: 'Meise' } })]));
    expect(await alerts()).toHaveLength(1);
  });

  test('a link with another email address cannot take over a saved search', async () => {
    const { seek, database } = await open();
    const { mail, confirm } = await seek();
    await confirm();
    const change = linksIn(mail).find((token) => readMailLink(SECRET, token)?.do === 'change-search')!;
    await poster({ database, site: agency }).post('demand-register', { search: change, email: 'ander@example.be' });
    const searches = await database.db
      .selectFrom('saved_searches')
      .select(['email', 'state'])
      .orderBy('created_at')
      .execute();
    expect(searches.map(({ state }) => state)).toEqual(['confirmed', 'pending']);
  });

  test('a valuation shows a rounded-down number of seekers, and nothing when there are few', async () => {
    const { seek, database } = await open();
    const property = { zip: '1850', typeKey: 'house', goal: 'sale', surface: null } as const;
    for (let n = 1; n <= 6; n += 1) {
      await (await seek({ email: `an${n}@example.be` })).confirm();
      // The same person twice is one.
      await (await seek({ email: 'an1@example.be', maxPrice: String(n * 100_000) })).confirm();
      expect(await countSeekers(database, property, 5)).toBe(n < 5 ? null : 5);
    }
    expect(await countSeekers(database, { ...property, zip: '9000' }, 5)).toBeNull();
    expect(await countSeekers(database, { ...property, goal: 'rent' }, 5)).toBeNull();
    await poster({ database, site: agency }).post('contact-demand');
    expect((await stored(database)).mails.find(({ kind }) => kind === 'contact-demand-receipt')?.text).toContain(
      'minstens 5 mensen',
    );
  });
});

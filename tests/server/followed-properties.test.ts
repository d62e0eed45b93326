import { describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { sendAlerts } from '../../src/features/alert/mails.server.ts';
import { ALERT_WAIT_MS, matchEvents } from '../../src/features/alert/match-events.server.ts';
import { countSeekers } from '../../src/features/alert/saved-searches.server.ts';
import { recordCatalogue } from '../../src/features/property/history.server.ts';
import { readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite, follower, linksIn, MAIL_SITE, poster, SECRET, stored } from '../support/submit.ts';

const ID = 35187;

describe.each(ENGINES)('followed properties on %s', (engine: Engine) => {
  const open = async () => {
    const { database } = await openStorage(engine);
    const agency = agencySite();
    const { post } = poster({ database, site: agency });
    const mails = async (kind: string) => (await stored(database)).mails.filter((mail) => mail.kind === kind);
    const follow = follower({ database, site: agency });
    /** The agency with another state of the followed property. */
    const siteWith = (changes: Partial<Site['listings'][number]>) =>
      createSite({ ...agency, listings: agency.listings.map((one) => (one.id === ID ? { ...one, ...changes } : one)) });
    const goLive = async (site: Site) => {
      await recordCatalogue(database, site.listings);
      await matchEvents(database, site, site.settings.alerts);
      return sendAlerts({ database, site, secret: SECRET, siteUrl: MAIL_SITE }, Date.now() + ALERT_WAIT_MS);
    };
    /** Follows the property; returns the link that confirms it. */
    const begin = async () => {
      expect(await post('follow-properties')).toMatchObject({ ok: true });
      const [mail] = await mails('search-confirm');
      return { mail: mail!, token: linksIn(mail!).find((one) => readMailLink(SECRET, one)?.do === 'confirm-search')! };
    };
    return { database, agency, post, mails, follow, siteWith, goLive, begin };
  };

  test('a mail tells at once of a lower price, a higher one and a sale, and none before it is confirmed', async () => {
    const { agency, mails, follow, siteWith, goLive, begin } = await open();
    const { price } = agency.listing(ID)!;
    const { mail, token } = await begin();
    expect(mail.text).toContain('Huis met boomgaard');
    await goLive(agency);
    expect(await goLive(siteWith({ price: price! - 1000 }))).toBe(0);
    await follow(token);
    expect(await goLive(siteWith({ price: price! - 2000 }))).toBe(1);
    expect(await goLive(siteWith({ price: price! + 5000 }))).toBe(1);
    expect(await goLive(siteWith({ price: price! + 5000, meaning: 'sold', gone: true }))).toBe(1);
    const subjects = (await mails('alert')).map(({ subject }) => subject.split(':')[0]);
    expect(subjects).toEqual(['Prijs verlaagd', 'Nieuwe prijs', 'Verkocht']);
    const [first] = await mails('alert');
    expect(first!.text).toContain('omdat u dit pand volgt');
    expect(first!.text).not.toMatch(/zoekopdracht/i);
  });

  test('other properties cause no mail, and nobody counts as somebody who searches', async () => {
    const { database, agency, mails, follow, goLive, begin } = await open();
    const { token } = await begin();
    await follow(token);
    await goLive(agency);
    const others = agency.listings.map((one) => (one.id === ID || !one.price ? one : { ...one, price: one.price - 1 }));
    expect(await goLive(createSite({ ...agency, listings: others }))).toBe(0);
    expect(await mails('alert')).toEqual([]);
    expect(await countSeekers(database, { zip: '1850', typeKey: 'house', goal: 'sale', surface: null }, 1)).toBeNull();
  });

  test('one click ends it', async () => {
    const { agency, mails, follow, siteWith, goLive, begin } = await open();
    const { mail, token } = await begin();
    await follow(token);
    const end = linksIn(mail).find((one) => readMailLink(SECRET, one)?.do === 'end-search')!;
    expect(readMailLink(SECRET, end)).toMatchObject({ follows: true });
    await follow(end);
    await goLive(agency);
    expect(await goLive(siteWith({ price: 1000 }))).toBe(0);
    expect(await mails('alert')).toEqual([]);
  });

  test('a property that does not exist is refused with a sentence at its field', async () => {
    const { post } = await open();
    expect(await post('follow-properties', { ids: ['999999'] })).toMatchObject({
      ok: false,
      problems: { ids: 'wrong' },
    });
    expect(await post('follow-properties', { ids: [] })).toMatchObject({ ok: false, problems: { ids: 'missing' } });
  });

  test('several properties are asked about in one request, which names them to the agency', async () => {
    const { agency, post, mails } = await open();
    const ids = agency.listings
      .filter(({ gone }) => !gone)
      .slice(0, 3)
      .map(({ id }) => String(id));
    expect(await post('site-contact', { ids })).toMatchObject({ ok: true });
    const [mail] = await mails('site-contact-agency');
    for (const id of ids) expect(mail!.text).toContain(agency.listing(Number(id))!.reference);
  });
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { alertMail } from '../../src/features/alert/mails.server.ts';
import { leadSources, listWork } from '../../src/features/lead/lead-list.server.ts';
import { leadReport } from '../../src/features/lead/lead-report.server.ts';
import { pageBefore } from '../../src/features/lead/lead-words.view.ts';
import { cameFrom } from '../../src/features/lead/submit-form.server.ts';
import { searchCriteriaOf } from '../../src/features/listing/search-criteria.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { putSearch } from '../support/saved-search.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID, poster, SECRET } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const ALERT = 'utm_source=saved-search&utm_medium=email';

describe.each(ENGINES)('where a lead comes from, on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  const lead = async (changes: Record<string, unknown>) => {
    const result = await poster({ database, site }).post('contact-me', { property: PROPERTY_ID, ...changes });
    if (!result.ok) throw new Error(JSON.stringify(result));
    const found = await listWork(database, { limit: 1 });
    return found[0]!;
  };

  test('from an alert: the form carries the campaign of the page before it, and no cookie', async () => {
    const page = pageBefore(`${MAIL_SITE}/nl/te-koop/x/y/35187/?${ALERT}&fbclid=1&secret=2`, '/nl/contact/');
    expect(page).toBe(`/nl/te-koop/x/y/35187/?${ALERT}&fbclid=1`);
    expect(await lead({ page })).toMatchObject({
      source: 'saved-search',
      page: '/nl/te-koop/x/y/35187/',
      campaign: { utm_source: 'saved-search', utm_medium: 'email', fbclid: '1' },
    });
  });

  test('of a person with a confirmed saved search, whatever brought them', async () => {
    await putSearch(database, { goal: 'sale' }, { email: 'an@visitor.example' });
    const found = await lead({ email: 'AN@visitor.example', page: '/nl/?utm_source=krant' });
    expect(found).toMatchObject({ source: 'saved-search', campaign: { utm_source: 'krant' } });
    await database.db.updateTable('saved_searches').set({ state: 'ended' }).execute();
    expect((await lead({ email: 'an@visitor.example', page: '/nl/' })).source).toBeNull();
  });

  test('the list filters by it, and the report counts it', async () => {
    await lead({ page: `/nl/?${ALERT}` });
    await lead({ page: '/nl/?utm_source=krant', email: 'b@visitor.example' });
    await lead({ page: '/nl/', email: 'c@visitor.example' });
    expect(await leadSources(database)).toEqual(['saved-search', 'krant']);
    expect(await listWork(database, { source: 'saved-search' })).toHaveLength(1);
    expect(await listWork(database, { source: 'krant' })).toHaveLength(1);
    const span = { since: '2000-01-01', until: '2100-01-01' };
    expect((await leadReport(database, site, span)).sources).toEqual([
      { source: 'krant', count: 1 },
      { source: 'saved-search', count: 1 },
    ]);
  });
});

test('every link of an alert to the site says that it is one, and those of the person are unchanged', () => {
  const listings = site.listings.slice(0, 9);
  const mail = alertMail({
    ...{ site, siteUrl: MAIL_SITE, secret: SECRET, criteria: searchCriteriaOf({ goal: 'sale' }) },
    search: {
      ...{ id: 's1', lead_id: null, email: 'an@visitor.example', language: 'nl', criteria: '{}', frequency: 'weekly' },
      ...{ state: 'confirmed', created_at: '', confirmed_at: '', ended_at: null },
    },
    properties: listings.map((listing) => ({ listing, event: { kind: 'new', old_price: null, new_price: null } })),
  });
  const links = [...mail.text.matchAll(/https:\/\/\S+/g)].map(([link]) => link);
  const toLists = links.filter((link) => /\/te-(?:koop|huur)\//.test(link));
  expect(toLists.length).toBeGreaterThan(3);
  expect(toLists.filter((link) => !link.endsWith(ALERT))).toEqual([]);
  expect(links.filter((link) => link.includes('/m/') && link.includes('utm_'))).toEqual([]);
});

test('what a visitor writes into the page of a form is cut, and breaks nothing', () => {
  expect(cameFrom({ page: `/nl/?utm_source=${'x'.repeat(999)}` }).campaign.utm_source).toHaveLength(200);
  expect(cameFrom({ page: '/nl/?a=1&b=%' })).toEqual({ page: '/nl/?a=1&b=%', campaign: {} });
  expect(cameFrom({ page: '/nl/?a=1&utm_source=b' })).toEqual({ page: '/nl/?a=1', campaign: { utm_source: 'b' } });
  expect(cameFrom({ page: 7, utm_source: ['a'] })).toEqual({ page: '', campaign: {} });
  expect(pageBefore('https://a.example/nl/', 'http://[?utm_source=b')).toBe('/nl/?utm_source=b');
});

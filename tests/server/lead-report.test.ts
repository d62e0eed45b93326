import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { fitsOf, searchGaps, seekersOf } from '../../src/features/alert/demand.server.ts';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { leadReport, sendLeadReport } from '../../src/features/lead/lead-report.server.ts';
import { setWork } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('what the agency hears of its leads on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  let count = 0;
  const lead = async (at: string, respondedAt: string | null, form = 'contact-me') => {
    count += 1;
    const { reference } = await storeLead(database, {
      ...{ form, token: `t ${count}`, language: 'nl', page: '/nl/', consentVersion: '1', email: 'an@visitor.example' },
      values: {
        ...{ firstName: 'An', lastName: 'Peeters', phone: '0475 12 34 56', email: 'an@visitor.example' },
        ...(form === 'demand-register' && { calls: ['yes'] }),
      },
      within: async () => [],
    });
    await database.db.updateTable('leads').set({ created_at: at }).where('reference', '=', reference).execute();
    const { id } = (await findWork(database, reference))!;
    if (respondedAt) await setWork(database.db, id, { responded_at: respondedAt });
    return { id, reference };
  };
  const week = { since: '2026-11-15T23:00:00.000Z', until: '2026-11-22T23:00:00.000Z' };
  const monday = new Date('2026-11-23T09:00:00+01:00');

  test('the report counts leads, responses in office hours, and what still waits', async () => {
    await lead('2026-11-17T09:00:00.000Z', '2026-11-17T10:00:00.000Z');
    await lead('2026-11-17T09:00:00.000Z', '2026-11-17T12:00:00.000Z');
    const { reference } = await lead('2026-11-18T09:00:00.000Z', null);
    await lead('2026-11-10T09:00:00.000Z', null);
    // Somebody who subscribes to the newsletter waits for nobody.
    await lead('2026-11-18T09:00:00.000Z', null, 'sign-newsletter');
    const report = await leadReport(database, site, week, monday.getTime());
    expect(report).toMatchObject({ count: 3, responded: 2 });
    expect(report.medianMinutes).toBe(60);
    expect(report.lost.map((one) => one.reference)).toEqual([reference]);
  });

  test('the report is mailed once a week, from Monday at eight, and not in the week of the installation', async () => {
    await lead('2026-11-18T09:00:00.000Z', null);
    const parts = { site, studioOrigin: 'https://studio.example', gap: async () => null };
    const mails = async () =>
      (await database.db.selectFrom('outbox').select('text').where('kind', '=', 'lead-report').execute()).length;
    expect(await sendLeadReport(database, parts, new Date('2026-11-20T09:00:00+01:00'))).toBe(false);
    expect(await sendLeadReport(database, parts, new Date('2026-11-23T07:00:00+01:00'))).toBe(false);
    const sent = await Promise.all([1, 2, 3].map(() => sendLeadReport(database, parts, monday)));
    expect(sent.filter(Boolean)).toHaveLength(1);
    expect(await sendLeadReport(database, parts, new Date('2026-11-24T09:00:00+01:00'))).toBe(false);
    expect(await mails()).toBe(1);
    const { text } = await database.db.selectFrom('outbox').select('text').executeTakeFirstOrThrow();
    expect(text).toContain('https://studio.example/studio/leads/');
    const off = { ...site, settings: { ...site.settings, forms: { ...site.settings.forms, weeklyReport: false } } };
    expect(await sendLeadReport(database, { ...parts, site: off }, new Date('2026-11-30T09:00:00+01:00'))).toBe(false);
  });

  const search = async (
    email: string,
    criteria: Record<string, unknown>,
    state: 'confirmed' | 'pending' = 'confirmed',
  ) => {
    count += 1;
    const { id } = await lead('2026-11-18T09:00:00.000Z', null, 'demand-register');
    await database.db
      .insertInto('saved_searches')
      .values({
        ...{ id: `search ${count}`, lead_id: id, email, language: 'nl', frequency: 'weekly', state },
        ...{ created_at: '2026-11-18', confirmed_at: '2026-11-18', ended_at: null },
        criteria: JSON.stringify(criteria),
      })
      .execute();
  };

  test('who is looking for a property is listed once, with the telephone number of the form', async () => {
    const listing = site.listing(Number(PROPERTY_ID))!;
    const fits = { goal: listing.goal, types: [...listing.typeKeys], zips: listing.zip };
    await search('els@visitor.example', fits);
    await search('els@visitor.example', { goal: listing.goal });
    await search('far@visitor.example', { ...fits, zips: '9999' });
    await search('not.yet@visitor.example', fits, 'pending');
    const [seekers] = await seekersOf(database, [fitsOf(listing)], site.cities);
    expect(seekers).toMatchObject([{ email: 'els@visitor.example', name: 'An Peeters', phone: '0475 12 34 56' }]);
  });

  test('what is searched and not found is counted by place, type and price band', async () => {
    const nowhere = { goal: 'sale', types: ['house'], zips: '9999', maxPrice: '310000' };
    await search('els@visitor.example', nowhere);
    await search('tom@visitor.example', { ...nowhere, maxPrice: '390000' });
    await search('els@visitor.example', nowhere);
    await search('found@visitor.example', { goal: 'sale' });
    const gaps = await searchGaps(database, site.listings, site.cities);
    expect(gaps).toEqual([{ goal: 'sale', place: '9999', typeKey: 'house', maxPrice: 400_000, people: 2 }]);
  });
});

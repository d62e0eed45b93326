import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FIGURE_GROUP_NAMES, FIGURE_GROUPS } from '../../src/features/lead/figure-groups.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { figuresFile, figuresOf } from '../../src/features/lead/lead-figures.server.ts';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { setWork } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { labelsIn } from '../../src/i18n/labels.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

const NOW = Date.parse('2026-11-25T12:00:00+01:00');
const SPAN = { since: '2026-11-16T00:00:00.000Z', until: '2026-11-25T11:00:00.000Z' };
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('the figures of the agency on %s', (engine) => {
  let database: Database;
  let count = 0;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  const lead = async (at: string, form = 'contact-me', respondedAt: string | null = null) => {
    count += 1;
    const { reference } = await storeLead(database, {
      ...{ form, token: `t ${count}`, language: 'nl', page: '/nl/', consentVersion: '1' },
      values: { lastName: 'Peeters' },
      propertyId: PROPERTY_ID,
      campaign: count % 2 ? { utm_source: 'immoweb' } : {},
      within: async () => [],
    });
    await database.db.updateTable('leads').set({ created_at: at }).where('reference', '=', reference).execute();
    const { id } = (await findWork(database, reference))!;
    if (respondedAt) await setWork(database.db, id, { responded_at: respondedAt });
  };
  const rows = (group: (typeof FIGURE_GROUP_NAMES)[number]) =>
    figuresOf(database, site, SPAN, { group, language: 'nl' }, NOW);
  const sum = (all: Awaited<ReturnType<typeof rows>>) => all.reduce((total, row) => total + row.leads, 0);

  test('every group counts each lead that needs an answer once, and none outside the span', async () => {
    for (const { name } of FORMS) await lead('2026-11-18T09:00:00.000Z', name);
    await lead('2026-11-15T23:00:00.000Z');
    await lead('2026-11-25T11:00:00.000Z');
    const needed = FORMS.filter(({ needsNoResponse }) => !needsNoResponse).length;
    const sums = Object.fromEntries(
      await Promise.all(FIGURE_GROUP_NAMES.map(async (group) => [group, sum(await rows(group))])),
    );
    expect(sums).toEqual(Object.fromEntries(FIGURE_GROUP_NAMES.map((group) => [group, needed])));
  });

  test('the middle time and what is late are those of a slow count', async () => {
    const minutes = fc.array(fc.option(fc.integer({ min: 1, max: 470 }), { nil: null }), {
      minLength: 1,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(minutes, async (all) => {
        await database.db.deleteFrom('lead_work').execute();
        await database.db.deleteFrom('leads').execute();
        // A Wednesday on which the office is open from nine.
        const start = Date.parse('2026-11-18T09:00:00+01:00');
        for (const one of all)
          await lead(
            new Date(start).toISOString(),
            'contact-me',
            one === null ? null : new Date(start + one * 60_000).toISOString(),
          );
        const [row] = await rows('kind');
        const times = all.filter((one) => one !== null).toSorted((a, b) => a - b);
        expect(row).toMatchObject({
          leads: all.length,
          responded: times.length,
          late: all.length - times.length,
        });
        const [open] = await figuresOf(database, site, SPAN, { group: 'kind', language: 'nl' }, start + 60_000);
        expect(open?.late).toBe(0);
        // The office may open later than the lead comes: never more than the clock says.
        expect(row!.medianMinutes ?? 0).toBeLessThanOrEqual(times[Math.floor((times.length - 1) / 2)] ?? 0);
      }),
      { numRuns: 12 },
    );
  });

  test('viewings, offers, sales and page views stand with their property', async () => {
    await lead('2026-11-18T09:00:00.000Z');
    const { db } = database;
    const at = '2026-11-19T09:00:00.000Z';
    await db
      .insertInto('property_events')
      .values({
        id: 'e',
        property_id: PROPERTY_ID,
        kind: 'sold',
        at,
        matched_at: null,
        old_price: null,
        new_price: null,
      })
      .execute();
    await db
      .insertInto('view_counts')
      .values([
        { property_id: PROPERTY_ID, day: '2026-11-18', source: 'direct', views: 7 },
        { property_id: PROPERTY_ID, day: '2026-11-30', source: 'direct', views: 90 },
      ])
      .execute();
    await db
      .insertInto('offers')
      .values({
        id: 'o',
        lead_id: 'o',
        property_id: PROPERTY_ID,
        amount: 1,
        valid_until: null,
        state: 'open',
        counter_amount: null,
        counter_until: null,
        created_at: at,
      })
      .execute();
    const [row] = await rows('property');
    expect(row).toMatchObject({ key: PROPERTY_ID, leads: 1, bids: 1, sold: 1, viewings: 0, views: 7 });
  });

  test.each(FIGURE_GROUP_NAMES)('by %s there is a file with a line for each row', async (group) => {
    await lead(new Date(Date.now() - 3_600_000).toISOString());
    const text = await figuresFile({ database, site }, { group, span: 4, language: 'nl' });
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toContain(labelsIn('nl')(FIGURE_GROUPS[group]));
    expect(lines).toHaveLength(1);
  });
});

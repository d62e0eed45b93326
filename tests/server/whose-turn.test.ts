import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { reportLateLeads } from '../../src/features/lead/late-leads.server.ts';
import { countWork, findWork } from '../../src/features/lead/lead-list.server.ts';
import { leadReport } from '../../src/features/lead/lead-report.server.ts';
import { holderOfNew, setHandled, setWork } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { addStaff, disableStaff, OPERATOR, setAway } from '../../src/features/staff/staff-accounts.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

const MONDAY = Date.parse('2026-11-23T10:00:00+01:00');
const TODAY = '2026-11-23';
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('whose turn it is on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  let count = 0;
  const lead = async (at: string, form = 'contact-me') => {
    count += 1;
    const { reference } = await storeLead(database, {
      ...{ form, token: `t ${count}`, language: 'nl', page: '/nl/', consentVersion: '1', email: 'an@visitor.example' },
      values: { firstName: 'An', lastName: 'Peeters', email: 'an@visitor.example' },
      propertyId: PROPERTY_ID,
      within: async () => [],
    });
    await database.db.updateTable('leads').set({ created_at: at }).where('reference', '=', reference).execute();
    return (await findWork(database, reference))!;
  };
  const names = ['An Admin', 'Bram Agent', 'Cleo Agent'];
  const employ = async (name: string, role: string, member: string | null = null) => {
    const email = `${name.split(' ')[0]!.toLowerCase()}@agency.example`;
    const known = { languages: ['nl'], members: site.members };
    const { id } = await addStaff({ database }, { email, name, role, language: 'nl', member }, known, OPERATOR);
    return { id, email };
  };
  /** The agent of the property, and another one. */
  const agents = () => {
    const { manager } = site.listing(Number(PROPERTY_ID))!;
    return { own: manager!, other: site.members.find(({ id }) => id !== manager)!.id };
  };
  const ruled = (giveLeads: Site['settings']['forms']['giveLeads']): Site => ({
    ...site,
    listing: site.listing.bind(site),
    members: site.members,
    settings: { ...site.settings, forms: { ...site.settings.forms, giveLeads } },
  });
  const about = () => ({ listing: site.listing(Number(PROPERTY_ID)), office: null });
  const holder = async (rule: Site['settings']['forms']['giveLeads'], asked = about()) =>
    (await holderOfNew(database.db, ruled(rule), asked, MONDAY))?.name ?? null;

  test('a new lead is that of the agent of its property, and of nobody without one or by that rule', async () => {
    await employ(names[0]!, 'admin');
    const { own } = agents();
    expect(await holder('agent')).toBeNull();
    const { email } = await employ(names[1]!, 'agent', own);
    expect(await holder('agent')).toBe('Bram Agent');
    expect(await holder('agent', { listing: null, office: null })).toBeNull();
    expect(await holder('nobody')).toBeNull();
    await disableStaff({ database }, email, true, OPERATOR);
    expect(await holder('agent')).toBeNull();
  });

  test('in turn it is that of who got one longest ago, and never of who is away', async () => {
    const { own, other } = agents();
    const [bram, cleo] = [await employ(names[1]!, 'agent', own), await employ(names[2]!, 'agent', other)];
    const got: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) {
      const next = await holderOfNew(database.db, ruled('turn'), about(), MONDAY);
      got.push(next?.name ?? null);
      const { id } = await lead('2026-11-23T09:00:00.000Z');
      await setWork(database.db, id, { assigned_to: next!.id });
    }
    expect(got).toEqual(['Bram Agent', 'Cleo Agent', 'Bram Agent', 'Cleo Agent']);
    await setAway({ database }, bram.id, { from: '', until: TODAY, deputy: '' }, OPERATOR);
    expect(await holder('turn')).toBe('Cleo Agent');
    await setAway({ database }, cleo.id, { from: '', until: TODAY, deputy: '' }, OPERATOR);
    expect(await holder('turn')).toBeNull();
  });

  test('while the agent is away it is that of the deputy, until the day after', async () => {
    const { own, other } = agents();
    const [bram, cleo] = [await employ(names[1]!, 'agent', own), await employ(names[2]!, 'agent', other)];
    await setAway({ database }, bram.id, { from: '', until: TODAY, deputy: cleo.id }, OPERATOR);
    expect(await holder('agent')).toBe('Cleo Agent');
    await setAway({ database }, bram.id, { from: '', until: '2026-11-22', deputy: cleo.id }, OPERATOR);
    expect(await holder('agent')).toBe('Bram Agent');
    await setAway({ database }, bram.id, { from: '', until: TODAY, deputy: bram.id }, OPERATOR);
    expect(await holder('agent')).toBeNull();
    await setAway({ database }, bram.id, { from: '2026-11-24', until: '2026-11-30', deputy: cleo.id }, OPERATOR);
    expect(await holder('agent')).toBe('Bram Agent');
    await setAway({ database }, bram.id, { from: '', until: '', deputy: cleo.id }, OPERATOR);
    expect(await holder('agent')).toBe('Bram Agent');
  });

  test('page, report and mail count the same leads as waiting, whatever form they came by', async () => {
    const at = '2026-11-17T09:00:00.000Z';
    for (const { name } of FORMS) await lead(at, name);
    const needed = FORMS.filter(({ needsNoResponse }) => !needsNoResponse).length;
    const waiting = await countWork(database, { state: 'open', waiting: true }, MONDAY);
    const span = { since: '2026-11-15T23:00:00.000Z', until: '2026-11-22T23:00:00.000Z' };
    const { lost } = await leadReport(database, site, span, MONDAY);
    const reported = await reportLateLeads(database, { site, studioOrigin: 'https://studio.example' }, MONDAY);
    expect([waiting, lost.length, reported]).toEqual([needed, needed, needed]);
  });

  test('the managers hear once of a lead that waits longer than the site promises', async () => {
    await employ(names[0]!, 'admin');
    await employ(names[1]!, 'agent', agents().own);
    const late = await lead('2026-11-17T09:00:00.000Z');
    await lead(new Date(MONDAY - 3_600_000).toISOString());
    const run = () => reportLateLeads(database, { site, studioOrigin: 'https://studio.example' }, MONDAY);
    expect([await run(), await run()]).toEqual([1, 0]);
    const mails = await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'lead-late').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(['an@agency.example']);
    expect(mails[0]!.text).toContain(`https://studio.example/studio/leads/${late.reference}/`);
    expect(mails[0]!.text).toContain('An Peeters');
  });

  test('of two processes only one reports a late lead', async () => {
    await lead('2026-11-17T09:00:00.000Z');
    const run = () => reportLateLeads(database, { site, studioOrigin: 'https://studio.example' }, MONDAY);
    const found = await Promise.all([run(), run(), run()]);
    expect(found.reduce((sum, one) => sum + one, 0)).toBe(1);
  });

  test('a lead that was handled, snoozed or answered is not reported', async () => {
    const [done, asleep, answered] = [
      await lead('2026-11-17T09:00:00.000Z'),
      await lead('2026-11-17T09:00:00.000Z'),
      await lead('2026-11-17T09:00:00.000Z'),
    ];
    const { id } = await employ(names[0]!, 'admin');
    await setHandled(database, done.id, true, { id, name: 'An' });
    await setWork(database.db, asleep.id, { snoozed_until: '2026-12-01T09:00:00.000Z' });
    await setWork(database.db, answered.id, { responded_at: '2026-11-17T10:00:00.000Z' });
    expect(await reportLateLeads(database, { site, studioOrigin: 'https://studio.example' }, MONDAY)).toBe(0);
    const span = { since: '2026-11-15T23:00:00.000Z', until: '2026-11-22T23:00:00.000Z' };
    expect((await leadReport(database, site, span, MONDAY)).lost).toEqual([]);
  });
});

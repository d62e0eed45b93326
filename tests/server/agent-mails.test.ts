import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { listViewings } from '../../src/features/viewing/agenda.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { openForms } from '../support/open-forms.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

let agency: Site;
let office = '';
let agent = { id: '', email: '' };
beforeAll(() => {
  agency = agencySite();
  office = agency.settings.site.agency.email;
  const manager = agency.listing(Number(PROPERTY_ID))!.manager;
  const member = agency.members.find(({ id }) => id === manager)!;
  agent = { id: member.id, email: member.email! };
});

type ManagerMail = Site['settings']['forms']['managerMail'];
const siteWith = (managerMail: ManagerMail, changes: Partial<Site> = {}) =>
  createSite({
    ...agency,
    addresses: { ...agency.addresses },
    ...changes,
    settings: { ...agency.settings, forms: { ...agency.settings.forms, managerMail } },
  });

describe.each(ENGINES)('the agent of a property, on %s', (engine: Engine) => {
  const leadOf = async (site: Site, property = PROPERTY_ID) => {
    const { post, rows } = await openForms(engine, site, 'off');
    await post('contact-me', { property });
    return (await rows()).mails.filter(({ kind }) => kind === 'contact-me-agency').map(({ recipient }) => recipient);
  };

  test('hears of a lead with the office, alone or not, as the settings say', async () => {
    expect(agent.email).toContain('@');
    expect(await leadOf(siteWith('with-office'))).toEqual([office, agent.email]);
    expect(await leadOf(siteWith('alone'))).toEqual([agent.email]);
    expect(await leadOf(siteWith('off'))).toEqual([office]);
  });

  test('gets no receipt of a visitor who writes from the address of the office', async () => {
    const { post, rows } = await openForms(engine, siteWith('with-office'), 'off');
    await post('contact-me', { property: PROPERTY_ID, email: office });
    const receipts = (await rows()).mails.filter(({ kind }) => kind === 'contact-me-receipt');
    expect(receipts.map(({ recipient }) => recipient)).toEqual([office]);
  });

  test('without an email address leaves the lead to the office', async () => {
    const members = agency.members.map((member) => (member.id === agent.id ? { ...member, email: undefined } : member));
    expect(await leadOf(siteWith('alone', { members }))).toEqual([office]);
  });

  test('has a viewing that is confirmed at once in the calendar, with name and telephone number', async () => {
    const { free, book, mails } = await openViewings(engine, agency, { confirm: 'auto' });
    const [slot = ''] = await free();
    await book(slot, { phone: '0470 12 34 56' });
    const sent = await mails('contact-appointment-agency');
    expect(sent.map(({ recipient }) => recipient)).toEqual([office, agent.email]);
    for (const { attachments } of sent) {
      const [{ method, content }] = JSON.parse(attachments);
      expect(method).toBe('REQUEST');
      expect(content.replace(/\r\n /g, '')).toContain('0470 12 34 56');
    }
  });

  test('hears what the office decides: a confirmed viewing in the calendar, and one that is cancelled', async () => {
    const { free, book, viewings, mails, parts } = await openViewings(engine, agency, { confirm: 'agency' });
    const [slot = ''] = await free();
    await book(slot);
    const [{ attachments } = { attachments: '' }] = await mails('contact-appointment-agency');
    expect(JSON.parse(attachments)).toEqual([]);
    const [{ id } = { id: '' }] = await viewings();
    await changeViewing(parts, id, { do: 'confirm' });
    const confirmed = await mails('viewing-confirmed-agency');
    expect(confirmed.map(({ recipient }) => recipient)).toEqual([agent.email]);
    expect(JSON.parse(confirmed[0]!.attachments)[0].method).toBe('REQUEST');
    await changeViewing(parts, id, { do: 'cancel', by: 'agency' });
    const cancelled = await mails('viewing-cancelled-agency');
    expect(cancelled.map(({ recipient }) => recipient)).toEqual([agent.email]);
    expect(JSON.parse(cancelled[0]!.attachments)[0].method).toBe('CANCEL');
  });

  test('and the office see the viewings to come in a list', async () => {
    const { free, book, viewings, database, parts } = await openViewings(engine, agency, { confirm: 'agency' });
    const [first = '', second = '', third = ''] = await free();
    for (const [at, slot] of [third, first, second].entries()) await book(slot, { email: `visitor${at}@example.be` });
    const rows = await viewings();
    const idAt = (startsAt: string) => rows.find(({ starts_at }) => starts_at === startsAt)!.id;
    await changeViewing(parts, idAt(second), { do: 'cancel', by: 'agency' });
    expect((await listViewings(database)).map(({ startsAt }) => startsAt)).toEqual([first, third]);
    expect(await listViewings(database, { all: true })).toHaveLength(3);
    expect(await listViewings(database, { agent: 'nobody' })).toEqual([]);
    expect(await listViewings(database, { agent: agent.id, property: PROPERTY_ID })).toHaveLength(2);
    // A request that nobody confirmed in time is no viewing to come.
    const old = { held_until: '2020-01-01T00:00:00.000Z' };
    await database.db.updateTable('viewings').set(old).where('id', '=', idAt(first)).execute();
    expect((await listViewings(database)).map(({ startsAt }) => startsAt)).toEqual([third]);
  });
});

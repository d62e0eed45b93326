import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
const PROPERTY = '35187';
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'agent'], MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = () => ({ cookie: people.get('admin')!.cookie });
const open = (path: string) => askStudio(live, path, as());
const EMPTY = { source: 'phone', name: '', phone: '', email: '', text: '', property: '', language: 'nl', assignee: '' };
type Posted = Record<string, string>;
const add = (fields: Posted) =>
  askStudio(live, '/studio/do/lead-add/', { ...as(), fields: { ...EMPTY, key: crypto.randomUUID(), ...fields } });
const referenceIn = ({ headers }: { headers: Record<string, unknown> }) =>
  /^\/studio\/leads\/([\w-]+)\/\?done=added(?:-mailed)?$/.exec(String(headers.location ?? ''))?.[1] ?? '';
const leadOf = (reference: string) => live.rows('leads').find((row) => row.reference === reference)!;
const mailsTo = (recipient: string) => live.rows('outbox').filter((row) => row.recipient === recipient);

/** A day so many weeks from now at which nobody else plans anything. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let nextDay = 200;
const moment = () => ({ day: dayIn(nextDay++), time: '10:00' });

/** What each kind needs at least. */
const NEEDED: Readonly<Record<string, () => Posted>> = {
  'site-contact': () => ({}),
  'contact-appointment': () => ({ property: PROPERTY, ...moment() }),
  offer: () => ({ property: PROPERTY, price: '€ 310.000' }),
  'demand-register': () => ({ goal: 'sale', types: 'house', zips: '3090 3080' }),
  'contact-demand': () => ({ zip: '3090' }),
};
const written = FORMS.filter(({ byHand }) => byHand);

describe('every kind of request that is written down', () => {
  test('has a row in this test', () => {
    expect(written.map(({ name }) => name).sort()).toEqual(Object.keys(NEEDED).sort());
  });

  test.each(written)('$name asks its fields, and says what is missing', async ({ name, byHand }) => {
    const page = parse((await open(`/studio/leads/new/?form=${name}`)).text);
    const names = page.querySelectorAll('form.s-form [name]').map((field) => field.getAttribute('name'));
    for (const field of byHand!.fields) expect(names).toContain(field === 'slot' ? 'time' : field);
    const refused = await add({ form: name, name: 'An', property: PROPERTY });
    const said = parse(refused.text).querySelectorAll('[aria-invalid="true"]').length;
    expect({ status: refused.status, isSaid: said > 0 }).toEqual(
      byHand!.needs.length > 0 ? { status: 422, isSaid: true } : { status: 303, isSaid: false },
    );
  });

  test.each(written)('$name is stored with a telephone number alone, and no visitor gets a mail', async ({ name }) => {
    const owners = new Set(live.rows('owners').map(({ email }) => email));
    const before = live.rows('outbox').length;
    const asked = await add({
      form: name,
      phone: '0470 99 88 77',
      text: `Wat ${name} zei`,
      again: '1',
      ...NEEDED[name]!(),
    });
    const lead = leadOf(referenceIn(asked));
    expect(lead).toMatchObject({ email: null, source: 'phone' });
    expect((await open(`/studio/leads/${lead.reference}/`)).text).toContain(`Wat ${name} zei`);
    expect(
      live
        .rows('outbox')
        .slice(before)
        .filter(({ recipient, kind }) => !owners.has(recipient) && kind !== 'viewing-confirmed-agency'),
    ).toEqual([]);
  });

  test.each(written)('$name mails the visitor once when that is asked for', async ({ name }) => {
    const email = `${name}@visitor.example`;
    expect(referenceIn(await add({ form: name, email, tell: '1', ...NEEDED[name]!() }))).not.toBe('');
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('keeps what was typed when another kind is chosen', async () => {
    const { status, text } = await add({ to: 'offer', name: 'Rita', text: 'Belt', property: PROPERTY });
    const page = parse(text);
    expect([status, page.querySelector('[name="name"]')?.getAttribute('value')]).toEqual([200, 'Rita']);
    expect(page.querySelector('[name="price"]')).not.toBeNull();
  });
});

describe('a viewing that is planned by telephone', () => {
  const plan = (fields: Posted) => add({ form: 'contact-appointment', name: 'Bel', property: PROPERTY, ...fields });

  test('is confirmed and takes its time: nobody else has it', async () => {
    const at = moment();
    const reference = referenceIn(await plan(at));
    const [viewing] = live.rows('viewings').filter(({ lead_id }) => lead_id === leadOf(reference).id);
    expect(viewing).toMatchObject({ state: 'confirmed', name: 'Bel', email: '', property_id: PROPERTY });
    const second = await plan({ ...at, name: 'Te laat', property: PROPERTY });
    expect([second.status, second.text.includes('Te laat')]).toEqual([422, true]);
    const week = await open(`/studio/agenda/?day=${at.day}`);
    expect(week.text).toContain('Bel');
  });

  test('is mailed to its agent in any case, and to owner and visitor where that is ticked', async () => {
    const email = 'gepland@visitor.example';
    const owner = { property: PROPERTY, email: 'piet@owner.example', name: 'Piet', language: 'nl', role: 'owner' };
    await askStudio(live, '/studio/do/owner-add/', { ...as(), fields: { ...owner, invite: '' } });
    const mailsOf = async (fields: Posted) => {
      const before = new Set(live.rows('outbox').map(({ id }) => id));
      expect(referenceIn(await plan({ ...moment(), email, again: '1', ...fields }))).not.toBe('');
      const mails = live.rows('outbox').filter(({ id }) => !before.has(id));
      return mails.map(({ kind }) => kind).sort();
    };
    expect(await mailsOf({})).toEqual(['viewing-confirmed-agency']);
    const kinds = ['viewing-confirmed', 'viewing-confirmed-agency', 'viewing-confirmed-owner'];
    expect(await mailsOf({ tellOwner: '1', tell: '1' })).toEqual(kinds);
  });

  test.each([
    ['yesterday', () => ({ day: dayIn(-1), time: '10:00' })],
    ['at no quarter of an hour', () => ({ day: dayIn(100), time: '10:07' })],
    ['on a day that there is not', () => ({ day: '2027-02-30', time: '10:00' })],
  ])('%s is refused', async (_, at) => {
    const leads = live.rows('leads').length;
    expect((await plan(at())).status).toBe(422);
    expect(live.rows('leads')).toHaveLength(leads);
  });

  test('for somebody who wrote belongs to that lead, which has its response by it', async () => {
    const reference = await putLead(live, { email: 'eerder@visitor.example' });
    const begun = parse((await open(`/studio/leads/new/?form=contact-appointment&lead=${reference}`)).text);
    expect(begun.querySelector('[name="of"]')?.getAttribute('value')).toBe(reference);
    expect(begun.querySelector('[name="email"]')?.getAttribute('value')).toBe('eerder@visitor.example');
    const leads = live.rows('leads').length;
    const posted = {
      of: reference,
      email: 'eerder@visitor.example',
      text: 'Met de rolstoel',
      handled: '1',
      key: 'one',
    };
    const at = moment();
    expect(referenceIn(await plan({ ...posted, ...at }))).toBe(reference);
    expect(referenceIn(await plan({ ...posted, ...at }))).toBe(reference);
    expect((await open(`/studio/leads/${reference}/`)).text).toContain('Met de rolstoel');
    expect(leadOf(reference).status).toBe('handled');
    expect(live.rows('leads')).toHaveLength(leads);
    const { id } = leadOf(reference);
    expect(live.rows('viewings').filter(({ lead_id }) => lead_id === id)).toHaveLength(1);
    expect(live.rows('lead_work').find(({ lead_id }) => lead_id === id)?.responded_at).toBeTruthy();
  });

  test('begins with a click on a free hour of the agenda, none of which has been', async () => {
    const day = dayIn(9);
    const hours = parse((await open(`/studio/agenda/?day=${day}&agent=${MEMBER}`)).text).querySelectorAll('a.s-plan');
    expect(hours.length).toBeGreaterThan(5);
    const href = hours[0]!.getAttribute('href')!.replaceAll('&amp;', '&');
    const page = parse((await open(href)).text);
    expect(page.querySelector('[name="time"]')?.getAttribute('value')).toMatch(/^\d\d:\d\d$/);
    const past = parse((await open(`/studio/agenda/?day=${dayIn(-14)}`)).text);
    expect(past.querySelectorAll('a.s-plan')).toEqual([]);
  });
});

describe('what follows from a request that was written down', () => {
  test('a search of somebody without an address is in the list to call, and no mail can follow', async () => {
    const search = { ...NEEDED['demand-register']!(), zips: '1850', calls: 'yes', maxPrice: '900000' };
    const reference = referenceIn(
      await add({ form: 'demand-register', name: 'Zoekt', phone: '0470 12 12 12', again: '1', ...search }),
    );
    const [row] = live.rows('saved_searches').filter(({ lead_id }) => lead_id === leadOf(reference).id);
    expect(row).toMatchObject({ state: 'noted', email: '' });
    // Of every property that the site offers in that town somebody is looking.
    const found = await Promise.all(
      live
        .rows('properties')
        .map(async ({ id }) => (await open(`/studio/seekers/?property=${id}`)).text.includes('Zoekt')),
    );
    expect(found.includes(true)).toBe(true);
  });

  test('an offer by telephone is on the page of its lead with its amount', async () => {
    const reference = referenceIn(await add({ form: 'offer', name: 'Biedt', again: '1', ...NEEDED.offer!() }));
    expect(live.rows('offers').find(({ lead_id }) => lead_id === leadOf(reference).id)).toMatchObject({
      amount: 310_000,
    });
    expect((await open(`/studio/leads/${reference}/`)).text).toContain('310.000');
  });

  test('an offer is mailed to the owner only where that is ticked', async () => {
    const owner = { property: PROPERTY, email: 'els@owner.example', name: 'Els', language: 'nl', role: 'owner' };
    await askStudio(live, '/studio/do/owner-add/', { ...as(), fields: { ...owner, invite: '' } });
    const offer = async (tellOwner: string) => {
      await add({ form: 'offer', name: `Biedt ${tellOwner}`, again: '1', tellOwner, ...NEEDED.offer!() });
      return mailsTo('els@owner.example').length;
    };
    expect([await offer(''), await offer('1')]).toEqual([0, 1]);
  });

  test('a viewing and a search without an address are erased with their lead', async () => {
    for (const form of ['contact-appointment', 'demand-register']) {
      const reference = referenceIn(await add({ form, name: 'Wis mij', again: '1', ...NEEDED[form]!() }));
      const { id } = leadOf(reference);
      await askStudio(live, '/studio/do/lead-erase/', { ...as(), fields: { reference } });
      for (const table of ['viewings', 'saved_searches'] as const)
        expect(live.rows(table).filter(({ lead_id }) => lead_id === id)).toEqual([]);
    }
  });

  test('a note that was a conversation is a response, a plain one is none', async () => {
    const [talked, noted] = [
      await putLead(live, { email: 'a@visitor.example' }),
      await putLead(live, { email: 'b@visitor.example' }),
    ];
    await askStudio(live, '/studio/do/lead-note/', {
      ...as(),
      fields: { reference: talked, text: 'Gebeld', called: '1' },
    });
    await askStudio(live, '/studio/do/lead-note/', { ...as(), fields: { reference: noted, text: 'Nog bellen' } });
    const respondedAt = (reference: string) =>
      live.rows('lead_work').find(({ lead_id }) => lead_id === leadOf(reference).id)?.responded_at ?? null;
    expect([respondedAt(talked) !== null, respondedAt(noted)]).toEqual([true, null]);
  });
});

import { describe, expect, test } from 'vitest';
import { followMailLink } from '../../src/app/mail-link.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { eventRecorder } from '../../src/features/webhook/record-event.server.ts';
import { EVENT_TYPES } from '../../src/features/webhook/settings.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { testFolder } from '../support/folder.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, freshToken, linksIn, MAIL_SITE, PROPERTY_ID, poster, SECRET, stored } from '../support/submit.ts';
import { siteWithTargets } from '../support/webhook-site.ts';

const WHO = 'margriet@example.be';
const CRM = { name: 'crm', url: 'https://crm.example/hooks', events: [...EVENT_TYPES] };
const agency = () => siteWithTargets(agencySite(), [CRM]);

/** The events in the outbox, oldest first, with their data. */
async function eventsIn({ db }: Database) {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('target', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, target, message_id, lead_id, text }) => ({
    ...{ kind, target, message_id, lead_id },
    data: JSON.parse(text).data,
  }));
}

describe.each(ENGINES)('events on %s', (engine) => {
  test('a lead is recorded for each target that wants it, once however often the form is sent', async () => {
    const site = siteWithTargets(agencySite(), [
      CRM,
      { name: 'make', format: 'flat' },
      { ...CRM, name: 'all', events: ['viewing.booked'] },
    ]);
    const { database } = await openViewings(engine, site);
    await database.db
      .insertInto('import_ids')
      .values({ source: 'whise', source_id: '700101', property_id: 35187 })
      .execute();
    const { post, woken } = poster({ database, site });
    const sent = {
      token: freshToken(),
      property: PROPERTY_ID,
      phone: '0470 12 34 56',
      newsletter: 'on',
      utm_source: 'brief',
    };
    const first = await post('contact-me', sent);
    expect(await post('contact-me', sent)).toEqual(first);
    expect(woken).toHaveLength(1);
    const { leads } = await stored(database);
    const events = await eventsIn(database);
    expect(events.map(({ kind, target, lead_id }) => [kind, target, lead_id])).toEqual([
      ['lead.created', 'crm', leads[0]!.id],
      ['lead.created', 'make', leads[0]!.id],
    ]);
    expect(events.every(({ message_id }) => /^msg_[0-9a-z]{37}$/.test(message_id!))).toBe(true);
    expect(events[0]!.data).toMatchObject({
      id: leads[0]!.id,
      reference: leads[0]!.reference,
      form: 'contact-me',
      property: {
        id: 35187,
        source: 'whise',
        sourceId: '700101',
        goal: 'sale',
        url: expect.stringContaining(MAIL_SITE),
      },
      person: { firstName: 'Margriet', lastName: 'Maertens', email: WHO, phone: '0470 12 34 56' },
      message: 'Is de tuin zuidgericht?',
      fields: {},
      consent: { newsletter: true },
      campaign: { utm_source: 'brief' },
    });
  });

  test('what a form asks beyond the person is in its fields', async () => {
    const site = agency();
    const { database, post } = await openViewings(engine, site);
    await post('contact-demand');
    const [event] = await eventsIn(database);
    expect(event!.data).toMatchObject({
      property: null,
      fields: { street: 'Hertogstraat 18', zip: '1850', city: 'Grimbergen', propertyType: 'house', goal: 'sale' },
    });
  });

  test.each(['send-to-friend', 'sign-newsletter'])('a lead of %s stays here', async (form) => {
    const { database, post } = await openViewings(engine, agency());
    expect(await post(form, { property: PROPERTY_ID })).toMatchObject({ ok: true });
    expect(await eventsIn(database)).toEqual([]);
  });

  test('a refused form records nothing', async () => {
    const { database, book } = await openViewings(engine, agency());
    expect(await book('2020-01-01T10:00:00.000Z')).toMatchObject({ ok: false });
    expect(await eventsIn(database)).toEqual([]);
  });

  test('a viewing is booked, moved, confirmed and cancelled', async () => {
    const { database, book, free, parts, viewings } = await openViewings(engine, agency());
    const [first, second] = await free();
    await book(first!);
    const [{ id } = { id: '' }] = await viewings();
    await changeViewing(parts, id, { do: 'move', startsAt: second! });
    await changeViewing(parts, id, { do: 'confirm' });
    await changeViewing(parts, id, { do: 'cancel', by: 'visitor' });
    await changeViewing(parts, id, { do: 'cancel', by: 'visitor' });
    const events = (await eventsIn(database)).filter(({ kind }) => kind.startsWith('viewing'));
    expect(events.map(({ kind, data }) => [kind, data.id, data.startsAt, data.state])).toEqual([
      ['viewing.booked', id, first, 'requested'],
      ['viewing.changed', id, second, 'requested'],
      ['viewing.changed', id, second, 'confirmed'],
      ['viewing.cancelled', id, second, 'cancelled'],
    ]);
    expect(events[0]!.data).toMatchObject({
      reference: expect.stringMatching(/^\d{4}-/),
      property: { id: 35187 },
      person: { firstName: 'Margriet', lastName: 'Maertens', email: WHO },
    });
  });

  test('a search counts once confirmed, and only the first time', async () => {
    const site = agency();
    const { database, post } = await openViewings(engine, site);
    await post('demand-register');
    const { mails } = await stored(database);
    const [token = ''] = linksIn(mails.find(({ kind }) => kind === 'search-confirm')!);
    const parts = { database, site, secret: SECRET, siteUrl: MAIL_SITE, contentDir: testFolder() };
    const recordEvent = eventRecorder({ site, siteUrl: MAIL_SITE });
    for (let times = 0; times < 2; times += 1)
      expect(await followMailLink({ ...parts, recordEvent }, token)).toEqual({ ok: true, did: 'confirm-search' });
    const searches = (await eventsIn(database)).filter(({ kind }) => kind === 'search.confirmed');
    expect(searches).toHaveLength(1);
    expect(searches[0]!.data).toMatchObject({
      frequency: 'daily',
      person: { email: WHO },
      criteria: { goal: 'sale', types: ['house'], towns: ['1850|grimbergen'] },
    });
  });

  test('a document that was opened by a personal link tells who and which', async () => {
    const site = agency();
    const { database, post } = await openViewings(engine, site);
    await post('document-request', { property: PROPERTY_ID });
    const [lead] = (await stored(database)).leads;
    const opening = { property_id: PROPERTY_ID, document: `${PROPERTY_ID}/epc.pdf`, at: new Date().toISOString() };
    const openings = [
      { id: 'known', lead_id: lead!.id, ...opening },
      { id: 'anybody', lead_id: null, ...opening },
    ];
    await database.db.insertInto('document_openings').values(openings).execute();
    const record = eventRecorder({ site, siteUrl: MAIL_SITE });
    for (const { id } of openings)
      await database.transaction((transaction) => record(transaction, { type: 'document.opened', id }));
    const opened = (await eventsIn(database)).filter(({ kind }) => kind === 'document.opened');
    expect(opened.map(({ data }) => data)).toEqual([
      expect.objectContaining({ id: 'known', reference: lead!.reference, document: `${PROPERTY_ID}/epc.pdf` }),
    ]);
    expect(opened[0]!.data.person.email).toBe(WHO);
  });

  test('a person who is erased: what waits is removed, and the targets learn which IDs are gone', async () => {
    const site = agency();
    const { database, book, free, post, viewings } = await openViewings(engine, site);
    await book((await free())[0]!);
    await post('demand-register');
    await post('contact-me', { email: 'other@example.be' });
    const { leads } = await stored(database);
    const [viewing] = await viewings();
    // The lead of the viewing ended earlier, its event is still to be sent.
    const references = leads.filter(({ email }) => email === WHO).map(({ reference }) => reference);
    await database.db.updateTable('outbox').set({ lead_id: null }).where('kind', '=', 'viewing.booked').execute();
    await erasePerson(database, WHO, { targets: site.settings.webhooks.targets });
    const events = await eventsIn(database);
    expect(events.map(({ kind }) => kind)).toEqual(['lead.created', 'person.erased']);
    expect(events[0]!.data.person.email).toBe('other@example.be');
    expect(events[1]!.data).toEqual({
      references: expect.arrayContaining(references),
      viewings: [viewing!.id],
      searches: [expect.any(String)],
    });
    expect(JSON.stringify(await database.db.selectFrom('outbox').selectAll().execute())).not.toContain('margriet');
    await erasePerson(database, 'nobody@example.be', { targets: site.settings.webhooks.targets });
    expect(await eventsIn(database)).toHaveLength(2);
  });
});

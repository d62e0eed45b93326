import { expect, test } from 'vitest';
import { createSite } from '../../src/content/site/site.ts';
import { registerSearch } from '../../src/features/alert/saved-searches.server.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { askFeedback } from '../../src/features/owner/feedback.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../src/features/privacy/requests/export-person.server.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { everyByte, everyRow } from '../support/everything-stored.ts';
import { noEvents } from '../support/no-events.ts';
import { about } from '../support/open-forms.ts';
import { enter, openOffice, settle } from '../support/portal.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID, poster, SECRET } from '../support/submit.ts';

/** Nobody else in the tests has any of these. */
const EMAIL = 'xantippe@zonderspoor.example';
const TRACES = /zonderspoor|xantippe|0499 98 76 54|\+32499987654|kwikstaartlaan/gi;
const PERSON = {
  firstName: 'Xantippe',
  lastName: "Zonderspoor-O'Neil",
  email: EMAIL,
  phone: '0499 98 76 54',
  message: 'Bel Xantippe op 0499 98 76 54.',
  street: 'Kwikstaartlaan 3',
};
const DAY_MS = 86_400_000;

/**
 * Somebody who did everything that is possible here: all forms, a viewing that took place, a saved search, a login to
 * the portal.
 */
async function live(engine: Engine) {
  const { database } = await openStorage(engine);
  const agency = agencySite();
  const viewings = { ...agency.settings.viewings, agents: {}, closedDays: [] };
  const site = createSite({ ...agency, settings: { ...agency.settings, viewings } });
  const { post } = poster({ database, site });
  const names = FORMS.map(({ name }) => name);
  for (const name of names) {
    const friend = name === 'send-to-friend' ? { friendEmail: 'jan@example.be', yourName: 'Xantippe Zonderspoor' } : {};
    expect(await post(name, { ...about(name), ...PERSON, ...friend }), name).toMatchObject({ ok: true });
  }
  await post('send-to-friend', { ...about('send-to-friend'), email: 'jan@example.be', friendEmail: EMAIL });
  const { slots } = await freeViewings(database, site, site.listing(Number(PROPERTY_ID))!);
  const booked = await post('contact-appointment', {
    ...PERSON,
    property: PROPERTY_ID,
    slot: slots[0]!.startsAt,
    startDate: '',
    endDate: '',
  });
  expect(booked).toMatchObject({ ok: true });
  const parts = { database, site, secret: SECRET, siteUrl: MAIL_SITE, recordEvent: noEvents };
  const { id } = await database.db.selectFrom('viewings').select('id').executeTakeFirstOrThrow();
  await changeViewing(parts, id, { do: 'confirm' });
  await registerSearch(database.db, { leadId: 'x', email: EMAIL, language: 'nl', values: {}, replaces: null });
  await settle(database, site, { email: EMAIL });
  await database.db.updateTable('owners').set({ name: "Xantippe Zonderspoor-O'Neil" }).execute();
  const { owners } = openOffice(database, site);
  await enter(owners, EMAIL);
  const ended = new Date(Date.parse(slots[0]!.startsAt) + DAY_MS);
  await askFeedback(database, { site, secret: SECRET, siteUrl: MAIL_SITE, contentDir: '' }, ended);
  await post('site-contact', { email: 'jan@example.be', message: 'Iemand anders' });
  return { database };
}

test.each(ENGINES)('on %s, an erased person leaves no row and no byte, and others stay', async (engine) => {
  const { database } = await live(engine);
  const transport = openTransport({ mailFrom: 'info@kantoorproefhof.example', dataDir: database.dataDir });
  const outbox = startOutbox({
    database,
    delivery: mailDelivery(transport),
    baseMs: 10,
    maxMs: 10,
    log: { warn() {}, error() {} },
  });
  await eventually(async () => expect(await queueHealth(database)).toMatchObject({ waiting: 0, failed: 0 }));
  await outbox.stop();
  expect((await everyRow(database)).match(TRACES)?.length).toBeGreaterThan(100);
  expect((await everyByte(database.dataDir)).match(TRACES)?.length).toBeGreaterThan(20);

  const exported = await exportPerson(database, ` ${EMAIL.toUpperCase()} `);
  expect(exported.data.leads!.map(({ form }) => form)).toEqual(expect.arrayContaining(FORMS.map(({ name }) => name)));
  expect(exported).toMatchObject({
    email: EMAIL,
    data: {
      newsletter: [{ state: 'pending' }],
      viewings: [{ property_id: PROPERTY_ID }],
      feedback: [{ property_id: PROPERTY_ID }],
      owners: [{ name: "Xantippe Zonderspoor-O'Neil" }],
      properties: [{ property_id: PROPERTY_ID }],
      sessions: [{ ip_address: expect.any(String) }],
    },
  });
  expect(exported.data.searches!.length).toBeGreaterThan(0);
  expect(exported.data.mails!.length).toBeGreaterThan(5);
  // What proves who somebody is stays here.
  expect(JSON.stringify(exported)).not.toMatch(/"(?:password|token|[a-z_]*hash)"/);

  const erased = await erasePerson(database, EMAIL);
  expect(erased).toMatchObject({ rows: { newsletter: 1, viewings: 1, owners: 1, viewing_feedback: 1 } });
  expect((await everyRow(database)).match(TRACES)).toBeNull();
  expect((await everyByte(database.dataDir)).match(TRACES)).toBeNull();
  expect(await everyRow(database)).toContain('Iemand anders');
  const left = await exportPerson(database, EMAIL);
  expect(Object.entries(left.data).filter(([, rows]) => rows.length > 0)).toEqual([]);
});

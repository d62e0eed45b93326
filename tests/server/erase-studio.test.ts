import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordVersions } from '../../src/content/history/content-history.server.ts';
import { bound } from '../../src/content/site/ctx.server.ts';
import * as personService from '../../src/features/lead/studio/studio-person.server.ts';
import * as leads from '../../src/features/lead/studio-leads.server.ts';
import { FIRST_PREFERENCES } from '../../src/features/staff/preferences.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { listStaffEvents, setPresent } from '../../src/features/staff/staff-events.server.ts';
import * as audit from '../../src/features/studio/studio-audit.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { EVENT_TYPES } from '../../src/features/webhook/settings.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { everyByte, everyRow } from '../support/everything-stored.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID, SECRET } from '../support/submit.ts';
import { siteWithTargets } from '../support/webhook-site.ts';

const WORK = 'xantippe@zonderspoor.example';
const HOME = 'kwikstaart@thuispost.example';
const TRACES = /zonderspoor|xantippe|kwikstaart|thuispost|98 76 54|499987654|rode paraplu/gi;
const LOTTE = {
  ...{ id: 'lotte', name: 'Lotte', email: 'lotte@studio.example', language: 'nl', role: 'admin' as Role },
  ...{ member: null, sessionId: 's', hasApp: true, hasFactor: true, factorAt: 'x', preferences: FIRST_PREFERENCES },
};

/** A person with two addresses who asked for much, and what staff did with it. */
async function worked(engine: Engine) {
  const target = { name: 'crm', url: 'https://crm.example/hooks', events: [...EVENT_TYPES] };
  const office = await openViewings(engine, siteWithTargets(agencySite(), [target]));
  const { database, site, parts, post, book, free, viewings } = office;
  const person = { firstName: 'Xantippe', lastName: 'Zonderspoor', phone: '0499 98 76 54', property: PROPERTY_ID };
  await post('contact-me', { ...person, email: WORK, message: 'Ik kom met een rode paraplu.' });
  await post('contact-me', { ...person, lastName: 'Kwikstaart', email: HOME, message: 'Bel 0499 98 76 54.' });
  await post('contact-me', { email: 'jan@other.example', message: `Groeten aan ${HOME}` });
  await book((await free())[0]!, { ...person, email: HOME });
  const studio = {
    leads: bound(
      {
        ...{ database, site, siteUrl: MAIL_SITE, studioOrigin: 'https://studio.example', wakeOutbox() {} },
        ...{ secret: SECRET, settings: { replies: null } },
      },
      leads,
    ),
    person: bound({ database, site, secret: SECRET }, personService),
    audit: bound({ database }, audit),
  };
  for (const { reference, email } of await studio.leads.list({ state: 'all' }, LOTTE, 'all')) {
    const lead = (await studio.leads.find(reference, LOTTE, 'all'))!;
    await setPresent(database, LOTTE.id, `lead-of-${lead.form}`);
    await studio.leads.open(lead, LOTTE);
    await studio.leads.assign(lead, LOTTE, null, LOTTE);
    const note = email === WORK || email === HOME ? 'Met een rode paraplu' : 'Belt terug';
    await studio.leads.note(lead, { kind: 'note', text: `${email}: ${note}`, clientKey: null }, LOTTE);
    await studio.leads.reply(lead, { copyTo: '', text: `Dag ${email}`, clientKey: null, seen: '', holder: '' }, LOTTE);
    await studio.leads.keepDraft(lead, `Beste ${email}`, LOTTE);
    await studio.leads.setHandled(lead, true, LOTTE);
  }
  const [viewing] = await viewings();
  const confirmed = { action: 'viewing-confirm', viewingId: viewing!.id, person: LOTTE };
  const record = await studio.audit.watchViewing(confirmed);
  await changeViewing(parts, viewing!.id, { do: 'confirm' });
  await record();
  for (const text of [`{"title": "Dank u, ${HOME}"}`, '{"title": "Dank u"}'])
    await recordVersions(database, [{ file: 'pages/thanks.json', text, by: null }]);
  const [one, other] = [studio.person.idOf(WORK), studio.person.idOf(HOME)];
  expect(await studio.person.merge(one, other, LOTTE)).toBe(true);
  await studio.person.open(one, LOTTE);
  await studio.person.open(other, LOTTE);
  await studio.person.exportFile(other, LOTTE);
  // All mails become files.
  const transport = openTransport({ mailFrom: 'info@kantoorproefhof.example', dataDir: database.dataDir });
  const delivery = mailDelivery(transport);
  await database.db.updateTable('outbox').set({ next_attempt_at: '2026-01-01T00:00:00.000Z' }).execute();
  const outbox = startOutbox({ database, delivery, baseMs: 10, maxMs: 10, log: { warn() {}, error() {} } });
  await eventually(async () => expect((await queueHealth(database)).waiting).toBe(0));
  await outbox.stop();
  const cancelViewings = () => changeViewing(parts, viewing!.id, { do: 'cancel', by: 'agency' });
  return { ...office, studio, one, cancelViewings };
}

test.each(ENGINES)('on %s, nothing is left of a person with two addresses after their erasure', async (engine) => {
  const { database, studio, one, cancelViewings } = await worked(engine);
  const before = await everyRow(database);
  expect(before.match(TRACES)!.length).toBeGreaterThan(60);
  expect((await everyByte(database.dataDir)).match(TRACES)!.length).toBeGreaterThan(10);
  const person = (lines: Awaited<ReturnType<typeof listStaffEvents>>) =>
    lines.map(({ action }) => action).filter((action) => action.startsWith('person-'));
  expect(person(await listStaffEvents(database.db)).sort()).toEqual(
    ['person-export', 'person-merge', 'person-read', 'person-read'].sort(),
  );

  expect(await studio.person.erase(one, { confirmed: 'jan@other.example', isKept: false }, LOTTE)).toBe('unknown');
  expect(
    await studio.person.erase(
      one,
      { confirmed: ` ${HOME.toUpperCase()}`, isKept: false },
      { ...LOTTE, role: 'office' },
    ),
  ).toBe('unknown');
  // Somebody waits for the person at a viewing: it is cancelled first, with its mails.
  expect(await studio.person.erase(one, { confirmed: HOME, isKept: false }, LOTTE)).toBe('expected');
  await cancelViewings();
  const references = (await database.db.selectFrom('leads').select(['reference', 'email']).execute()).filter(
    ({ email }) => email === WORK || email === HOME,
  );
  expect(references.length).toBeGreaterThan(2);
  expect(await studio.person.erase(one, { confirmed: ` ${HOME.toUpperCase()}`, isKept: false }, LOTTE)).toBe('erased');

  const rows = await everyRow(database);
  expect(rows.match(TRACES)).toBeNull();
  expect((await everyByte(database.dataDir)).match(TRACES)).toBeNull();
  expect(rows).toContain('jan@other.example');
  const lines = await listStaffEvents(database.db);
  // The audit still has every line, and none says whom it was about.
  for (const { reference } of references)
    expect(JSON.stringify(lines), 'the reference of a lead leads to the person').not.toContain(reference);
  expect(lines[0]).toMatchObject({ action: 'person-erase', who: 'Lotte', subject: 'a person was erased' });
  expect(lines.filter(({ action }) => action === 'lead-reply')).toHaveLength(references.length + 1);
  expect(lines.filter(({ subject, once_key }) => subject === '[erased]' && once_key !== null)).toEqual([]);
  expect(await studio.person.open(one, LOTTE)).toBeNull();
  if (engine === 'postgres') return;
  const files = (await readdir(database.dataDir)).filter((name) => /\.(?:db|sqlite)/.test(name));
  expect(files.some((name) => name.endsWith('-wal'))).toBe(true);
  for (const name of files)
    expect((await readFile(join(database.dataDir, name), 'latin1')).match(TRACES), name).toBeNull();
});

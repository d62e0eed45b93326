import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { decideBid, withdrawBid } from '../../src/features/bid/decision.server.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { agencyKind } from '../../src/features/lead/mails.server.ts';
import { submitForm } from '../../src/features/lead/submit-form.server.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { eventRecorder } from '../../src/features/webhook/record-event.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, freshToken, MAIL_SITE, PROPERTY_ID, SECRET } from '../support/submit.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

const STUDIO = 'https://studio.proefhof.example';
let site: Site;
let database: Database;
beforeAll(() => {
  site = agencySite();
});
beforeEach(async () => {
  ({ database } = await openStorage('sqlite'));
});

const parts = () => ({
  ...{ database, site, secret: SECRET, siteUrl: MAIL_SITE, studioOrigin: STUDIO, wakeOutbox: () => undefined },
  recordEvent: eventRecorder({ site, siteUrl: MAIL_SITE }),
});
const post = async (form: string, changes: Record<string, unknown> = {}) => {
  const context = { ...parts(), settings: { captcha: 'off' as const }, log: { error: () => undefined } };
  const submission = () => ({
    form,
    raw: { language: 'nl', ...VALID_VALUES[form], ...changes, token: freshToken() },
    ipAddress: '192.0.2.9',
  });
  const first = await submitForm(submission(), context);
  // What is read back is sent again.
  return first.ok ? first : submitForm(submission(), context);
};
const mails = () => database.db.selectFrom('outbox').selectAll().where('target', 'is', null).orderBy('id').execute();
const links = (text: string) =>
  [...text.matchAll(/https:\/\/studio\.proefhof\.example\/studio\/[\w/?=-]*/g)].map(([one]) => one);

describe('whoever at the agency gets a mail comes from it to the right page of the studio', () => {
  test.each(FORMS.map(({ name }) => name))('about a lead of %s', async (name) => {
    const { slots } = await freeViewings(database, site, site.listing(Number(PROPERTY_ID))!);
    await post(name, { property: PROPERTY_ID, slot: slots[0]!.startsAt });
    const lead = await database.db.selectFrom('leads').selectAll().executeTakeFirst();
    const toAgency = (await mails()).filter(({ kind }) => kind === agencyKind({ name }));
    for (const { text } of toAgency) expect(links(text)).toContain(`${STUDIO}/studio/leads/${lead!.reference}/`);
    // The site has forms of which the agency gets no mail: a newsletter, a page for a friend.
    expect(toAgency.length > 0).toBe(!['sign-newsletter', 'send-to-friend'].includes(name));
  });

  test('about a viewing that was moved and cancelled by the visitor', async () => {
    const { slots } = await freeViewings(database, site, site.listing(Number(PROPERTY_ID))!);
    await post('contact-appointment', { property: PROPERTY_ID, slot: slots[0]!.startsAt });
    const { id } = await database.db.selectFrom('viewings').selectAll().executeTakeFirstOrThrow();
    await changeViewing(parts(), id, { do: 'move', startsAt: slots[1]!.startsAt });
    await changeViewing(parts(), id, { do: 'cancel', by: 'visitor' });
    const toAgency = (await mails()).filter(({ kind }) => /^viewing-(?:moved|cancelled)-agency$/.test(kind));
    expect(toAgency.length).toBeGreaterThan(1);
    for (const { text } of toAgency) expect(links(text)).toEqual([`${STUDIO}/studio/agenda/${id}/`]);
  });

  test('about an offer that was withdrawn', async () => {
    await post('offer', { property: PROPERTY_ID });
    const { id } = await database.db.selectFrom('offers').selectAll().executeTakeFirstOrThrow();
    await withdrawBid(parts(), id);
    const { reference } = await database.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const [mail] = (await mails()).filter(({ kind }) => kind === 'offer-withdrawn-agency');
    expect(links(mail!.text)).toEqual([`${STUDIO}/studio/leads/${reference}/`]);
    // A visitor and an owner get no link into the studio.
    await decideBid(parts(), id, { do: 'refuse' }, { staffId: 'nele', reason: '' });
    for (const { kind, text } of await mails())
      expect([kind, links(text).length > 0]).toEqual([kind, kind.endsWith('-agency')]);
  });
});

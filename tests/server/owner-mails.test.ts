import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { followMailLink } from '../../src/app/mail-link.ts';
import type { Site } from '../../src/content/site/site.ts';
import { askFeedback } from '../../src/features/owner/feedback.server.ts';
import { sendDigests } from '../../src/features/owner/mails.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { OWNER, tokenOf } from '../support/portal.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, linksIn, SECRET } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});
const NEWEST = { sort: 'at', descending: true, page: 1, size: 25 } as const;
const HOUR_MS = 3_600_000;

import { noEvents } from '../support/no-events.ts';

describe.each(ENGINES)('mails about a property on %s', (engine) => {
  let { database, property, portalOf, parts, book } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  beforeEach(async () => {
    ({ database, property, portalOf, parts, book } = await openOwnedProperty(engine, site));
  });

  test('the agency is asked once after a viewing, and its feedback reaches the owner', async () => {
    const portal = portalOf();
    await book({ id: newId() });
    await book({ starts_at: new Date(Date.now() + HOUR_MS).toISOString() });
    expect((await Promise.all([askFeedback(database, parts()), askFeedback(database, parts())])).sort()).toEqual([
      0, 1,
    ]);
    expect(await askFeedback(database, parts())).toBe(0);
    const token = (await tokenOf(database, 'viewing-feedback')) ?? '';
    expect(await portal.feedback(token, { comment: ' ', interest: 'perhaps' })).toEqual({
      ok: false,
      problem: 'empty',
    });
    expect(await portal.feedback(token, { comment: 'Mooie tuin', interest: 'yes' })).toEqual({ ok: true });
    const { rows } = await portal.entries(property, 'viewing', { ...NEWEST, descending: false });
    expect(rows[0]).toMatchObject({ comment: 'Mooie tuin', interest: 'yes' });
    expect(await portal.readFeedback(token)).toMatchObject({ gone: false, comment: 'Mooie tuin' });
    expect(await portal.feedback(token.replace(/.$/, '_'), { comment: 'x', interest: '' })).toEqual({
      ok: false,
      problem: 'link',
    });
    await database.db.deleteFrom('viewings').execute();
    expect([await portal.readFeedback(token), await portal.feedback(token, { comment: 'x', interest: '' })]).toEqual([
      { gone: true },
      { ok: false, problem: 'gone' },
    ]);
  });

  test('the weekly mail is sent once a week to owners who want it, and its link ends it', async () => {
    const [monday, early, nextMonday] = [
      '2026-11-23T08:30:00+01:00',
      '2026-11-23T07:30:00+01:00',
      '2026-11-30T08:30:00+01:00',
    ].map((text) => new Date(text)) as [Date, Date, Date];
    expect(await sendDigests(database, parts(), monday)).toBe(0);
    await database.db.updateTable('owners').set({ digest: 'weekly' }).execute();
    await book({ starts_at: '2026-11-20T10:00:00.000Z' });
    expect(await sendDigests(database, parts(), early)).toBe(0);
    expect(
      (await Promise.all([sendDigests(database, parts(), monday), sendDigests(database, parts(), monday)])).sort(),
    ).toEqual([0, 1]);
    expect(await sendDigests(database, parts(), monday)).toBe(0);
    expect(await sendDigests(database, parts(), nextMonday)).toBe(1);
    const [mail] = await database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    expect([mail?.recipient, mail?.headers]).toEqual([OWNER, expect.stringContaining('List-Unsubscribe-Post')]);
    expect(mail?.text).toContain('Bezoeken ter plaatse: 1');
    const [link = ''] = linksIn(mail!);
    expect(readMailLink(SECRET, link)).toMatchObject({ do: 'stop-digest' });
    expect(await followMailLink({ database, ...parts(), recordEvent: noEvents }, link)).toEqual({
      ok: true,
      did: 'stop-digest',
    });
    expect(await database.db.selectFrom('owners').select('digest').execute()).toEqual([{ digest: 'off' }]);
    await database.db.deleteFrom('owners').execute();
    expect(await followMailLink({ database, ...parts(), recordEvent: noEvents }, link)).toEqual({
      ok: false,
      problem: 'no-user',
    });
  });
});

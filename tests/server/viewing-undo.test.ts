import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import {
  type ChangeOrigin,
  changeViewing,
  lastChangeBy,
  undoViewingChange,
} from '../../src/features/viewing/viewing-changes.server.ts';
import type { ViewingChange } from '../../src/features/viewing/viewing-facts.server.ts';
import { webhookSettings } from '../../src/features/webhook/settings.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, stored } from '../support/submit.ts';

const WAIT_MS = 10_000;
const LOTTE: ChangeOrigin = { staffId: 'lotte', waitMs: WAIT_MS };
const TARGET = {
  name: 'crm',
  url: 'https://crm.example/hook',
  events: ['viewing.changed', 'viewing.cancelled'],
  recipient: { nl: 'Het CRM' },
};
let agency: Site;
beforeAll(() => {
  const site = agencySite();
  const webhooks = webhookSettings.parse({ targets: [TARGET] });
  agency = createSite({ ...site, settings: { ...site.settings, webhooks } });
});

describe.each(ENGINES)('what the studio changes of viewings on %s', (engine: Engine) => {
  async function open(confirm: 'auto' | 'agency' = 'auto') {
    const opened = await openViewings(engine, agency, { confirm });
    const { free, book, viewings, database, parts } = opened;
    const [first = '', second = '', third = ''] = await free();
    await book(first, { language: 'nl' });
    const [viewing] = await viewings();
    const known = new Set((await stored(database)).mails.map(({ id }) => id));
    const news = async () => (await stored(database)).mails.filter(({ id }) => !known.has(id));
    const change = (what: ViewingChange, origin = LOTTE) => changeViewing(parts, viewing!.id, what, Date.now(), origin);
    const last = async () => (await lastChangeBy(database.db, 'lotte', '2020'))?.id ?? '';
    return { ...opened, viewing: viewing!, second, third, news, change, last };
  }

  test.each([
    ['moved', 'auto'],
    ['moved', 'agency'],
    ['cancelled', 'auto'],
    ['confirmed', 'agency'],
  ] as const)('one that was %s (confirmed by: %s) is undone as if nothing had been done', async (kind, confirm) => {
    const { viewing, viewings, second, parts, news, change, free, last } = await open(confirm);
    const before = await free();
    const what: ViewingChange =
      kind === 'moved'
        ? { do: 'move', startsAt: second, by: 'agency' }
        : kind === 'cancelled'
          ? { do: 'cancel', by: 'agency' }
          : { do: 'confirm' };
    expect(await change(what)).toEqual({ ok: true });
    expect(await viewings()).toMatchObject([{ sequence: viewing.sequence + 1 }]);
    const waiting = await news();
    expect(waiting.map(({ target }) => target).filter(Boolean)).toEqual(['crm']);
    expect(waiting.length).toBeGreaterThan(2);
    for (const { next_attempt_at } of waiting)
      expect(Date.parse(next_attempt_at)).toBeGreaterThan(Date.now() + WAIT_MS - 5000);
    // Somebody else cannot undo it.
    const id = await last();
    expect(await undoViewingChange(parts, id, 'sam')).toEqual({ ok: false, problem: 'left' });
    expect(await undoViewingChange(parts, id, 'lotte')).toEqual({ ok: true, viewing: viewing.id });
    expect(await viewings()).toEqual([viewing]);
    expect(await news()).toEqual([]);
    expect(await free()).toEqual(before);
    expect(await undoViewingChange(parts, id, 'lotte')).toEqual({ ok: false, problem: 'left' });
    expect(await last()).toBe('');
    // What was undone can be done.
    expect(await change(what)).toEqual({ ok: true });
    expect(await viewings()).toMatchObject([{ sequence: viewing.sequence + 1 }]);
  });

  test('after ten seconds, once a mail is being sent, or after a later change it stays', async () => {
    const { database, parts, second, third, viewings, change, last } = await open();
    await change({ do: 'move', startsAt: second, by: 'agency' });
    const first = await last();
    const late = Date.now() + WAIT_MS + 1000;
    expect(await undoViewingChange(parts, first, 'lotte', late)).toEqual({ ok: false, problem: 'left' });
    await change({ do: 'move', startsAt: third, by: 'agency' });
    expect(await undoViewingChange(parts, first, 'lotte')).toEqual({ ok: false, problem: 'left' });
    // One of its mails is on its way: the others stay, too.
    const [mail] = await database.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'viewing-moved-agency')
      .orderBy('id', 'desc')
      .execute();
    await database.db.updateTable('outbox').set({ state: 'sending', attempts: 1 }).where('id', '=', mail!.id).execute();
    const waiting = (await stored(database)).mails.length;
    expect(await undoViewingChange(parts, await last(), 'lotte')).toEqual({ ok: false, problem: 'left' });
    expect((await stored(database)).mails).toHaveLength(waiting);
    expect(await viewings()).toMatchObject([{ starts_at: third, sequence: 2 }]);
  });

  test('a time that somebody else took meanwhile is not taken back', async () => {
    const { parts, viewing, viewings, book, change, last } = await open();
    await change({ do: 'cancel', by: 'agency' });
    await book(viewing.starts_at, { email: 'quick@visitor.example' });
    expect(await undoViewingChange(parts, await last(), 'lotte')).toEqual({ ok: false, problem: 'taken' });
    expect((await viewings()).map(({ state }) => state).sort()).toEqual(['cancelled', 'confirmed']);
  });

  test('the reason is in the mail to the visitor, in their language and escaped, and in no other mail', async () => {
    const { database, viewing, news, change } = await open();
    await database.db.updateTable('viewings').set({ language: 'fr' }).where('id', '=', viewing.id).execute();
    await change({ do: 'cancel', by: 'agency' }, { ...LOTTE, reason: 'Le toit fuit <script>alert(1)</script>' });
    const mails = (await news()).filter(({ target }) => !target);
    const [visitor, ...others] = mails.sort((a) => (a.recipient === viewing.email ? -1 : 1));
    expect(visitor!.text).toContain('Message de l’agence\u00a0: Le toit fuit <script>');
    expect(visitor!.html).toContain('Le toit fuit &lt;script&gt;');
    expect(visitor!.html).not.toContain('<script>alert');
    for (const { text } of others) expect(text).not.toContain('toit');
    expect(await database.db.selectFrom('viewing_changes').select(['kind', 'reason']).execute()).toMatchObject([
      { kind: 'cancelled', reason: expect.stringContaining('Le toit fuit') },
    ]);
  });

  test('of two moves to one quarter at once one is refused; visitor, agent and owner get one mail each', async () => {
    const { database, options, parts, viewing, second, third, book, viewings, news } = await open();
    await book(second, { email: 'other@visitor.example' });
    const now = new Date().toISOString();
    const owner = { email: 'owner@visitor.example', name: 'Owen', language: 'fr', digest: 'off' as const };
    const none = { image: null, disabled_at: null, digest_week: null, seen_session: null, seen_at: null };
    await database.db
      .insertInto('owners')
      .values({ ...owner, ...none, id: 'o', email_verified: 1, seen_before: null, created_at: now, updated_at: now })
      .execute();
    const link = { owner_id: 'o', property_id: viewing.property_id, role: 'owner' as const, created_at: now };
    await database.db.insertInto('owner_properties').values(link).execute();
    const before = new Set((await news()).map(({ id }) => id));
    const other = await openDatabase(options);
    const booked = await viewings();
    const results = await Promise.all(
      [database, other].map((one, at) =>
        changeViewing(
          { ...parts, database: one },
          booked[at]!.id,
          { do: 'move', startsAt: third, by: 'agency' },
          Date.now(),
          LOTTE,
        ),
      ),
    );
    await other.close();
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, problem: 'taken' });
    const moved = (await viewings()).filter(({ starts_at }) => starts_at === third);
    expect(moved).toMatchObject([{ state: 'confirmed', sequence: 1 }]);
    const mails = (await news()).filter(({ id, target }) => !before.has(id) && !target);
    const recipients = mails.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(3);
    expect(new Set(recipients).size).toBe(3);
    expect(recipients).toEqual(expect.arrayContaining([moved[0]!.email, owner.email]));
    const toOwner = mails.find(({ recipient }) => recipient === owner.email)!;
    expect(toOwner).toMatchObject({ subject: expect.stringMatching(/^Visite déplacée/) });
    expect(toOwner.text).not.toContain(moved[0]!.email);
    const toVisitor = mails.find(({ recipient }) => recipient === moved[0]!.email)!;
    expect(JSON.parse(toVisitor.attachments)[0].content).toContain('SEQUENCE:1');
  });
});

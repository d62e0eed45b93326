import { beforeAll, describe, expect, test } from 'vitest';
import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { findWork, listWork } from '../../src/features/lead/lead-list.server.ts';
import { replyToLead } from '../../src/features/lead/lead-reply.server.ts';
import * as agendaService from '../../src/features/viewing/studio/studio-agenda.server.ts';
import type { ViewingChange } from '../../src/features/viewing/viewing-facts.server.ts';
import { openViewings } from '../support/open-viewings.ts';
import { LOTTE } from '../support/staff.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, stored } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

describe.each(ENGINES)('the agenda of the studio on %s', (engine) => {
  test('a lead whose viewing was changed has its response, and waits again when that is undone', async () => {
    const opened = await openViewings(engine, agency, { confirm: 'agency' });
    const { database, parts, site, free, book, viewings } = opened;
    const agenda = bound({ ...parts, wakeOutbox() {} }, agendaService);
    await book((await free())[0]!, { remark: '' });
    const [viewing] = await viewings();
    const [lead] = await listWork(database, { ids: [viewing!.lead_id!] });
    const answered = async () => (await findWork(database, lead!.reference))!.respondedAt;
    expect(await answered()).toBeNull();
    expect(await agenda.change(viewing!.id, { do: 'confirm' }, LOTTE)).toMatchObject({ ok: true });
    expect(await answered()).not.toBeNull();
    const change = (await agenda.undoable(LOTTE))!;
    expect(await agenda.undo(change.id, LOTTE)).toMatchObject({ ok: true });
    expect(await answered()).toBeNull();
    // A reply is a response, whatever becomes of the viewing.
    await agenda.change(viewing!.id, { do: 'cancel', by: 'agency' }, LOTTE);
    const reply = {
      copyTo: '',
      text: 'Dag',
      replyTo: LOTTE.email,
      clientKey: null,
      seen: '',
      holder: '',
      waitMs: 10_000,
    };
    await replyToLead({ database, site }, (await findWork(database, lead!.reference))!, reply, LOTTE);
    await agenda.undo((await agenda.undoable(LOTTE))!.id, LOTTE);
    expect(await answered()).not.toBeNull();
  });

  test('it says who gets a mail: owners too, when the viewing is or was confirmed', async () => {
    const opened = await openViewings(engine, agency, { confirm: 'agency' });
    const { database, parts, free, book, viewings } = opened;
    const agenda = bound({ ...parts, wakeOutbox() {} }, agendaService);
    await book((await free())[0]!);
    const [{ id, property_id } = { id: '', property_id: '' }] = await viewings();
    const at = new Date().toISOString();
    const none = { image: null, disabled_at: null, digest_week: null, seen_session: null, seen_at: null };
    const owner = { id: 'o', email: 'o@visitor.example', name: 'Olga', language: 'nl', digest: 'off' as const };
    await database.db
      .insertInto('owners')
      .values({ ...owner, ...none, email_verified: 1, seen_before: null, created_at: at, updated_at: at })
      .execute();
    await database.db
      .insertInto('owner_properties')
      .values({ owner_id: 'o', property_id, role: 'owner', created_at: at })
      .execute();
    const agent = (await agenda.find(id, 'nl'))!.agent;
    const [some, all] = [`Margriet Maertens en ${agent}`, `Margriet Maertens, ${agent} en Olga (eigenaar)`];
    const said = async (change: ViewingChange['do']) => agenda.mailed((await agenda.find(id, 'nl'))!, 'nl', change);
    /** The kinds of the mails to the owner that a change adds; then it is undone. */
    const kindsOf = async (change: ViewingChange) => {
      expect(await agenda.change(id, change, LOTTE)).toMatchObject({ ok: true });
      const kinds = (await stored(database)).mails.filter(({ recipient }) => recipient === owner.email);
      await agenda.undo((await agenda.undoable(LOTTE))!.id, LOTTE);
      return kinds.map(({ kind, text }) => [kind, text.includes('Eerder gepland')]);
    };
    const move: ViewingChange = { do: 'move', startsAt: (await free())[3]!, by: 'agency' };
    const cancel: ViewingChange = { do: 'cancel', by: 'agency' };
    expect([await said('confirm'), await said('move'), await said('cancel')]).toEqual([all, all, some]);
    expect(await kindsOf({ do: 'confirm' })).toEqual([['viewing-confirmed-owner', false]]);
    expect(await kindsOf(move)).toEqual([['viewing-confirmed-owner', false]]);
    expect(await kindsOf(cancel)).toEqual([]);
    await database.db
      .updateTable('viewings')
      .set({ state: 'confirmed', held_until: null })
      .where('id', '=', id)
      .execute();
    expect([await said('move'), await said('cancel')]).toEqual([all, all]);
    expect(await kindsOf(move)).toEqual([['viewing-moved-owner', true]]);
    expect(await kindsOf(cancel)).toEqual([['viewing-cancelled-owner', false]]);
  });

  test('a viewing is offered every other free time, not its own', async () => {
    const opened = await openViewings(engine, agency, { confirm: 'agency' });
    const { database, parts, free, book, viewings } = opened;
    const agenda = bound({ ...parts, wakeOutbox() {} }, agendaService);
    await book((await free())[1]!);
    const [viewing] = await viewings();
    // Its hold ran out: its time is free for others.
    await database.db.updateTable('viewings').set({ held_until: '2020-01-01T00:00:00.000Z' }).execute();
    expect(await free()).toContain(viewing!.starts_at);
    const times = await agenda.freeTimes(viewing!);
    expect(times).not.toContain(viewing!.starts_at);
    expect(times.some((at) => at > viewing!.starts_at)).toBe(true);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { studioAgenda } from '../../src/server/app/studio-agenda.ts';
import type { Site } from '../../src/server/catalogue/site/site.ts';
import { findWork, listWork } from '../../src/server/services/leads/lead-list.ts';
import { replyToLead } from '../../src/server/services/leads/lead-reply.ts';
import type { StaffMember } from '../../src/server/services/staff/staff.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

const LOTTE: StaffMember = {
  ...{ id: 'lotte', name: 'Lotte', email: 'lotte@studio.example', language: 'nl', role: 'office', member: null },
  ...{ sessionId: 's', hasApp: true, hasFactor: true, factorAt: null },
};
let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

describe.each(ENGINES)('the agenda of the studio on %s', (engine) => {
  test('a lead whose viewing was changed has its response, and waits again when that is undone', async () => {
    const opened = await openViewings(engine, agency, { confirm: 'agency' });
    const { database, parts, site, free, book, viewings } = opened;
    const agenda = studioAgenda({ ...parts, wakeOutbox() {} });
    await book((await free())[0]!);
    const [viewing] = await viewings();
    const [lead] = await listWork(database, { ids: [viewing!.lead_id!] });
    const answered = async () => (await findWork(database, lead!.reference))!.respondedAt;
    expect(await answered()).toBeNull();
    expect(await agenda.change(viewing!.id, { do: 'confirm' }, LOTTE)).toEqual({ ok: true });
    expect(await answered()).not.toBeNull();
    const change = (await agenda.undoable(LOTTE))!;
    expect(await agenda.undo(change.id, LOTTE)).toMatchObject({ ok: true });
    expect(await answered()).toBeNull();
    // A reply is a response, whatever becomes of the viewing.
    await agenda.change(viewing!.id, { do: 'cancel', by: 'agency' }, LOTTE);
    const reply = { subject: '', text: 'Dag', replyTo: LOTTE.email, clientKey: null, seen: '', holder: '' };
    await replyToLead({ database, site }, (await findWork(database, lead!.reference))!, reply, LOTTE);
    await agenda.undo((await agenda.undoable(LOTTE))!.id, LOTTE);
    expect(await answered()).not.toBeNull();
  });

  test('a change says who gets a mail: visitor and agent, and the owners of a confirmed viewing', async () => {
    const opened = await openViewings(engine, agency, { confirm: 'agency' });
    const { database, parts, free, book, viewings } = opened;
    const agenda = studioAgenda({ ...parts, wakeOutbox() {} });
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
    const said = async () => agenda.mailed((await agenda.find(id, 'nl'))!, 'nl');
    const agent = (await agenda.find(id, 'nl'))!.agent;
    expect(await said()).toBe(`Margriet Maertens en ${agent}`);
    await agenda.change(id, { do: 'confirm' }, LOTTE);
    expect(await said()).toBe(`Margriet Maertens, ${agent} en Olga (eigenaar)`);
  });
});

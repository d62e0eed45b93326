import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { leadAddress, visitorReplyTo } from '../../src/features/lead/lead-address.server.ts';
import { replyToLead, undoReply } from '../../src/features/lead/lead-reply.server.ts';
import { entriesOf, reopenRefused, setHandled } from '../../src/features/lead/lead-work.server.ts';
import { titleOf } from '../../src/features/property/listing.ts';
import { present } from '../../src/platform/values/values.ts';
import { ADDRESSES, openReplies, VISITOR } from '../support/open-replies.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, PROPERTY_ID, SECRET } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('the addresses of leads, on %s', (engine) => {
  let { database, worker, lead, again, to, receive, notices, reply } = {} as Awaited<ReturnType<typeof openReplies>>;
  beforeEach(async () => {
    ({ database, worker, lead, again, to, receive, notices, reply } = await openReplies(engine, site));
  });

  test('an address that is not of a lead, or was guessed, reaches none', async () => {
    const [one, other] = [await lead(), await lead()];
    const own = to(one);
    for (const address of [
      'reply@agency.example',
      own.replace('agency.example', 'evil.example'),
      own.replace(/.@/, own.at(own.indexOf('@') - 1) === 'a' ? 'b@' : 'a@'),
      own.replace(one.reference.toLowerCase(), other.reference.toLowerCase()),
      leadAddress({ ...ADDRESSES, secret: `${SECRET} 2` }, one.reference, 'visitor')!,
    ])
      expect(await receive({ from: VISITOR, to: address, text: 'x' }), address).toBe('unknown');
    expect(await entriesOf(database, one.id)).toEqual([]);
    // Mail servers change capitals, and put the address elsewhere.
    for (const header of ['To', 'Cc', 'Delivered-To', 'X-Original-To'])
      expect(
        await receive({ from: VISITOR, to: 'x@y.example', text: header, headers: { [header]: own.toUpperCase() } }),
      ).toBe('stored');
  });

  test('without its address a mail belongs to the lead whose mail it responds to, and to no other person', async () => {
    const one = await lead();
    await reply(one);
    await database.db.updateTable('outbox').set({ message_id: 'sent-1@agency.example', state: 'sent' }).execute();
    const mail = { from: VISITOR, to: 'info@agency.example', text: 'Zonder adres.' };
    expect(await receive({ ...mail, headers: { 'In-Reply-To': '<sent-2@agency.example>' } })).toBe('unknown');
    // The address as the visitor typed it.
    await database.db.updateTable('outbox').set({ recipient: 'An@Visitor.example' }).execute();
    expect(await receive({ ...mail, headers: { References: '<x@y> <sent-1@agency.example>' } })).toBe('stored');
    await database.db.updateTable('outbox').set({ recipient: 'owner@agency.example' }).execute();
    expect(await receive({ ...mail, text: 'b', headers: { 'In-Reply-To': '<sent-1@agency.example>' } })).toBe(
      'unknown',
    );
  });

  test('a reply names its property, and is taken back from all who read it or from none', async () => {
    const one = await lead();
    const mails = () => database.db.selectFrom('outbox').selectAll().where('lead_id', '=', one.id).execute();
    const written = { text: 'Dat kan.', replyTo: worker.email, clientKey: null, seen: '', holder: '', waitMs: 60_000 };
    const send = (copyTo: string) => replyToLead({ database, site }, one, { ...written, copyTo }, worker);
    expect(await send('no address')).toMatchObject({ problem: 'email' });
    expect(await mails()).toEqual([]);
    await send(' Partner@X.example ');
    expect(await mails()).toHaveLength(2);
    for (const { subject, text } of await mails()) {
      expect(subject).toContain(titleOf(present(site.listing(Number(PROPERTY_ID)), PROPERTY_ID), 'nl'));
      // Each of them reads who the other one is.
      expect(text).toContain(`${VISITOR}, partner@x.example`);
    }
    const entry = present((await entriesOf(database, one.id))[0], 'entry');
    for (const recipient of [VISITOR, 'partner@x.example']) {
      const left = database.db.updateTable('outbox').where('recipient', '=', recipient);
      await left.set({ attempts: 1 }).execute();
      // One is on its way: the other one leaves as well, and the reply stays.
      expect(await undoReply(database, one, entry.id, worker)).toBe(false);
      expect([await mails(), await entriesOf(database, one.id)].map(({ length }) => length)).toEqual([2, 1]);
      await left.set({ attempts: 0 }).execute();
    }
    expect(await undoReply(database, one, entry.id, worker)).toBe(true);
    expect(await mails()).toEqual([]);
  });

  test('only mails to the visitor of a lead have its address for replies', async () => {
    const one = await lead();
    const replyTo = (recipient: string, lead_id: string | null = one.id, kind = 'receipt') =>
      visitorReplyTo({ ...ADDRESSES, database }, { kind, lead_id, recipient });
    expect(await replyTo(VISITOR.toUpperCase())).toBe(to(one));
    // Whoever reads a reply of the agency as well responds into the lead.
    expect(await replyTo('partner@x.example', one.id, 'reply')).toBe(to(one));
    for (const [recipient, id] of [
      ['owner@x.example', one.id],
      [VISITOR, null],
      [VISITOR, 'none'],
    ] as const)
      expect(await replyTo(recipient, id)).toBeNull();
    expect(
      await visitorReplyTo(
        { ...ADDRESSES, settings: { replies: null }, database },
        { kind: 'reply', lead_id: one.id, recipient: VISITOR },
      ),
    ).toBeNull();
  });

  test('a mail that comes back later marks the mail of the studio as refused', async () => {
    const one = await lead();
    await reply(one);
    await database.db.updateTable('outbox').set({ message_id: 'sent-1@agency.example', state: 'sent' }).execute();
    await setHandled(database, one.id, true, worker);
    const state = async () =>
      (await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'reply').executeTakeFirst())!;
    const report = (action: string, recipient = VISITOR) =>
      receive({
        from: 'MAILER-DAEMON@mx.example',
        to: 'info@agency.example',
        text: 'Sorry',
        report: { action, recipient },
      });
    expect(await report('delayed')).toBe('unknown');
    expect(await report('failed', 'somebody@else.example')).toBe('unknown');
    expect((await state()).state).toBe('sent');
    expect(await report('failed')).toBe('bounced');
    expect(await state()).toMatchObject({ state: 'failed', last_error: '550 5.1.1 no such user', address_refused: 1 });
    expect(await notices()).toEqual([]);
    // Nobody reads a handled lead: it is open again, until somebody has seen it.
    expect(await reopenRefused({ db: database.db })).toBe(1);
    expect((await again(one)).status).toBe('new');
    await setHandled(database, one.id, true, worker, Date.now() + 1000);
    expect(await reopenRefused({ db: database.db })).toBe(0);
  });

  test('what a colleague forwards or mails is theirs; a program that responds changes nothing', async () => {
    const one = await lead();
    const bram = 'bram@agency.example';
    await receive({ from: bram, to: to(one, 'agency'), text: 'Zie hieronder.' });
    await receive({
      from: VISITOR,
      to: to(one),
      text: 'Ik ben afwezig.',
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect((await entriesOf(database, one.id)).map(({ kind }) => kind)).toEqual(['forwarded', 'automatic']);
    expect((await again(one)).respondedAt).toBeNull();
    expect(await notices()).toEqual([]);
    await receive({ from: bram, to: VISITOR, text: 'Tot morgen!', headers: { Bcc: to(one, 'agency') } });
    expect((await entriesOf(database, one.id)).at(-1)).toMatchObject({ kind: 'mailed', who: bram });
    expect((await again(one)).respondedAt).not.toBeNull();
  });
});

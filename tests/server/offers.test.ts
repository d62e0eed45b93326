import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followMailLink, isFollowed } from '../../src/app/mail-link.ts';
import type { Site } from '../../src/content/site/site.ts';
import { decideBid } from '../../src/features/bid/decision.server.ts';
import { hasAccepted, ofLink, ofProperty } from '../../src/features/bid/site/bid-link.server.ts';
import { createOffers } from '../../src/platform/database/migrations/017-offers.ts';
import { readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { noEvents } from '../support/no-events.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { OWNER } from '../support/portal.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, freshToken, linksIn, MAIL_SITE, PROPERTY_ID, poster, SECRET, stored } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('offers on %s', (engine) => {
  let { database, property } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  let bid = (_changes: Record<string, string> = {}) => poster({ database, site }).post('offer');
  const parts = () => ({ database, site, secret: SECRET, siteUrl: MAIL_SITE });
  const offers = () => database.db.selectFrom('offers').selectAll().orderBy('id').execute();
  const mails = async (kind: string) => (await stored(database)).mails.filter((mail) => mail.kind === kind);
  const by = (reason = '') => ({ staffId: 'nele', reason });
  beforeEach(async () => {
    ({ database, property } = await openOwnedProperty(engine, site));
    const { post } = poster({ database, site });
    bid = (changes = {}) => post('offer', { property: PROPERTY_ID, ...changes });
  });

  test('an offer is kept; the owner hears the amount without a name, the bidder what it binds to', async () => {
    expect(await bid({ price: '480.000', validUntil: '2099-01-31', financing: 'loan' })).toMatchObject({ ok: true });
    const [offer] = await offers();
    expect(offer).toMatchObject({
      amount: 480_000,
      valid_until: '2099-01-31',
      state: 'open',
      property_id: PROPERTY_ID,
    });
    const [toOwner] = await mails('offer-open-owner');
    expect(toOwner).toMatchObject({ recipient: OWNER, subject: expect.stringContaining('Bod op uw pand') });
    expect(toOwner!.text).toMatch(/Bod: €\s480\.000/);
    expect(toOwner!.text).toContain('/nl/eigenaar/biedingen/?property=35187');
    expect(toOwner!.text).not.toMatch(/Maertens, |margriet@example/);
    const [receipt] = await mails('offer-receipt');
    expect(receipt!.text).toContain('Uw bod bindt u');
    expect(linksIn(receipt!).map((token) => readMailLink(SECRET, token))).toMatchObject([
      { do: 'withdraw-offer', offer: offer!.id },
    ]);
    expect(await ofProperty(parts(), property)).toMatchObject([
      { place: 1, amount: 480_000, needsLoan: true, hasConditions: false, state: 'open' },
    ]);
  });

  test('who offers after another was accepted reads that it counts only if that sale fails', async () => {
    await bid({ price: '480.000' });
    expect((await mails('offer-receipt'))[0]!.text).not.toContain('al een ander bod aanvaard');
    expect(await hasAccepted(parts(), PROPERTY_ID)).toBe(false);
    await decideBid(parts(), (await offers())[0]!.id, { do: 'accept' }, by());
    expect(await hasAccepted(parts(), PROPERTY_ID)).toBe(true);
    await bid({ price: '490.000', email: 'tom@late.example' });
    const late = (await mails('offer-receipt')).find(({ recipient }) => recipient === 'tom@late.example')!;
    expect(late.text).toContain('al een ander bod aanvaard');
  });

  test('an offer whose last day has passed is refused at its field, and nothing is stored', async () => {
    const result = await bid({ validUntil: '2020-01-01' });
    expect(result).toEqual({ ok: false, problem: 'fields', problems: { validUntil: 'wrong' } });
    expect([await offers(), (await stored(database)).leads]).toEqual([[], []]);
  });

  test('an accepted offer that a browser sends again after midnight of its last day stays accepted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T23:59:50+01:00') });
    onTestFinished(() => void vi.useRealTimers());
    const { postOnce } = poster({ database, site });
    const sent = { property: PROPERTY_ID, validUntil: '2026-12-01', token: freshToken() };
    await postOnce('offer', sent);
    const first = await postOnce('offer', sent);
    expect(first).toMatchObject({ ok: true });
    vi.setSystemTime(new Date('2026-12-02T00:00:10+01:00'));
    expect(await postOnce('offer', sent)).toEqual(first);
    expect(await postOnce('offer', { ...sent, token: freshToken() })).toMatchObject({
      problems: { validUntil: 'wrong' },
    });
    expect(await offers()).toHaveLength(1);
  });

  test('without a known property it stays a lead, and with the setting off the owner gets no mail', async () => {
    expect(await bid({ property: '999' })).toMatchObject({ ok: true });
    expect(await offers()).toEqual([]);
    const settings = { ...site.settings, offers: { ...site.settings.offers, informOwner: false } };
    const quiet = { ...site, settings };
    await poster({ database, site: quiet }).post('offer', { property: PROPERTY_ID });
    expect([(await offers()).length, await mails('offer-open-owner')]).toEqual([1, []]);
  });

  test('a refused offer and a counter-offer reach bidder and owner with amount and reason', async () => {
    await bid({ price: '450000' });
    await bid({ price: '460000', email: 'jan@example.be' });
    const [first, second] = await offers();
    const counter = { do: 'counter', amount: 470_000, until: '2099-02-01' } as const;
    expect(await decideBid(parts(), first!.id, counter, by('Iets meer zou helpen.'))).toEqual({ ok: true });
    expect(await decideBid(parts(), second!.id, { do: 'refuse' }, by())).toEqual({ ok: true });
    const [countered] = await mails('offer-countered');
    expect(countered!.recipient).toBe('margriet@example.be');
    expect(countered!.text).toMatch(/Tegenvoorstel: €\s470\.000/);
    for (const words of ['Iets meer zou helpen.', '/nl/offer/?property=35187', '01-02-2099'])
      expect(countered!.text).toContain(words);
    expect((await mails('offer-refused')).map(({ recipient }) => recipient)).toEqual(['jan@example.be']);
    expect((await mails('offer-countered-owner'))[0]!.text).toMatch(/€\s470\.000/);
    expect((await offers()).map(({ state, counter_amount }) => [state, counter_amount])).toEqual([
      ['countered', 470_000],
      ['refused', null],
    ]);
    // Another amount is proposed: the newest one counts.
    await decideBid(parts(), first!.id, { ...counter, amount: 465_000, until: null }, by());
    expect((await offers())[0]).toMatchObject({ counter_amount: 465_000, counter_until: null });
  });

  test('of two who accept two offers at once one is told; after a failed sale the other can be accepted', async () => {
    await bid({ price: '450000' });
    await bid({ price: '455000', email: 'jan@example.be' });
    const [first, second] = await offers();
    const accept = (id: string) => decideBid(parts(), id, { do: 'accept' }, by());
    const results = await Promise.all([accept(first!.id), accept(second!.id)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, problem: 'other-accepted' });
    const [accepted, open] = results[0]!.ok ? [first!, second!] : [second!, first!];
    // A double click changes nothing and mails nobody again.
    expect(await accept(accepted.id)).toEqual({ ok: true });
    expect([(await mails('offer-accepted')).length, (await mails('offer-accepted-owner')).length]).toEqual([1, 1]);
    expect(await decideBid(parts(), accepted.id, { do: 'refuse' }, by())).toEqual({ ok: false, problem: 'over' });
    // Nor does the owner propose another amount to somebody else meanwhile; a late offer says so.
    const counter = { do: 'counter', amount: 600_000, until: null } as const;
    expect(await decideBid(parts(), open.id, counter, by())).toEqual({ ok: false, problem: 'other-accepted' });
    await bid({ price: '700000', email: 'late@example.be' });
    expect((await mails('offer-open-owner')).at(-1)!.text).toContain('al een ander bod aanvaard');
    expect(await decideBid(parts(), accepted.id, { do: 'lapse' }, by())).toEqual({ ok: true });
    expect(await mails('offer-lapsed')).toEqual([]);
    expect(await accept(open.id)).toEqual({ ok: true });
    expect(await accept('nothing')).toEqual({ ok: false, problem: 'unknown' });
  });

  test('the bidder withdraws with the link of the receipt, until it was decided', async () => {
    await bid({ price: '450000' });
    const [receipt] = await mails('offer-receipt');
    const [token = ''] = linksIn(receipt!);
    const follow = () => followMailLink({ ...parts(), contentDir: '', recordEvent: noEvents }, token);
    expect(await isFollowed(parts(), token)).toBe(false);
    expect([await follow(), await follow()]).toEqual([
      { ok: true, did: 'withdraw-offer' },
      { ok: true, did: 'withdraw-offer' },
    ]);
    expect(await isFollowed(parts(), token)).toBe(true);
    const told = (await stored(database)).mails.filter(({ kind }) => kind.startsWith('offer-withdrawn'));
    expect(told.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ['offer-withdrawn', 'margriet@example.be'],
      ['offer-withdrawn-agency', 'dag@kantoorproefhof.example'],
      ['offer-withdrawn-agency', 'nele@kantoorproefhof.example'],
      ['offer-withdrawn-owner', OWNER],
    ]);
    await bid({ price: '455000' });
    const second = (await offers())[1]!;
    await decideBid(parts(), second.id, { do: 'refuse' }, by());
    const [late = ''] = linksIn((await mails('offer-receipt'))[1]!);
    expect(await followMailLink({ ...parts(), contentDir: '', recordEvent: noEvents }, late)).toEqual({
      ok: false,
      problem: 'decided',
    });
  });

  test('the page of a link shows amounts and moments of all offers only where the settings say so', async () => {
    await bid({ price: '450000' });
    await bid({ price: '460000', email: 'jan@example.be', firstName: 'Jan', lastName: 'Geheim' });
    const [token = ''] = linksIn((await mails('offer-receipt'))[0]!);
    const shown = await ofLink(parts(), token, 'nl');
    expect(shown?.log.map(({ amount, isOwn }) => [amount, isOwn])).toEqual([
      [450_000, true],
      [460_000, false],
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/Geheim|jan@example/);
    const settings = { ...site.settings, offers: { ...site.settings.offers, openLog: false } };
    const closed = await ofLink({ ...parts(), site: { ...site, settings } }, token, 'nl');
    expect([closed?.log, closed?.canWithdraw]).toEqual([[], true]);
    expect(await ofLink(parts(), 'nothing', 'nl')).toBeNull();
  });

  test('offers that were sent before there was a table are taken over from their leads', async () => {
    await bid({ price: '450000', validUntil: '2099-01-31' });
    await bid({ price: '460000', property: '999' });
    const before = await offers();
    await database.db.updateTable('leads').set({ property_id: null }).where('property_id', '=', '999').execute();
    await database.transaction(async (transaction) => {
      await transaction.schema.dropTable('offers').execute();
      await transaction.schema.dropTable('offer_changes').execute();
      await createOffers(transaction as never);
    });
    expect(await offers()).toMatchObject(before.map(({ id, amount, valid_until }) => ({ id, amount, valid_until })));
  });
});

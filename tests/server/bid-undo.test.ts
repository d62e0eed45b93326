import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import type { BidDecision } from '../../src/features/bid/bid.ts';
import { decideBid, lastDecisionBy, undoDecision } from '../../src/features/bid/decision.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID, poster, SECRET, stored } from '../support/submit.ts';

const WAIT_MS = 10_000;
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('a decision on an offer that is taken back, on %s', (engine) => {
  let { database } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  const parts = () => ({ database, site, secret: SECRET, siteUrl: MAIL_SITE });
  const offer = async () => database.db.selectFrom('offers').selectAll().executeTakeFirstOrThrow();
  const mails = async () => (await stored(database)).mails.map(({ id }) => id);
  const decide = async (decision: BidDecision, nowMs: number, waitMs = WAIT_MS) =>
    decideBid(parts(), (await offer()).id, decision, { staffId: 'nele', reason: '', waitMs }, nowMs);
  const now = Date.now();
  const since = (ms: number) => new Date(now - ms).toISOString();
  beforeEach(async () => {
    ({ database } = await openOwnedProperty(engine, site));
    await poster({ database, site }).post('offer', { property: PROPERTY_ID, price: '480.000' });
  });

  const DECISIONS: readonly BidDecision[] = [
    { do: 'accept' },
    { do: 'refuse' },
    { do: 'counter', amount: 500_000, until: null },
  ];
  test.each(DECISIONS)('$do leaves the offer as it was, and no mail', async (decision) => {
    const [before, sent] = [await offer(), await mails()];
    expect(await decide(decision, now)).toEqual({ ok: true });
    expect((await mails()).length).toBeGreaterThan(sent.length);
    expect(await undoDecision(parts(), before.id, { staffId: 'nele', since: since(WAIT_MS) }, now + 1000)).toBe(true);
    expect(await offer()).toEqual(before);
    expect(await mails()).toEqual(sent);
    expect(await database.db.selectFrom('offer_changes').selectAll().execute()).toEqual([]);
  });

  test('a second one leaves the first', async () => {
    await decide({ do: 'counter', amount: 500_000, until: null }, now, 0);
    const between = await offer();
    await decide({ do: 'refuse' }, now + 60_000);
    expect(await undoDecision(parts(), between.id, { staffId: 'nele', since: since(WAIT_MS) }, now + 61_000)).toBe(
      true,
    );
    expect(await offer()).toEqual(between);
  });

  test('is refused when the mails have left, and to colleagues', async () => {
    await decide({ do: 'accept' }, now);
    const accepted = await offer();
    expect(await undoDecision(parts(), accepted.id, { staffId: 'bram', since: since(WAIT_MS) }, now + 1000)).toBe(
      false,
    );
    expect(
      await undoDecision(parts(), accepted.id, { staffId: 'nele', since: since(WAIT_MS) }, now + WAIT_MS + 1),
    ).toBe(false);
    expect(await offer()).toEqual(accepted);
  });

  test('is refused after its time also where nobody gets a mail', async () => {
    await database.db.updateTable('leads').set({ email: null, form_values: '{}' }).execute();
    await database.db.deleteFrom('owner_properties').execute();
    await decide({ do: 'accept' }, now - 60_000);
    const accepted = await offer();
    expect(await undoDecision(parts(), accepted.id, { staffId: 'nele', since: since(WAIT_MS) }, now)).toBe(false);
    expect(await offer()).toEqual(accepted);
  });

  test('is offered while the mails wait, to the person who decided', async () => {
    await decide({ do: 'accept' }, now);
    const { id } = await offer();
    expect(await lastDecisionBy(database.db, id, 'nele', since(1))).not.toBeNull();
    expect(await lastDecisionBy(database.db, id, 'nele', since(-1))).toBeNull();
    expect(await lastDecisionBy(database.db, id, 'bram', since(1))).toBeNull();
  });
});
